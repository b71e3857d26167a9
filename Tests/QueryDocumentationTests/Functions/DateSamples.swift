import DataLite
import Foundation
import Testing

// sample: event
@Table struct Event: Identifiable {
    let id: Int
    var title: String
    var startsAt: Date
    var endsAt: Date?
}
// end

// sample: log entry
@Table("logEntries") struct LogEntry: Identifiable {
    let id: Int
    var time: Date
}
// end

@Suite("The samples of the guide to dates")
struct DateSamples {
    private let db: Connection
    private let june = Date(timeIntervalSince1970: 1_717_200_000)
    private let july = Date(timeIntervalSince1970: 1_719_792_000)

    init() throws {
        db = try CalendarDatabase.open()
    }

    @Test("compare dates in queries")
    func comparisons() throws {
        // sample: comparison
        let events = Event.where { $0.startsAt >= june && $0.startsAt < july }
            .order(by: \.startsAt)
            .select { ($0.title, $0.startsAt) }
        // end
        try expect(
            events, on: db,
            gives: """
                SELECT "events"."title", "events"."startsAt"
                FROM "events"
                WHERE "events"."startsAt" >= ? AND "events"."startsAt" < ?
                ORDER BY "events"."startsAt"
                -- '2024-06-01 00:00:00.000', '2024-07-01 00:00:00.000'

                title     startsAt
                --------  -----------------------
                Workshop  2024-06-03 09:00:00.000
                Picnic    2024-06-15 12:00:00.000
                """)
        // sample: now
        let past = Event.where { $0.startsAt < SQLExpression.now.adjusted(by: .days(-7)) }
            .select(\.title)
        // end
        try expect(
            past, on: db,
            gives: """
                SELECT "events"."title"
                FROM "events"
                WHERE "events"."startsAt" < strftime('%Y-%m-%d %H:%M:%f', strftime('%Y-%m-%d %H:%M:%f',
                    'now'), ?)
                -- '-7 days'

                title
                --------
                Concert
                Workshop
                Picnic
                """)
    }

    @Test("call date functions")
    func functions() throws {
        // sample: functions
        let query = Event.select {
            (
                $0.startsAt.date(), $0.startsAt.time(), $0.startsAt.strftime("%d.%m.%Y"),
                $0.startsAt.unixEpoch()
            )
        }
        let rows = try query.fetchAll(db)  // [(String?, String?, String?, Int?)]
        // end
        try expect(
            query, on: db,
            gives: """
                SELECT date("events"."startsAt"), time("events"."startsAt"), strftime(?,
                    "events"."startsAt"), unixepoch("events"."startsAt")
                FROM "events"
                -- '%d.%m.%Y'

                date("events"."starts...  time("events"."starts...  strftime(?, "events"....  unixepoch("events"."s...
                ------------------------  ------------------------  ------------------------  ------------------------
                2024-05-31                19:30:00                  31.05.2024                1717183800
                2024-06-03                09:00:00                  03.06.2024                1717405200
                2024-06-15                12:00:00                  15.06.2024                1718452800
                """)
        #expect(rows.count == 3)
        // sample: modifiers
        let days = Event.select {
            (
                $0.title, $0.startsAt.date(.startOf(.month), .months(1), .days(-1)),
                $0.startsAt.date(.weekday(1)), $0.startsAt.date(.days($0.id * 7))
            )
        }
        // end
        try expect(
            days, on: db,
            gives: """
                SELECT "events"."title", date("events"."startsAt", 'start of month', ?, ?),
                    date("events"."startsAt", ?), date("events"."startsAt", ("events"."id" * ?) ||
                    ' days')
                FROM "events"
                -- '+1 months', '-1 days', 'weekday 1', 7

                title     date("events"."starts...  date("events"."starts...  date("events"."starts...
                --------  ------------------------  ------------------------  ------------------------
                Concert   2024-05-31                2024-06-03                2024-06-07
                Workshop  2024-06-30                2024-06-03                2024-06-17
                Picnic    2024-06-30                2024-06-17                2024-07-06
                """)
        let months = Event.group { $0.startsAt.date(.startOf(.month)) }
            .select { ($0.startsAt.strftime("%Y-%m"), $0.count()) }
        try expect(
            months, on: db,
            gives: """
                SELECT strftime(?, "events"."startsAt"), count(*)
                FROM "events"
                GROUP BY date("events"."startsAt", 'start of month')
                -- '%Y-%m'

                strftime(?, "events"....  count(*)
                ------------------------  --------
                2024-05                   1
                2024-06                   2
                """)
    }

