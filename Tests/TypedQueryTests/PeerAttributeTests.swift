import DataLiteMacros
import Foundation
import Testing

@Selection struct StallKey: Equatable, Sendable {
    let market: Int
    let number: Int
}

@Selection struct StallSize: Equatable, Sendable {
    var width = 1
    var depth = 2
}

@Table struct Stall: Equatable {
    @Columns(primaryKey: true) let id: StallKey
    @Columns var size: StallSize
    @Columns(prefix: "old_") var oldSize: StallSize?
    @Column(as: [String].JSONRepresentation.self) var goods = [String]()
    @Column(as: Set<Int>.JSONRepresentation.self) var days = Set<Int>()
    var opened = Date.init(timeIntervalSince1970: 0)
    var rent = 1 as Double
    var note = "a" as String?
}

@Selection enum StallEvent: Equatable, Sendable {
    @Columns case resized(StallSize)
    case closed(String)
}

@Table struct StallNote: Equatable {
    let id: Int
    @Column(as: Date?.ISO8601Representation.self) var text: Date?
    @Column(as: Date?.UnixTimeRepresentation.self) var seconds: Date?
    @Column(as: Date?.FractionalUnixTimeRepresentation.self) var fraction: Date?
    @Column(as: Date?.UnixMillisecondsRepresentation.self) var milliseconds: Date?
    @Column(as: Optional<Date>.JulianDayRepresentation.self) var day: Date?
    @Column(as: Optional<Date.JulianDayRepresentation>.self) var otherDay: Date?
    @Column(as: UUID?.LowercasedRepresentation.self) var lower: UUID?
    @Column(as: UUID?.UppercasedRepresentation.self) var upper: UUID?
    @Column(as: UUID?.BytesRepresentation.self) var bytes: UUID?
}

@Table struct StallVisit: Equatable {
    let id: Int
    var guest = ""
    @Column(lazyInitializable: true) let startedAt: Int
}

@Suite("Attributes and default values of StructuredQueries")
struct PeerAttributeTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Stall.createTable().execute(db)
    }

    @Test("@Columns marks a group of columns, a key of several columns and a case")
    func groups() throws {
        let names = Stall.columnDefinitions.list.map(\.name)
        #expect(
            names == [
                "market", "number", "width", "depth", "old_width", "old_depth", "goods", "days",
                "opened", "rent", "note",
            ])
        let id = StallKey(market: 1, number: 2)
        try Stall.insert { Stall.Draft(id: id, size: StallSize(), oldSize: nil) }.execute(db)
        let stall = try #require(try Stall.find(id).fetchOne(db))
        #expect(stall.size == StallSize() && stall.oldSize == nil)
        #expect(StallEvent.columnDefinitions.list.map(\.name) == ["width", "depth", "closed"])
    }

    @Test("A representation can be a member of the optional type")
    func optionalRepresentations() throws {
        try StallNote.createTable().execute(db)
        let date = Date(timeIntervalSince1970: 86_400)
        let key = try #require(UUID(uuidString: "0A0B0C0D-0000-0000-0000-00000000000F"))
        let note = StallNote(
            id: 1, text: date, seconds: date, fraction: date, milliseconds: date, day: date,
            otherDay: date, lower: key, upper: key, bytes: key)
        try StallNote.insert { [note, StallNote(id: 2)] }.execute(db)
        #expect(try StallNote.order(by: \.id).fetchAll(db) == [note, StallNote(id: 2)])
        let row = try #require(try db.row("SELECT * FROM stallNotes"))
        #expect(
            row.values == [
                1, "1970-01-02 00:00:00.000", 86_400, 86_400.0, 86_400_000, 2_440_588.5,
                2_440_588.5,
                "0a0b0c0d-0000-0000-0000-00000000000f", "0A0B0C0D-0000-0000-0000-00000000000F",
                .blob(withUnsafeBytes(of: key.uuid) { Data($0) }),
            ])
        let found = StallNote.where { $0.seconds == date && $0.day == date && $0.bytes == key }
        #expect(try found.select(\.id).fetchAll(db) == [1])
    }

    @Test("The type of a column follows from an initializer or a conversion in its default value")
    func inference() throws {
        let stall = Stall(id: StallKey(market: 1, number: 1), size: StallSize())
        try Stall.insert { stall }.execute(db)
        #expect(try Stall.all.fetchAll(db) == [stall])
        let types = try db.rows("SELECT typeof(goods), typeof(rent), opened FROM stalls")
        #expect(types[0].values.prefix(2) == [.text("text"), .text("real")])
    }

    @Test("An integer can be inserted into SQL text as a literal")
    func rawIntegers() throws {
        let months = 3
        let text: SQLFragment = "SELECT date('2026-06-01', '-\(raw: months) months')"
        #expect(try SQLQuery(text, as: String.self).fetchAll(db) == ["2026-03-01"])
        let count = UInt8(2)
        #expect(try db.value("SELECT '\(raw: count)' || \(raw: -1)") == "2-1")
    }

    @Test("A draft leaves a lazily initialized column to the database")
    func lazyColumns() throws {
        try db.execute(
            """
            CREATE TABLE stallVisits(id INTEGER PRIMARY KEY, guest TEXT NOT NULL,
                startedAt INTEGER NOT NULL DEFAULT 7)
            """)
        try StallVisit.insert { StallVisit.Draft(guest: "Ada") }.execute(db)
        #expect(try StallVisit.fetchAll(db) == [StallVisit(id: 1, guest: "Ada", startedAt: 7)])
    }
}
