import DataLiteMacros
import DataLiteTestSupport
import DataLiteTesting
import Foundation
import Testing

/// The same date in each form.
@Table("dated") private struct Dated {
    let id: Int
    var text: Date
    @Column(as: Date.ISO8601Representation.self) var iso: Date
    @Column(as: Date.UnixTimeRepresentation.self) var seconds: Date
    @Column(as: Date.FractionalUnixTimeRepresentation.self) var fraction: Date
    @Column(as: Date.UnixMillisecondsRepresentation.self) var milliseconds: Date
    @Column(as: Date.JulianDayRepresentation.self) var days: Date
    @Column(as: Date.UnixTimeRepresentation?.self) var due: Date?

    init(id: Int, at date: Date, due: Date? = nil) {
        self.id = id
        (text, iso, seconds, fraction, milliseconds, days) = (date, date, date, date, date, date)
        self.due = due
    }
}

@Suite("A date in each form")
struct DatesByFormTests {
    private let db: Connection
    /// Saturday, 1 June 2024, 10:20:30.250.
    private static let date = Date(timeIntervalSince1970: 1_717_237_230.25)
    private static let month = Date(timeIntervalSince1970: 1_717_200_000)

    init() throws {
        db = try Connection(location: .inMemory)
        try Dated.createTable(strict: true).execute(db)
        try Dated.insert { Dated(id: 1, at: Self.date) }.execute(db)
        try Dated.insert { Dated(id: 2, at: Self.month, due: Self.month) }.execute(db)
    }

    @Test("A call with modifiers stays in the form of its column")
    func sql() throws {
        try assertQuery(
            Dated.find(1).select {
                ($0.text(.startOfMonth, .days(-7)), $0.iso(.startOfDay), $0.seconds(.startOfYear))
            },
            on: db,
            sql: """
                SELECT strftime('%Y-%m-%d %H:%M:%f', "dated"."text", 'start of month', ?), \
                strftime('%Y-%m-%d %H:%M:%f', "dated"."iso", 'start of day'), \
                unixepoch("dated"."seconds", 'unixepoch', 'start of year') \
                FROM "dated" WHERE "dated"."id" = ?
                """,
            rows: "'2024-05-25 00:00:00.000' | '2024-06-01 00:00:00.000' | 1704067200")
        try assertQuery(
            Dated.order(by: \.id).select {
                (
                    $0.fraction(.hours(1)), $0.milliseconds(.hours(1)), $0.days(.hours(12)),
                    $0.due(.days(1))
                )
            },
            on: db,
            sql: """
                SELECT round((julianday("dated"."fraction", 'unixepoch', ?) - 2440587.5) * 86400.0, 3), \
                CAST(round((julianday("dated"."milliseconds" / 1000.0, 'unixepoch', ?) - 2440587.5) \
                * 86400000.0) AS "INTEGER"), julianday("dated"."days", ?), \
                unixepoch("dated"."due", 'unixepoch', ?) FROM "dated" ORDER BY "dated"."id"
                """,
            rows: """
                1717240830.25 | 1717240830250 | 2460463.4309056713 | NULL
                1717203600.0 | 1717203600000 | 2460463.0 | 1717286400
                """)
    }

