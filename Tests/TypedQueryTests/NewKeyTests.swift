import DataLiteMacros
import Foundation
import Testing

@Table private struct Ticket: Equatable, Identifiable {
    let id: UUID
    var seat = ""
}

@Table(uuids: .lowerText) private struct LowerTicket: Equatable, Identifiable {
    let id: UUID
    var seat = ""
}

@Table(uuids: .blob) private struct ByteTicket: Equatable, Identifiable {
    let id: UUID
    var seat = ""
}

private struct TicketID: RawRepresentable, Hashable, Sendable, SQLiteRepresentable {
    var rawValue: UUID
}

@Table private struct NamedTicket: Equatable, Identifiable {
    var id: TicketID?
    var seat = ""
}

@Table private struct TicketPhoto: Equatable {
    @Column(primaryKey: true, references: Ticket.self) let ticketID: UUID
    @Column(default: "1") var size: Int
}

@Suite("New UUID keys")
struct NewKeyTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
    }

    @Test(
        "A draft without its key gets a random UUID in the form of the column",
        arguments: [false, true])
    func drafts(strict: Bool) throws {
        try Ticket.createTable(strict: strict).execute(db)
        try LowerTicket.createTable(strict: strict).execute(db)
        try ByteTicket.createTable(strict: strict).execute(db)
        try NamedTicket.createTable(strict: strict).execute(db)
        try Ticket.insert { Ticket.Draft(seat: "1A") }.execute(db)
        try LowerTicket.insert { LowerTicket.Draft(id: nil, seat: "1A") }.execute(db)
        try ByteTicket.insert { ByteTicket.Draft(seat: "1A") }.execute(db)
        try NamedTicket.insert { NamedTicket.Draft(seat: "1A") }.execute(db)
        let text = try db.value(
            "SELECT group_concat(id) FROM tickets WHERE id = upper(id)", as: String.self)
        let id = try Ticket.all.select(\.id).fetchRequired(db)
        #expect(text == id.uuidString)
        #expect(id.uuid.6 >> 4 == 4 && id.uuid.8 >> 6 == 0b10)
        #expect(try Ticket.find(id).fetchOne(db) == Ticket(id: id, seat: "1A"))
        let lower = try LowerTicket.all.fetchRequired(db)
        #expect(try LowerTicket.find(lower.id).fetchOne(db) == lower)
        let bytes = try ByteTicket.all.fetchRequired(db)
        #expect(try ByteTicket.find(bytes.id).fetchOne(db) == bytes)
        #expect(try NamedTicket.all.fetchRequired(db).id != nil)
    }

    @Test("Many drafts get different keys")
    func manyDrafts() throws {
        try Ticket.createTable().execute(db)
        let keys = try Ticket.insert { for _ in 0..<100 { Ticket.Draft(seat: "") } }
            .returning(\.id).fetchAll(db)
        #expect(Set(keys).count == 100)
    }

    @Test("A key that refers to another table, and other columns, get no UUID")
    func references() throws {
        let sql = try TicketPhoto.createTable().sql().text
        #expect(!sql.contains("randomblob"))
        #expect(sql.contains("DEFAULT 1"))
    }

    @Test(
        "A table with another default of the key, or none, is not different",
        arguments: ["", "DEFAULT (lower(hex(randomblob(16))))"])
    func differences(of text: String) throws {
        let columns = "id TEXT PRIMARY KEY NOT NULL \(text), seat TEXT NOT NULL DEFAULT ''"
        try db.execute("CREATE TABLE tickets (\(raw: columns))")
        #expect(try Ticket.differences(in: db) == [])
        try LowerTicket.createTable().execute(db)
        #expect(try LowerTicket.differences(in: db) == [])
    }
}
