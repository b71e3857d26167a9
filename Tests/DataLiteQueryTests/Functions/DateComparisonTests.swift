import DataLiteQuery
import DataLiteTesting
import Foundation
import Testing

/// A value that the core reads as a date, and its time in milliseconds since 1970.
struct StoredDate: Sendable, CustomTestStringConvertible {
    let value: SQLiteValue
    let milliseconds: Int64

    var testDescription: String { value.description }

    /// 1 June 2024, 10:00, in every form, in chronological order.
    static let noonForms: [StoredDate] = {
        let texts = [
            "2024-06-01 10:00:00.000", "2024-06-01 10:00:00", "2024-06-01T10:00",
            "2024-06-01t10:00:00.000z", "2024-06-01 10:00:00Z", "2024-06-01 12:30:00+02:30",
            "2024-05-31T22:00:00 -12:00", "2024-06-01 10:00:00.000000000",
        ]
        let numbers: [SQLiteValue] = [.int(1_717_236_000), .real(1_717_236_000)]
        return (texts.map(SQLiteValue.text) + numbers).map {
            StoredDate(value: $0, milliseconds: 1_717_236_000_000)
        }
    }()

    /// Whether SQLite rounds up the 59.9996 seconds of a string. Newer versions round them down.
    static let roundsUp: Bool = {
        let sql: SQL = "SELECT strftime('%f', '2024-06-01 09:59:59.9996', '+0 days')"
        let seconds: String? = try? Connection(location: .inMemory).value(sql)
        return seconds == "00.000"
    }()

    static let others = forms + (roundsUp ? formsRoundedUp : [])

    /// Without a modifier, SQLite here rounds down the seconds of a string, and rounds up those of
    /// a number.
    private static let formsRoundedUp = [
        StoredDate(value: "2024-06-01 11:59:59.9996+02:00", milliseconds: 1_717_236_000_000),
        StoredDate(value: "2024-06-01 09:59:59.9996", milliseconds: 1_717_236_000_000),
    ]

    private static let forms = [
        StoredDate(value: 1_717_235_999.9996, milliseconds: 1_717_236_000_000),
        StoredDate(value: "0000-01-01", milliseconds: -62_167_219_200_000),
        StoredDate(value: "1969-12-31 23:59:59.5", milliseconds: -500),
        StoredDate(value: -1.5, milliseconds: -1_500),
        StoredDate(value: 0, milliseconds: 0),
        StoredDate(value: 1, milliseconds: 1_000),
        StoredDate(value: "2024-06-01", milliseconds: 1_717_200_000_000),
        StoredDate(value: "2024-06-01T09:59:59.999", milliseconds: 1_717_235_999_999),
        StoredDate(value: 1_717_236_000.001, milliseconds: 1_717_236_000_001),
        StoredDate(value: "2024-06-01T10:00:00.250Z", milliseconds: 1_717_236_000_250),
        StoredDate(value: 1_717_236_000.25, milliseconds: 1_717_236_000_250),
        StoredDate(value: "2024-06-01 11:59:59+02:00", milliseconds: 1_717_235_999_000),
        StoredDate(value: "9999-12-31 23:59:59.999", milliseconds: 253_402_300_799_999),
    ]
}

@Suite("The dates of a column")
struct DateComparisonTests {
    private static let written: [Date] = [
        -62_167_219_200, -0.5, 0, 0.001, 1_717_235_999.999, 1_717_236_000,
        1_717_236_000.123_456, 1_717_236_000.25, 253_402_300_799,
    ].map { Date(timeIntervalSince1970: $0) }

