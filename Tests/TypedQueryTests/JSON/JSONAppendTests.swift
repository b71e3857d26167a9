import DataLiteMacros
import Testing

@Selection private struct PassportStamp: Codable, Equatable { let code: Int }

@Table private struct Passport: Equatable, Identifiable {
    let id: Int
    @Column(as: [String].JSONRepresentation.self) var visas: [String] = []
    @Column(as: [PassportStamp].JSONRepresentation.self) var stamps: [PassportStamp] = []
}

@Table private struct Ticket: Identifiable {
    let id: Int
    @Column(as: [Int]?.JSONRepresentation.self) var seats: [Int]?
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

    @Test("A column without JSON becomes an array")
    func missingArray() throws {
        let db = try Connection(location: .inMemory)
        try Ticket.createTable().execute(db)
        try Ticket.insert {
            Ticket(id: 1)
            Ticket(id: 2, seats: [1])
        }.execute(db)
        try db.execute("INSERT INTO tickets VALUES (3, 'null')")
        let append = Ticket.all.update { $0.seats = $0.seats.jsonAppend(4).jsonAppend(5) }
        #expect(try append.execute(db) == 3)
        let seats = try Ticket.order(by: \.id).select(\.seats).fetchAll(db)
        #expect(seats == [[4, 5], [1, 4, 5], [4, 5]])
    }
}
