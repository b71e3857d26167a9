import DataLiteMacros
import Foundation
import Testing

/// A property for each form of dates and UUIDs.
@Table struct Stored: Equatable {
    let id: Int
    @Column(as: Date.ISO8601Representation.self) var iso: Date
    @Column(as: Date.UnixTimeRepresentation.self) var seconds: Date
    @Column(as: Date.FractionalUnixTimeRepresentation.self) var fraction: Date
    @Column(as: Date.UnixMillisecondsRepresentation?.self) var milliseconds: Date?
    @Column(as: Date.JulianDayRepresentation.self) var days: Date
    @Column(as: UUID.LowercasedRepresentation.self) var lower: UUID
    @Column(as: UUID.UppercasedRepresentation.self) var upper: UUID
    @Column(as: UUID.BytesRepresentation?.self) var bytes: UUID?
    @Column(as: [String].JSONRepresentation.self) var tags: [String] = []
}

/// A table whose key has a form.
@Table struct Member: Equatable, Identifiable {
    @Column(as: UUID.BytesRepresentation.self) let id: UUID
    var name = ""
}

@Suite("The forms of dates and UUIDs")
struct StoredFormTests {
    private static let date = Date(timeIntervalSince1970: 1_735_808_400.25)
    private static let uuid = UUID(uuidString: "0A0B0C0D-0000-0000-0000-00000000000F")!

    private let db: Connection
    private let row = Stored(
        id: 1, iso: date, seconds: date, fraction: date, milliseconds: date, days: date,
        lower: uuid, upper: uuid, bytes: uuid, tags: ["a", "b"])

    init() throws {
        db = try Connection(location: .inMemory)
        try Stored.createTable(strict: true).execute(db)
        try Stored.insert { row }.execute(db)
    }

    @Test("Each form stores its own type and value")
    func storage() throws {
        let stored: SQLiteRow = try db.requiredRow("SELECT * FROM storeds")
        #expect(stored["iso"] == .text("2025-01-02 09:00:00.250"))
        #expect(stored["seconds"] == .int(1_735_808_400))
        #expect(stored["fraction"] == .real(1_735_808_400.25))
        #expect(stored["milliseconds"] == .int(1_735_808_400_250))
        #expect(try stored["days", as: Double.self] == 2_460_677.875_002_893_4)
        #expect(stored["lower"] == .text("0a0b0c0d-0000-0000-0000-00000000000f"))
        #expect(stored["upper"] == .text("0A0B0C0D-0000-0000-0000-00000000000F"))
        #expect(try stored["bytes", as: Data.self].count == 16)
        #expect(stored["tags"] == .text(#"["a","b"]"#))
        #expect(try Stored.differences(in: db).isEmpty)
    }

    @Test("A row is read back, with the fraction that its form keeps")
    func reading() throws {
        var expected = row
        expected.seconds = Date(timeIntervalSince1970: 1_735_808_400)
        let found = try Stored.all.fetchRequired(db)
        #expect(abs(found.days.timeIntervalSince(Self.date)) < 0.000_05)
        expected.days = found.days
        #expect(found == expected)
    }