    @Test("Dates that the library wrote compare and sort unchanged")
    func written() throws {
        let db = try Moment.empty()
        for (id, date) in Self.written.enumerated().reversed() {
            try db.execute("INSERT INTO \"m\" VALUES (\(id), \(date), NULL, '', 0)")
        }
        for (id, date) in Self.written.enumerated() {
            let less = Moment.where { $0.at < date }.order(by: \.at).select(\.id)
            #expect(try less.fetchAll(db) == Array(0..<id))
            let equal = Moment.where { $0.at == date }.select(\.id)
            #expect(try equal.fetchAll(db) == [id])
            let range = Moment.where { $0.at.between(date, and: Self.written[8]) }
            #expect(try range.fetchCount(db) == 9 - id)
        }
        #expect(
            try Moment.order(by: \.at).select(\.at).fetchAll(db) == Self.written)
    }

    @Test("Dates of each form are normalized", arguments: StoredDate.noonForms + StoredDate.others)
    func normalized(_ stored: StoredDate) throws {
        let db = try Moment.empty()
        try db.execute("INSERT INTO \"m\" VALUES (1, \(stored.value), \(stored.value), '', 0)")
        let read = try #require(try Moment.select(\.at).fetchOne(db))
        let row = try #require(
            try Moment.select { ($0.at.normalized(), $0.due.normalized()) }.fetchOne(db))
        #expect(row.0.map(milliseconds) == stored.milliseconds)
        #expect(row.1 == row.0)
        #expect(milliseconds(read) == stored.milliseconds)
    }

    @Test("Normalized dates compare and sort, whatever their forms")
    func mixed() throws {
        let db = try Moment.empty()
        let all = StoredDate.noonForms + StoredDate.others
        for (id, date) in all.enumerated() {
            try db.execute("INSERT INTO \"m\" VALUES (\(id), \(date.value), NULL, '', 0)")
        }
        for date in all {
            let bound = SQLExpression(
                Date(timeIntervalSince1970: Double(date.milliseconds) / 1000)
            ).normalized()
            let less = Moment.where { $0.at.normalized() < bound }
            #expect(
                try less.fetchCount(db) == all.count { $0.milliseconds < date.milliseconds })
            let equal = Moment.where { $0.at.normalized() == bound }
            #expect(
                try equal.fetchCount(db) == all.count { $0.milliseconds == date.milliseconds })
        }
        let sorted = try Moment.order { $0.at.normalized() }.select(\.at).fetchAll(db)
        #expect(sorted.map(milliseconds) == all.map(\.milliseconds).sorted())
    }

    @Test("Normalized dates have their SQL, and are NULL outside the years 0000 to 9999")
    func others() throws {
        let db = try Moment.empty()
        let values: [SQLiteValue] = [
            .null, "never", "", "now", "NOW", "12:00", "5", "2460462.5", "1717236000",
            "-001-01-01", StoredDate.roundsUp ? "9999-12-31 23:59:59.9996" : "",
            .blob(Data("1".utf8)), 253_402_300_800.0,
            -62_167_219_201,
            .real(.infinity),
        ]
        for (id, value) in values.enumerated() {
            try db.execute("INSERT INTO \"m\" VALUES (\(id), 0, \(value), '', 0)")
        }
        try assertQuery(
            Moment.where { $0.due.normalized() != nil }.select(\.id), on: db,
            sql: """
                SELECT "m"."id" FROM "m" WHERE CASE WHEN typeof("m"."due") = 'text' \
                THEN strftime('%Y-%m-%d %H:%M:%f', CASE WHEN "m"."due" \
                GLOB '[0-9][0-9][0-9][0-9]-*' THEN upper("m"."due") END, '+0 days') \
                WHEN "m"."due" BETWEEN -62167219200 AND 253402300799.999 \
                THEN strftime('%Y-%m-%d %H:%M:%f', "m"."due", 'unixepoch') END IS NOT NULL
                """,
            rows: "(no rows)")
    }

    @Test("30 February and 24:00 normalize to the next day")
    func leniency() throws {
        let db = try Moment.empty()
        try db.execute(
            """
            INSERT INTO "m" VALUES
                (1, '2024-02-30', NULL, '', 0), (2, '2024-05-31 24:00', NULL, '', 0)
            """)
        let dates = try Moment.order(by: \.id).select { $0.at.normalized() }.fetchAll(db)
        #expect(
            dates.map { $0.map(milliseconds) } == [1_709_251_200_000, 1_717_200_000_000])
    }

    private func milliseconds(_ date: Date) -> Int64 {
        Int64((date.timeIntervalSince1970 * 1000).rounded())
    }
}
