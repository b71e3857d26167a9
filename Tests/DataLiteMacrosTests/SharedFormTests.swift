import DataLiteMacros
import Foundation
import Testing

@Suite("The forms of dates and UUIDs that several tables share")
struct SharedFormTests {
    private static let date = Date(timeIntervalSince1970: 1_735_808_400.25)
    private static let uuid = UUID(uuidString: "0A0B0C0D-0000-0000-0000-00000000000F")!

    @Test("Each table stores and reads the shared forms, unless it chooses another")
    func forms() throws {
        let db = try Connection(location: .inMemory)
        try Stay.createTable(strict: true).execute(db)
        let visit = Stay(
            id: Self.uuid, startsAt: Self.date, endsAt: nil, seenAt: Date(timeIntervalSince1970: 5))
        try Stay.insert { visit }.execute(db)
        let stored: SQLiteRow = try db.requiredRow("SELECT * FROM stays")
        #expect(try stored["id", as: Data.self].count == 16)
        #expect(stored["startsAt"] == .int(1_735_808_400_250))
        #expect(stored["endsAt"] == .null)
        #expect(stored["seenAt"] == .int(5))
        #expect(try Stay.find(Self.uuid).fetchAll(db) == [visit])
        #expect(
            try Stay.where { $0.startsAt == Self.date && $0.endsAt.is(nil) }.fetchCount(db) == 1)
        #expect(try Stay.differences(in: db).isEmpty)
    }

    @Test("A form that the protocol leaves out is the form without a choice")
    func defaults() throws {
        let db = try Connection(location: .inMemory)
        try Call.createTable(strict: true).execute(db)
        try Call.insert { Call(id: Self.uuid, at: Self.date) }.execute(db)
        let stored: SQLiteRow = try db.requiredRow("SELECT * FROM calls")
        #expect(stored["id"] == .text(Self.uuid.uuidString))
        #expect(stored["at"] == Self.date.sqliteValue)
        #expect(try Call.where { $0.at <= Self.date }.fetchAll(db).map(\.id) == [Self.uuid])
    }

    @Test("The cases of an enum table have the shared forms, which its own arguments override")
    func cases() throws {
        let db = try Connection(location: .inMemory)
        try Mark.createTable(strict: true).execute(db)
        let rows: [Mark] = [.at(Self.date), .device(Self.uuid)]
        try Mark.insert { rows }.execute(db)
        let stored = try db.rows("SELECT typeof(at), typeof(device) FROM marks ORDER BY rowid")
        #expect(
            stored.map { Array($0.values) } == [
                [.text("real"), .text("null")], [.text("null"), .text("blob")],
            ])
        #expect(try Mark.where { $0.at == Self.date || $0.device == Self.uuid }.fetchCount(db) == 2)
    }
}

private enum AppForms: TableForms {
    typealias Dates = Date.UnixMillisecondsRepresentation
    typealias UUIDs = UUID.BytesRepresentation
}

private enum NoForms: TableForms {}

@Table(forms: AppForms.self) private struct Stay: Hashable {
    let id: UUID
    var startsAt: Date
    var endsAt: (Date)?
    @Column(as: Date.UnixTimeRepresentation.self) var seenAt: Date
}

@Table(forms: NoForms.self) private struct Call: Hashable {
    let id: UUID
    var at: Date
}

@Table(forms: AppForms.self, dates: .fractionalUnixSeconds) private enum Mark: Hashable {
    case at(Date)
    case device((UUID))
}