    @Test(
        "A date in milliseconds has three digits, and is found and written as it was read",
        arguments: [0, 1_735_808_400, -1_735_808_400])
    func milliseconds(second: Int) throws {
        for millisecond in 0..<1000 {
            let date = Date(timeIntervalSince1970: Double(second) + Double(millisecond) / 1000)
            let value = Date.ISO8601Representation(date).sqliteValue
            guard case .text(let text) = value else { return #expect(Bool(false)) }
            #expect(text.utf8.count == 23)
            #expect(text.hasSuffix("." + String(millisecond + 1000).dropFirst()))
            let read = try #require(Date.ISO8601Representation(value)).value
            #expect(Date.ISO8601Representation(read).sqliteValue == value)
        }
    }

    @Test("A bound value has the form that is named")
    func binding() throws {
        let (date, uuid) = (row.seconds, Self.uuid)
        let query = Stored.where {
            $0.seconds == #bind(date, as: Date.UnixTimeRepresentation.self)
                && $0.lower == #bind(uuid, as: UUID.LowercasedRepresentation.self)
                && $0.bytes == #bind(uuid, as: UUID.BytesRepresentation?.self)
                && $0.tags == #bind(["a", "b"], as: [String].JSONRepresentation.self)
        }
        #expect(try query.fetchCount(db) == 1)
        let none = Stored.select { _ in #bind(nil, as: Date.UnixTimeRepresentation?.self) }
        #expect(try none.fetchAll(db) == [nil])
        let inserted = Stored.insert {
            ($0.id, $0.bytes)
        } select: {
            Stored.select { ($0.id, #bind(uuid, as: UUID.BytesRepresentation?.self)) }
        }
        let bytes = Data([10, 11, 12, 13] + Array(repeating: 0, count: 11) + [15])
        #expect(try inserted.sql().parameters == [.blob(bytes)])
    }

    @Test("Values are compared in the form of their column")
    func comparison() throws {
        let (date, uuid) = (Self.date, Self.uuid)
        let conditions: [Where<Stored>] = [
            Stored.where { $0.iso == date }, Stored.where { $0.fraction == date },
            Stored.where { $0.milliseconds == date }, Stored.where { $0.seconds <= date },
            Stored.where { $0.lower == uuid }, Stored.where { $0.upper == uuid },
            Stored.where { $0.bytes == uuid }, Stored.where { $0.bytes.in([uuid]) },
            Stored.where { $0.lower.in([uuid, UUID()]) }, Stored.where { $0.tags == ["a", "b"] },
            Stored.where { $0.iso.between(date, and: date) },
        ]
        for query in conditions { #expect(try query.fetchCount(db) == 1) }
    }

    @Test("Updates assign values in the form of their column")
    func updates() throws {
        try Stored.all.update {
            $0.milliseconds = nil
            $0.lower = UUID(uuidString: "FFFFFFFF-0000-0000-0000-000000000000")!
            $0.seconds = Date(timeIntervalSince1970: -0.5)
        }.execute(db)
        let stored: SQLiteRow = try db.requiredRow(
            "SELECT milliseconds, lower, seconds FROM storeds")
        #expect(stored.values == [.null, .text("ffffffff-0000-0000-0000-000000000000"), .int(-1)])
    }

    @Test("A date that a form cannot store is an error, not another date")
    func outOfRange() throws {
        let distant = Date(timeIntervalSince1970: 1e300)
        #expect(throws: SQLiteError.self) {
            try Stored.all.update { $0.seconds = distant }.execute(db)
        }
        #expect(throws: SQLiteError.self) {
            try Stored.all.update { $0.iso = distant }.execute(db)
        }
        #expect(throws: SQLiteError.self) {
            try Stored.all.update { $0.fraction = Date(timeIntervalSince1970: .nan) }.execute(db)
        }
        #expect(try Stored.all.fetchOne(db)?.iso == Self.date)
    }

    @Test(
        "A value in another form is an error",
        arguments: [
            ("iso", "1735808400"), ("seconds", "'2025-01-02'"), ("fraction", "x'00'"),
            ("milliseconds", "1.5"), ("days", "'2025-01-02'"), ("lower", "'no UUID'"),
            ("bytes", "x'0102'"),
        ])
    func otherForms(column: String, value: String) throws {
        try db.execute(
            script: """
                CREATE TABLE loose AS SELECT * FROM storeds;
                DROP TABLE storeds; ALTER TABLE loose RENAME TO storeds;
                UPDATE storeds SET \(column) = \(value)
                """)
        #expect(throws: SQLiteError.self) { try Stored.all.fetchOne(db) }
    }

    @Test("A key with a form finds, updates and deletes its row")
    func keys() throws {
        try Member.createTable().execute(db)
        let ids = (0..<3).map { _ in UUID() }
        try Member.insert { for id in ids { Member(id: id, name: "a") } }.execute(db)
        #expect(try db.value("SELECT DISTINCT typeof(id) FROM members") == "blob")
        try Member.find(ids[0]).update { $0.name = "b" }.execute(db)
        #expect(try Member.find(ids[0]).fetchOne(db) == Member(id: ids[0], name: "b"))
        #expect(try Member.find([ids[1], ids[2], UUID()]).fetchCount(db) == 2)
        try Member.delete(Member(id: ids[1])).execute(db)
        #expect(try Member.all.fetchCount(db) == 2)
    }
}

/// A table whose dates and UUIDs are stored as GRDB does, but for one.
@Table(dates: .millisecondText, uuids: .blob) struct Visit: Equatable, Identifiable {
    let id: UUID
    var begin: Date
    var end: Date?
    var host: UUID?
    @Column(as: Date.UnixTimeRepresentation.self) var created: Date
    var updated = Date(timeIntervalSince1970: 5)
}

@Table("visits", dates: .unixMilliseconds, uuids: .lowerText) struct VisitInMilliseconds {
    let id: Int
    var begin: Date
    var host: UUID
}

@Table(dates: .fractionalUnixSeconds) struct Fractional {
    let id: Int
    var date: Date
}

@Table(dates: .julianDay) struct Julian {
    let id: Int
    var date: Date
}

@Table(dates: .unixSeconds) struct Whole {
    let id: Int
    var date: Date
}

@Suite("The form of all dates and UUIDs of a table")
struct TableFormTests {
    private let db: Connection
    private let date = Date(timeIntervalSince1970: 1_735_808_400.25)

    init() throws { db = try Connection(location: .inMemory) }

    @Test("The form applies to each column of the type without its own form")
    func columns() throws {
        try Visit.createTable(strict: true).execute(db)
        let visit = Visit(id: UUID(), begin: date, end: date, host: UUID(), created: date)
        try Visit.insert { visit }.execute(db)
        let row: SQLiteRow = try db.requiredRow(
            """
            SELECT typeof(id) AS id, begin, "end", typeof(host) AS host, created, updated
            FROM visits
            """)
        #expect(row["id"] == "blob" && row["host"] == "blob")
        #expect(row["begin"] == "2025-01-02 09:00:00.250")
        #expect(row["end"] == "2025-01-02 09:00:00.250")
        #expect(row["created"] == .int(1_735_808_400))
        #expect(row["updated"] == "1970-01-01 00:00:05.000")
        #expect(try Visit.find(visit.id).fetchOne(db)?.host == visit.host)
        #expect(try Visit.where { $0.begin == date && $0.end == date }.fetchCount(db) == 1)
        #expect(try Visit.differences(in: db).isEmpty)
    }

    @Test("Each form has the type of its column")
    func types() throws {
        #expect(try VisitInMilliseconds.createTable().sql().text.contains(#""begin" INTEGER"#))
        #expect(try VisitInMilliseconds.createTable().sql().text.contains(#""host" TEXT"#))
        #expect(try Fractional.createTable().sql().text.contains(#""date" REAL"#))
        #expect(try Julian.createTable().sql().text.contains(#""date" REAL"#))
        #expect(try Whole.createTable().sql().text.contains(#""date" INTEGER"#))
    }
}
