import DataLiteMacros
import Foundation
import Testing

@Selection private struct Street: Codable, Equatable {
    var name: String?
    var number: Int?
}

@Selection private struct Contact: Codable, Equatable {
    var name = ""
    var nickname: String?
    var street: Street?
    var work = Street()
}

@Table private struct Entry: Equatable, Identifiable {
    let id: Int
    @Column(as: Contact.JSONRepresentation.self) var contact: Contact
    @Column(as: [Contact].JSONRepresentation.self) var others: [Contact] = []
}

@Suite("A nil member of a selection that is stored as JSON")
struct JSONNilMemberTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Entry.createTable().execute(db)
        try Entry.insert {
            Entry(id: 1, contact: Contact(name: "A"), others: [Contact(name: "B")])
        }.execute(db)
    }

    private func contact() throws -> Contact { try Entry.find(1).fetchRequired(db).contact }

    @Test("It has no key, as with Codable")
    func storage() throws {
        let stored = try db.requiredRow("SELECT contact, others FROM entries")
        #expect(
            Array(stored.values) == [
                .text(#"{"name":"A","work":{}}"#), .text(#"[{"name":"B","work":{}}]"#),
            ])
        #expect(try contact() == Contact(name: "A"))
        try Entry.find(1).update { $0.contact.street = Street(number: 1) }.execute(db)
        let street = try db.requiredValue(
            "SELECT contact ->> 'street' FROM entries", as: String.self)
        #expect(street == #"{"number":1}"#)
    }

    @Test("jsonInsert adds it, and jsonReplace does not")
    func insertAndReplace() throws {
        try Entry.find(1).update { $0.contact = $0.contact.jsonReplace(\.nickname, "x") }.execute(
            db)
        #expect(try contact().nickname == nil)
        try Entry.find(1).update {
            $0.contact = $0.contact.jsonInsert(\.nickname, "y").jsonInsert(\.work.number, 5)
        }.execute(db)
        #expect(try contact() == Contact(name: "A", nickname: "y", work: Street(number: 5)))
    }

    @Test("JSON with null, as an older version wrote it, is read alike")
    func nulls() throws {
        try db.execute(
            #"UPDATE entries SET contact = '{"name":"C","nickname":null,"street":null,"work":{}}'"#)
        #expect(try contact() == Contact(name: "C"))
    }
}

@Table private struct Mixed: Identifiable {
    let id: Int
    @Column(as: Contact.JSONRepresentation.self) var contact: Contact
    @Column(as: Place.JSONRepresentation.self) var place: Place
}

private enum PlaceKind: String, SQLiteRepresentable, Codable { case home, work }

@Selection private struct Place: Codable {
    var url: URL?
    var kind: PlaceKind?
    var tags: [String] = []
    var words: [String: String] = [:]
    var any: SQLiteValue?
}

@Suite("An array or object in place of a string in JSON")
struct JSONStringMismatchTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Mixed.createTable().execute(db)
    }

    private func insert(_ contact: String, _ place: String = "{}") throws {
        try db.execute("INSERT INTO mixeds VALUES (1, \(contact), \(place))")
    }

    @Test(
        "It is a mismatch that names the member",
        arguments: [
            (
                #"{"name":{"a":1},"work":{}}"#,
                #"member "name": expected String, found TEXT '{"a":1}'"#
            ),
            (#"{"name":["a"],"work":{}}"#, #"member "name": expected String, found TEXT '["a"]'"#),
            (
                #"{"name":"","nickname":[],"work":{}}"#,
                #"member "nickname": expected String, found TEXT '[]'"#
            ),
            (
                #"{"name":"","work":{"name":{}}}"#,
                #"member "work.name": expected String, found TEXT '{}'"#
            ),
        ])
    func members(contact: String, reason: String) throws {
        try insert(contact)
        let error = #expect(throws: SQLiteError.self) {
            try Mixed.select(\.contact).fetchAll(db)
        }
        #expect(error?.resultCode == .mismatch)
        #expect(error?.message.hasSuffix(reason) == true, "\(error?.message ?? "")")
    }

    @Test(
        "It is a mismatch for a URL and an enum with raw strings",
        arguments: [
            #"{"url":{"a":1},"tags":[],"words":{}}"#, #"{"kind":["home"],"tags":[],"words":{}}"#,
        ])
    func otherTypes(place: String) throws {
        try insert(#"{"name":"","work":{}}"#, place)
        #expect(throws: SQLiteError.self) { try Mixed.select(\.place).fetchAll(db) }
    }

    @Test("It is a mismatch when the member is read by key path, and no error in a condition")
    func keyPaths() throws {
        try insert(
            #"{"name":{"a":1},"work":{"name":"n"}}"#,
            #"{"url":["u"],"tags":[["t"]],"words":{"w":{}}}"#)
        let error = #expect(throws: SQLiteError.self) {
            try Mixed.select { $0.contact.jsonExtract(\.name) }.fetchAll(db)
        }
        #expect(error?.resultCode == .mismatch)
        #expect(throws: SQLiteError.self) { try Mixed.select { $0.contact.name }.fetchAll(db) }
        #expect(throws: SQLiteError.self) {
            try Mixed.select { $0.place.jsonExtract(\.tags[0]) }.fetchAll(db)
        }
        #expect(throws: SQLiteError.self) {
            try Mixed.select { $0.place.jsonExtract(\.words["w"]) }.fetchAll(db)
        }
        #expect(throws: SQLiteError.self) { try Mixed.select(\.place.url).fetchAll(db) }
        let names = try Mixed.select { $0.contact.work.name }.fetchAll(db)
        #expect(names == ["n"])
        #expect(try Mixed.where { $0.contact.name == "x" }.fetchCount(db) == 0)
        let changed = Mixed.find(1).update { $0.id = 2 }.returning { $0.contact.name }
        #expect(throws: SQLiteError.self) { try changed.fetchAll(db) }
    }

    @Test("A member of any type is the JSON")
    func anyValue() throws {
        try insert(#"{"name":"","work":{}}"#, #"{"tags":[],"words":{},"any":{"a":1}}"#)
        #expect(try Mixed.find(1).fetchRequired(db).place.any == .text(#"{"a":1}"#))
    }
}
