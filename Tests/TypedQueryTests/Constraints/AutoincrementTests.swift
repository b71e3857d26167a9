import DataLiteMacros
import Foundation
import Testing

@Table private struct Ticket: Identifiable {
    let id: Int
    var title = ""

    static var constraints: [TableConstraint<Ticket>] { [.autoincrement] }
}

/// The same table without the constraint, but with another one.
@Table("tickets") private struct PlainTicket {
    let id: Int
    var title = ""

    static var constraints: [TableConstraint<PlainTicket>] { [.check { $0.id > 0 }] }
}

/// The same table without constraints.
@Table("tickets") private struct AnyTicket {
    let id: Int
    var title = ""
}

@Table private struct Token {
    let id: UUID
    static var constraints: [TableConstraint<Token>] { [.autoincrement] }
}

@Table private struct Coupon {
    let id: Int
    static var constraints: [TableConstraint<Coupon>] { [.autoincrement, .withoutRowID] }
}

@Table private struct Unkeyed {
    let number: Int
    static var constraints: [TableConstraint<Unkeyed>] { [.autoincrement] }
}

@Suite("A table that is AUTOINCREMENT")
struct AutoincrementTests {
    private let db: Connection

    init() throws { db = try Connection(location: .inMemory) }

    @Test("createTable declares the key")
    func created() throws {
        #expect(
            try Ticket.createTable(strict: true).sql().text == """
                CREATE TABLE "tickets" (
                  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
                  "title" TEXT NOT NULL DEFAULT ''
                ) STRICT
                """)
    }

    @Test("The key of a deleted row is not used again")
    func keys() throws {
        try Ticket.createTable().execute(db)
        let insert = Ticket.insert { Ticket.Draft(title: "A") }.returning(\.id)
        #expect(try insert.fetchOne(db) == 1)
        try Ticket.find(1).delete().execute(db)
        #expect(try insert.fetchOne(db) == 2)
    }

    @Test("Differences compare it with the table of a database")
    func differences() throws {
        try Ticket.createTable().execute(db)
        #expect(try Ticket.differences(in: db) == [])
        #expect(try AnyTicket.differences(in: db) == [])
        #expect(
            try PlainTicket.differences(in: db).map(\.kind) == [
                .missingConstraint(#"CHECK ("id" > 0)"#), .extraConstraint("AUTOINCREMENT"),
            ])
        try db.execute("DROP TABLE tickets")
        try AnyTicket.createTable().execute(db)
        #expect(
            try Ticket.differences(in: db).map(\.kind) == [.missingConstraint("AUTOINCREMENT")])
    }

    @Test("It needs a primary key of one column of integers, and a rowid")
    func mistakes() {
        for statement in [Token.createTable(), Coupon.createTable(), Unkeyed.createTable()] {
            let error = #expect(throws: SQLiteError.self) { try statement.execute(db) }
            #expect(error?.message.contains("cannot be AUTOINCREMENT: it needs a primary") == true)
        }
    }
}