    @Test("Dates changed by modifiers are compared, ordered, grouped, assigned and decoded")
    func clauses() throws {
        let month = Self.month
        let conditions: [Where<Dated>] = [
            Dated.where { $0.text(.startOfMonth) == month },
            Dated.where { $0.iso(.startOfDay) == month },
            Dated.where { $0.seconds(.startOfMonth) == month },
            Dated.where { $0.fraction(.startOfMonth) == month },
            Dated.where { $0.milliseconds(.startOfMonth).in([month]) },
            Dated.where { $0.days(.startOfMonth) == month },
            Dated.where { $0.seconds(.days(1)) > $0.seconds }, Dated.where { $0.text < .now },
            Dated.where { $0.iso < .now }, Dated.where { $0.seconds < .now(.days(-7)) },
            Dated.where { $0.milliseconds < .now }, Dated.where { $0.days < .now },
            Dated.where { $0.fraction < .now }, Dated.where { $0.fraction() == $0.fraction },
        ]
        for query in conditions { #expect(try query.fetchCount(db) == 2) }
        #expect(try Dated.where { $0.due < .now }.fetchCount(db) == 1)
        #expect(try Dated.where { $0.due(.days(1)) == nil }.fetchCount(db) == 1)
        let groups = Dated.group { $0.milliseconds(.startOfMonth) }.order { $0.days(.days(1)) }
            .select { ($0.milliseconds(.startOfMonth), $0.count()) }
        let group = try groups.fetchOnly(db)
        #expect(group.0 == month)
        #expect(group.1 == 2)
        try Dated.find(1).update {
            $0.seconds = $0.seconds(.startOfYear)
            $0.due = $0.due(.days(1))
            $0.text = $0.text(.seconds(0.5))
        }.execute(db)
        let changed = try Dated.find(1).fetchOnly(db)
        #expect(changed.seconds == Date(timeIntervalSince1970: 1_704_067_200))
        #expect(changed.due == nil)
        #expect(changed.text == Self.date.addingTimeInterval(0.5))
    }

    @Test("A modifier that does not go with the form of a column is refused")
    func unsuitableModifiers() {
        let queries: [any Query<Date?>] = [
            Dated.select { $0.seconds(.unixEpoch).optional() },
            Dated.select { $0.seconds(.days(1), .subsecond).optional() },
        ]
        for query in queries {
            let error = #expect(throws: SQLiteError.self) { try query.sql() }
            #expect(error?.resultCode == .misuse)
        }
    }

    @Test("A result after the year 9999 is an error when it is decoded")
    func overflow() throws {
        #expect(throws: SQLiteError.self) {
            try Dated.select { $0.seconds(.years(9000)) }.fetchAll(db)
        }
        let adjusted = Dated.select { $0.seconds.adjusted(by: .years(9000)) }
        #expect(try adjusted.fetchAll(db).allSatisfy { $0 == nil })
    }

    @Test("Functions and parts read a column in its form")
    func parts() throws {
        func check<Value: StoredDate>(
            _ column: @escaping @Sendable (Dated.Columns) -> SQLExpression<Value>
        ) throws {
            let row = try Dated.find(1).select {
                (
                    column($0).year(), column($0).month(), column($0).day(), column($0).hour(),
                    column($0).minute(), column($0).second(), column($0).weekday(),
                    column($0).dayOfYear()
                )
            }.fetchOnly(db)
            #expect([row.0, row.1, row.2, row.3] == [2024, 6, 1, 10])
            #expect([row.4, row.5, row.6, row.7] == [20, 30, 6, 153])
            let text = try Dated.find(1).select {
                (
                    column($0).datetime(), column($0).strftime("%d.%m.%Y", .days(1)),
                    column($0).unixEpoch(), column($0).date(.weekday(0)),
                    column($0).normalized(), column($0).hour(.hours(14))
                )
            }.fetchOnly(db)
            #expect(
                [text.0, text.1, text.3] == ["2024-06-01 10:20:30", "02.06.2024", "2024-06-02"])
            #expect(text.2 == 1_717_237_230)
            #expect(abs(try #require(text.4).timeIntervalSince(Self.date)) < 0.251)
            #expect(text.5 == 0)
        }
        try check { $0.text }
        try check { $0.iso }
        try check { $0.seconds }
        try check { $0.fraction }
        try check { $0.milliseconds }
        try check { $0.days }
        let missing = Dated.find(1).select { ($0.due.year(), $0.due.strftime("%Y"), $0.due.date()) }
        let row = try missing.fetchOnly(db)
        #expect(row.0 == nil && row.1 == nil && row.2 == nil)
    }

    @Test("The difference of dates in different forms, where SQLite has timediff")
    func difference() throws {
        let query = Dated.find(1).select {
            ($0.milliseconds.timediff($0.days(.days(-1))), $0.text.timediff($0.due))
        }
        guard Connection.libraryVersionNumber >= 3_043_000 else {
            let error = #expect(throws: SQLiteError.self) { try query.fetchOnly(db) }
            #expect(error?.message.contains("timediff requires SQLite 3.43.0") == true)
            return
        }
        let row = try query.fetchOnly(db)
        #expect(row.0 == "+0000-00-01 00:00:00.000")
        #expect(row.1 == nil)
    }

    @Test("The modifiers floor and ceiling keep the form, where SQLite has them")
    func floor() throws {
        let january = Date(timeIntervalSince1970: 1_706_659_200)
        try Dated.insert { Dated(id: 3, at: january) }.execute(db)
        let query = Dated.find(3).select {
            (
                $0.seconds(.months(1), .floor), $0.milliseconds(.months(1), .ceiling),
                $0.seconds(.months(1).floor), $0.seconds(.months(1).ceiling)
            )
        }
        guard Connection.libraryVersionNumber >= 3_046_000 else {
            let error = #expect(throws: SQLiteError.self) { try query.fetchOnly(db) }
            #expect(error?.message.contains("floor requires SQLite 3.46.0") == true)
            return
        }
        let row = try query.fetchOnly(db)
        #expect(row.0 == january.addingTimeInterval(29 * 86_400))
        #expect(row.1 == january.addingTimeInterval(31 * 86_400))
        #expect(row.2 == row.0 && row.3 == row.1)
    }
}

