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

    @Test(
        "Tables, groups and enums that adopt a protocol of the program have the forms that it chooses"
    )
    func adopted() throws {
        let db = try Connection(location: .inMemory)
        try Outing.createTable(strict: true).execute(db)
        try Sight.createTable(strict: true).execute(db)
        let seconds = Date(timeIntervalSince1970: 5)
        let trip = Outing(
            id: Self.uuid, at: Self.date, range: TripRange(start: Self.date, end: nil),
            seenAt: seconds)
        try Outing.insert { trip }.execute(db)
        try Outing.insert { Outing.Draft(range: TripRange(start: seconds), seenAt: seconds) }
            .execute(
                db)
        let stored: SQLiteRow = try db.requiredRow("SELECT * FROM outings")
        #expect(try stored["id", as: Data.self].count == 16)
        #expect(stored["at"] == .int(1_735_808_400_250))
        #expect(stored["start"] == .int(1_735_808_400_250))
        #expect(stored["seenAt"] == .int(5))
        #expect(try Outing.find(Self.uuid).fetchAll(db) == [trip])
        try Outing.where { $0.at == Self.date }.update {
            $0.range.end = seconds
            $0.at = nil
        }.execute(db)
        #expect(try Outing.where { $0.range.end == seconds && $0.at == nil }.fetchCount(db) == 1)
        #expect(try Outing.differences(in: db).isEmpty)

        let sights: [Sight] = [.at(Self.date), .device(Self.uuid)]
        try Sight.insert { sights }.execute(db)
        #expect(try Sight.where { $0.at == Self.date }.select(\.device).fetchAll(db) == [nil])
        #expect(try Sight.all.fetchAll(db) == sights)
        #expect(try db.requiredRow("SELECT at FROM sights") as Int64 == 1_735_808_400_250)
    }

    @Test("A protocol that chooses no forms changes nothing, and arguments come before a protocol")
    func protocols() throws {
        let at: SQLExpression<Date> = Remark.columns.at
        let key: SQLExpression<UUID> = Remark.columns.id
        let text: SQLExpression<Date> = Pause.columns.at
        let unix: SQLExpression<Date.UnixTimeRepresentation> = Halt.columns.at
        let db = try Connection(location: .inMemory)
        try Remark.createTable(strict: true).execute(db)
        try Pause.createTable(strict: true).execute(db)
        try Halt.createTable(strict: true).execute(db)
        let note = Remark(id: Self.uuid, at: Self.date)
        try Remark.insert { note }.execute(db)
        try Pause.insert { Pause(id: Self.uuid, at: Self.date) }.execute(db)
        try Halt.insert { Halt(id: Self.uuid, at: Self.date) }.execute(db)
        #expect(
            try Remark.where { _ in at == Self.date && key == Self.uuid }.fetchAll(db) == [note])
        #expect(try Pause.where { _ in text == Self.date }.fetchCount(db) == 1)
        #expect(try Halt.where { _ in unix == Self.date }.fetchCount(db) == 1)
        #expect(
            try db.requiredRow(
                """
                SELECT (SELECT typeof(id) || typeof(at) FROM remarks)
                    || (SELECT typeof(id) || typeof(at) FROM pauses)
                    || (SELECT typeof(id) || typeof(at) FROM halts)
                """) as String == "texttextblobtexttextinteger")
    }
}

private protocol AppTable { typealias ColumnForms = AppForms }

/// Inherits the forms.
private protocol SyncedTable: AppTable {}

private protocol Marked {}

@Selection private struct TripRange: AppTable, Hashable {
    var start: Date
    var end: Date? = nil
}

@Table private struct Outing: SyncedTable, Hashable {
    let id: UUID
    var at: Date? = Date(timeIntervalSince1970: 9)
    var range: TripRange
    @Column(as: Date.UnixTimeRepresentation.self) var seenAt: Date
}

@Table private enum Sight: AppTable, Hashable {
    case at(Date)
    case device(UUID)
}

@Table private struct Remark: Marked, Hashable {
    let id: UUID
    var at: Date
}

@Table(dates: .text) private struct Pause: AppTable {
    let id: UUID
    var at: Date
}

@Table(forms: UnixForms.self) private struct Halt: AppTable {
    let id: UUID
    var at: Date
}

private enum UnixForms: TableForms { typealias Dates = Date.UnixTimeRepresentation }

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