    @Test("change dates by modifiers")
    func changes() throws {
        // sample: adjusted
        let change = Event.where { $0.endsAt == nil }
            .update { $0.endsAt = $0.startsAt.adjusted(by: .hours(2)) }
            .returning { ($0.title, $0.endsAt) }
        // end
        try expect(
            change, on: db,
            gives: """
                UPDATE "events"
                SET "endsAt" = strftime('%Y-%m-%d %H:%M:%f', "events"."startsAt", ?)
                WHERE "events"."endsAt" IS NULL
                RETURNING "events"."title", "events"."endsAt"
                -- '+2 hours'

                title   endsAt
                ------  -----------------------
                Picnic  2024-06-15 14:00:00.000
                """)
    }

    @Test("keep dates in the form of their column")
    func kept() throws {
        // sample: kept
        let months = Event.group { $0.startsAt(.startOfMonth) }
            .select { ($0.startsAt(.startOfMonth), $0.count()) }
        // end
        try expect(
            months, on: db,
            gives: """
                SELECT strftime('%Y-%m-%d %H:%M:%f', "events"."startsAt", 'start of month'), count(*)
                FROM "events"
                GROUP BY strftime('%Y-%m-%d %H:%M:%f', "events"."startsAt", 'start of month')

                strftime('%Y-%m-%d %H...  count(*)
                ------------------------  --------
                2024-05-01 00:00:00.000   1
                2024-06-01 00:00:00.000   2
                """)
        // sample: parts
        let june = Event.where { $0.startsAt.year() == 2024 && $0.startsAt.month() == 6 }
        let past = Event.where { $0.startsAt < .now(.days(-7)) }
        // end
        #expect(try june.fetchCount(db) == 2)
        #expect(try past.fetchCount(db) == 3)
    }

    @Test("compare dates that other programs wrote")
    func forms() throws {
        // sample: normalized
        let entries = LogEntry.order { $0.time.normalized() }.select { ($0.id, $0.time) }
        // end
        try expect(
            entries, on: db,
            gives: """
                SELECT "logEntries"."id", "logEntries"."time"
                FROM "logEntries"
                ORDER BY CASE WHEN typeof("logEntries"."time") = 'text' THEN strftime('%Y-%m-%d %H:%M:%f',
                    CASE WHEN "logEntries"."time" GLOB '[0-9][0-9][0-9][0-9]-*' THEN
                    upper("logEntries"."time") END, '+0 days') WHEN "logEntries"."time" BETWEEN
                    -62167219200 AND 253402300799.999 THEN strftime('%Y-%m-%d %H:%M:%f',
                    "logEntries"."time", 'unixepoch') END

                id  time
                --  -------------------------
                4   2024-06-01
                3   1717232400
                2   2024-06-01T11:30:00+02:00
                1   2024-06-01 10:00:00.000
                """)
        let past = LogEntry.where { $0.time.normalized() < june.addingTimeInterval(34_200) }
        #expect(try past.order(by: \.id).select(\.id).fetchAll(db) == [3, 4])
        try LogEntry.all.update { $0.time = $0.time.normalized() ?? $0.time }.execute(db)
        #expect(try LogEntry.order(by: \.time).select(\.id).fetchAll(db) == [4, 3, 2, 1])
    }
}
