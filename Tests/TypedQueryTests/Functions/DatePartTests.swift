import DataLiteMacros
import Foundation
import Testing

@Table private struct Show: Equatable {
    let id: Int
    @Column(as: Date.UnixTimeRepresentation.self) var startsAt: Date
    @Column(as: Date.JulianDayRepresentation?.self) var endsAt: Date?
    var soldAt: Date
}

extension DateModifier {
    fileprivate static let endOfMonth = startOfMonth.months(1).days(-1)

    fileprivate var endOfMonth: DateModifier { startOfMonth.months(1).days(-1) }
}

@Suite("A date in a query")
struct DatePartTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Show.createTable().execute(db)
        // 13 August 2026, a Thursday, 00:00 UTC.
        let start = Date(timeIntervalSince1970: 1_786_579_200)
        try Show.insert {
            Show(id: 1, startsAt: start, endsAt: nil, soldAt: start + 37.123)
        }.execute(db)
    }

    @Test("Its parts are properties, which are optional if the date is")
    func parts() throws {
        let dates = Show.select { ($0.startsAt.year, $0.startsAt.month, $0.startsAt.day) }
        #expect(
            try dates.sql().text == """
                SELECT CAST(strftime('%Y', "shows"."startsAt", 'unixepoch') AS "INTEGER"), \
                CAST(strftime('%m', "shows"."startsAt", 'unixepoch') AS "INTEGER"), \
                CAST(strftime('%d', "shows"."startsAt", 'unixepoch') AS "INTEGER") FROM "shows"
                """)
        let row: (Int, Int, Int) = try dates.fetchRequired(db)
        #expect(row == (2026, 8, 13))
        let times: (Int, Int, Int) = try Show.select {
            ($0.soldAt.hour, $0.soldAt.minute, $0.soldAt.second)
        }.fetchRequired(db)
        #expect(times == (0, 0, 37))
        let seconds: (Double, Double?) = try Show.select {
            ($0.soldAt.fractionalSecond, $0.endsAt.fractionalSecond)
        }.fetchRequired(db)
        #expect(seconds == (37.123, nil))
        let later = Show.select { $0.soldAt.fractionalSecond(.seconds(1)) }
        #expect(try later.fetchAll(db) == [38.123])
        #expect(try Show.select(\.startsAt.dayOfYear).fetchOne(db) == 225)
        #expect(try Show.select(\.startsAt.weekday).fetchOne(db) == 4)
        let ends: (Int?, Int?) = try Show.select { ($0.endsAt.year, $0.endsAt.map(\.year)) }
            .fetchRequired(db)
        #expect(ends == (nil, nil))
        #expect(try Show.select { $0.startsAt(.months(-8)).year }.fetchOne(db) == 2025)
        #expect(
            try Show.where { $0.startsAt.year == 2026 && $0.startsAt.year() == 2026 }
                .fetchCount(db) == 1)
        let groups = Show.group(by: { ($0.startsAt.year, $0.startsAt.month) })
            .select { ($0.startsAt.month, $0.count()) }
        #expect(try groups.fetchRequired(db) == (8, 1))
    }

    @Test("Modifiers follow each other")
    func chains() throws {
        let query = Show.select { $0.startsAt(.startOfMonth.months(1).days(-1)) }
        #expect(
            try query.sql().text == """
                SELECT unixepoch("shows"."startsAt", 'unixepoch', 'start of month', ?, ?) \
                FROM "shows"
                """)
        let end = Date(timeIntervalSince1970: 1_788_134_400)
        #expect(try query.fetchAll(db) == [end])
        #expect(try Show.select { $0.startsAt(.endOfMonth) }.fetchAll(db) == [end])
        let next = Show.select { $0.startsAt(.months(1).endOfMonth) }
        #expect(try next.fetchAll(db) == [Date(timeIntervalSince1970: 1_790_726_400)])
        let hours = Show.select { $0.startsAt(.days(1).hours(2).minutes(3).seconds(4)) }
        #expect(try hours.fetchAll(db) == [Date(timeIntervalSince1970: 1_786_672_984)])
        let years = Show.select { $0.startsAt(.startOfYear.years(1).weekday(0).startOf(.day)) }
        #expect(try years.fetchAll(db) == [Date(timeIntervalSince1970: 1_798_934_400)])
        let dates = Show.select { $0.soldAt.date(.startOfDay.days(1), .days(1)) }
        #expect(try dates.fetchAll(db) == ["2026-08-15"])
        #expect(try Show.where { $0.soldAt < .now(.days(-36500).endOfMonth) }.isEmpty(db))
        let mistake = Show.select { $0.startsAt(.days(1).subsecond) }
        #expect(throws: SQLiteError.self) { try mistake.sql() }
    }

    @Test("Milliseconds are added and subtracted")
    func milliseconds() throws {
        let query = Show.select {
            (
                $0.soldAt(.milliseconds(877)), $0.soldAt(.milliseconds(-1500)),
                $0.soldAt(.seconds(1).milliseconds(-23))
            )
        }
        #expect(
            try query.sql().parameters == [
                "+0.877 seconds", "-1.500 seconds", "+1 seconds", "-0.023 seconds",
            ])
        let start = Date(timeIntervalSince1970: 1_786_579_200)
        let row = try query.fetchRequired(db)
        #expect(row == (start + 38, start + 35.623, start + 38.1))
    }

    @Test("A day that the month does not have becomes the last day or one of the next month")
    func overflow() throws {
        let query = Show.select { $0.soldAt(.months(1).floor, .startOfDay.years(1).ceiling) }
        if Connection.libraryVersionNumber >= 3_046_000 {
            #expect(try query.fetchCount(db) == 1)
        } else {
            let error = #expect(throws: SQLiteError.self) { try query.fetchAll(db) }
            #expect(error?.message.contains("3.46") == true)
        }
    }
}
