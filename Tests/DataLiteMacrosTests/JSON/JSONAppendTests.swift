import DataLiteMacros
import Testing

@Selection private struct PassportStamp: Codable, Equatable { let code: Int }

@Table private struct Passport: Equatable, Identifiable {
    let id: Int
    @Column(as: [String].JSONRepresentation.self) var visas: [String] = []
    @Column(as: [PassportStamp].JSONRepresentation.self) var stamps: [PassportStamp] = []
}

@Suite("Appending to a column that is a JSON array")
struct JSONAppendTests {
    @Test("A string or a row is appended to the array of the column")
    func column() throws {
        let db = try Connection(location: .inMemory)
        try Passport.createTable().execute(db)
        try Passport.insert { Passport(id: 1, visas: ["a"]) }.execute(db)
        try Passport.find(1).update {
            $0.visas = $0.visas.jsonAppend("b")
            $0.stamps = $0.stamps.jsonAppend(PassportStamp(code: 7))
        }.execute(db)
        let passport = try Passport.find(1).fetchRequired(db)
        #expect(passport == Passport(id: 1, visas: ["a", "b"], stamps: [PassportStamp(code: 7)]))
    }
}
