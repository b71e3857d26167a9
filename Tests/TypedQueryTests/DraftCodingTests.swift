import DataLiteMacros
import Foundation
import Testing

@Suite("Codable drafts")
struct DraftCodingTests {
    @Test("A draft is encoded without the columns that an insert omits, and decoded")
    func roundTrip() throws {
        try expect(Crate.Draft(weight: 2), #"{"label":"none","weight":2}"#)
        try expect(
            Crate.Draft(label: "a", weight: 2, note: nil),
            #"{"label":"a","note":null,"weight":2}"#)
        try expect(Crate.Draft(id: 1, note: "b"), #"{"id":1,"label":"none","note":"b"}"#)
    }

    private func expect(_ draft: Crate.Draft, _ json: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(draft)
        #expect(String(decoding: data, as: UTF8.self) == json)
        #expect(try JSONDecoder().decode(Crate.Draft.self, from: data) == draft)
    }

    @Test("A decoded property is set: an upsert writes it, but not a property without a key")
    func upsert() throws {
        let db = try Connection(location: .inMemory)
        try Crate.createTable().execute(db)
        try Crate.insert { Crate(id: 1, label: "a", weight: 2, note: "b") }.execute(db)
        let json = #"{"id":1,"label":"none","weight":3}"#
        let draft = try JSONDecoder().decode(Crate.Draft.self, from: Data(json.utf8))
        try Crate.upsert { draft }.execute(db)
        #expect(
            try Crate.all.fetchAll(db) == [Crate(id: 1, label: "none", weight: 3, note: "b")])
    }

    @Test("Decoding fails without a key for a property with a default that is not optional")
    func missingKey() {
        let json = Data(#"{"weight":3}"#.utf8)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Crate.Draft.self, from: json)
        }
    }
}

@Table private struct Crate: Hashable {
    let id: Int
    var label = "none"
    var weight: Int
    var note: String?
}

extension Crate.Draft: Codable, Equatable {}