/// A modifier, and what it does according to Foundation.
private struct Step {
    let modifier: DateModifier
    let apply: (Date, Calendar) -> Date?

    static func random(using generator: inout SeededGenerator) -> Step {
        let amount = Int.random(in: -400...400, using: &generator)
        return switch Int.random(in: 0..<8, using: &generator) {
        case 0: adding(.days(amount), .day, amount)
        case 1: adding(.hours(amount), .hour, amount)
        case 2: adding(.minutes(amount), .minute, amount)
        case 3: adding(.seconds(amount), .second, amount)
        case 4: Step(modifier: .startOfDay) { $1.startOfDay(for: $0) }
        case 5: start(.startOfMonth, [.year, .month])
        case 6: start(.startOfYear, [.year])
        default: adding(.seconds(Double(amount)), .second, amount)
        }
    }

    private static func adding(
        _ modifier: DateModifier, _ component: Calendar.Component, _ amount: Int
    ) -> Step {
        Step(modifier: modifier) { $1.date(byAdding: component, value: amount, to: $0) }
    }

    private static func start(
        _ modifier: DateModifier, _ components: Set<Calendar.Component>
    ) -> Step {
        Step(modifier: modifier) { $1.date(from: $1.dateComponents(components, from: $0)) }
    }
}

@Suite("Random dates and modifiers")
struct RandomDatesByFormTests {
    @Test("Every form agrees with the others and with Calendar")
    func agreement() async throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        let db = try Connection(location: .inMemory)
        try Dated.createTable().execute(db)
        // Swift's calendar is Julian before 1582, SQLite's is not.
        let range = -12_000_000_000...200_000_000_000
        try await FuzzRun("Dates by form", count: 300).rounds { seed, generator in
            let milliseconds = Int.random(in: 0..<1000, using: &generator)
            let seconds = Int.random(in: range, using: &generator)
            let date = Date(timeIntervalSince1970: Double(seconds) + Double(milliseconds) / 1000)
            let steps = (0..<3).map { _ in Step.random(using: &generator) }
            let modifiers = steps.map(\.modifier)
            let expected = try steps.reduce(date) { try #require($1.apply($0, calendar)) }
            try Dated.insert(or: .replace) { Dated(id: 1, at: date) }.execute(db)
            let row = try Dated.all.select {
                (
                    $0.text(modifiers[0], modifiers[1], modifiers[2]),
                    $0.iso(modifiers[0], modifiers[1], modifiers[2]),
                    $0.seconds(modifiers[0], modifiers[1], modifiers[2]),
                    $0.fraction(modifiers[0], modifiers[1], modifiers[2]),
                    $0.milliseconds(modifiers[0], modifiers[1], modifiers[2]),
                    $0.days(modifiers[0], modifiers[1], modifiers[2])
                )
            }.fetchOnly(db)
            for found in [row.0, row.1, row.3, row.4, row.5] {
                #expect(
                    abs(found.timeIntervalSince(expected)) < 0.001,
                    "DATALITE_FUZZ_SEED=\(seed): \(date), \(modifiers), \(row)")
            }
            let whole = expected.timeIntervalSince1970.rounded(.down)
            #expect(
                abs(row.2.timeIntervalSince1970 - whole) <= 0, "DATALITE_FUZZ_SEED=\(seed): \(row)")
            let fields = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second, .weekday], from: date)
            let parts = try Dated.all.select {
                (
                    $0.days.year(), $0.milliseconds.month(), $0.fraction.day(), $0.seconds.hour(),
                    $0.iso.minute(), $0.seconds.second(), $0.seconds.weekday()
                )
            }.fetchOnly(db)
            #expect(
                [parts.0, parts.1, parts.2, parts.3] == [
                    fields.year, fields.month, fields.day, fields.hour,
                ], "DATALITE_FUZZ_SEED=\(seed): \(date)")
            #expect(
                [parts.4, parts.5, parts.6.map { $0 + 1 }] == [
                    fields.minute, fields.second, fields.weekday,
                ], "DATALITE_FUZZ_SEED=\(seed): \(date)")
        }
    }
}
