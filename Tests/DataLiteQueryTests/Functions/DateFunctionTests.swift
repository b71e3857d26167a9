import DataLiteQuery
import DataLiteTesting
import Foundation
import Testing

@Suite("A date function")
struct DateFunctionTests {
    private static let functions = Form.list {
        Form(moment: "date(\"at\")", "'2024-06-01' | '2023-12-31'") { $0.at.date() }
        Form(moment: "time(\"at\")", "'10:20:30' | '23:59:59'") { $0.at.time() }
        Form(moment: "datetime(\"due\")", "'2024-01-31 00:00:00' | NULL") { $0.due.datetime() }
        Form(moment: "datetime(\"text\")", "'2024-02-29 12:00:00' | NULL") { $0.text.datetime() }
        Form(moment: "julianday(\"text\")", "2460370.0 | NULL") { $0.text.julianDay() }
        Form(moment: "unixepoch(\"at\")", "1717237230 | 1704067199") { $0.at.unixEpoch() }
        Form(moment: "strftime(?, \"due\") ['%d.%m.%Y']", "'31.01.2024' | NULL") {
            $0.due.strftime("%d.%m.%Y")
        }
        Form(moment: "strftime(\"text\", \"at\")", "'2024-02-29T12:00Z' | 'never'") {
            $0.at.strftime($0.text)
        }
        Form(moment: "CAST(strftime(?, \"at\") AS \"INTEGER\") ['%Y']", "2024 | 2023") {
            $0.at.strftime("%Y").cast(as: Int.self)
        }
    }

    private static let amounts = Form.list {
        Form(moment: "date(\"at\", ?) ['-7 days']", "'2024-05-25' | '2023-12-24'") {
            $0.at.date(.days(-7))
        }
        Form(moment: "date(\"due\", ?) ['+1 months']", "'2024-03-02' | NULL") {
            $0.due.date(.months(1))
        }
        Form(moment: "date(\"text\", ?) ['-1 years']", "'2023-03-01' | NULL") {
            $0.text.date(.years(-1))
        }
        Form(moment: "time(\"at\", ?) ['+36 hours']", "'22:20:30' | '11:59:59'") {
            $0.at.time(.hours(36))
        }
        Form(moment: "time(\"at\", ?) ['+1 minutes']", "'10:21:30' | '00:00:59'") {
            $0.at.time(.minutes(1))
        }
        Form(moment: "time(\"at\", ?) ['+0.75 seconds']", "'10:20:31' | '00:00:00'") {
            $0.at.time(.seconds(0.75))
        }
        Form(moment: "date(\"at\", \"id\" || ' days')", "'2024-06-02' | '2024-01-02'") {
            $0.at.date(.days($0.id))
        }
        Form(moment: "time(\"at\", ?) ['+01:30']", "'11:50:30' | '01:29:59'") {
            $0.at.time(.interval("+01:30"))
        }
    }

    private static let positions = Form.list {
        Form(moment: "datetime(\"at\", 'start of day')", day) {
            $0.at.datetime(.startOf(.day))
        }
        Form(moment: "date(\"at\", 'start of month')", "'2024-06-01' | '2023-12-01'") {
            $0.at.date(.startOf(.month))
        }
        Form(moment: "date(\"at\", 'start of year')", "'2024-01-01' | '2023-01-01'") {
            $0.at.date(.startOf(.year))
        }
        Form(moment: "date(\"at\", ?) ['weekday 1']", "'2024-06-03' | '2024-01-01'") {
            $0.at.date(.weekday(1))
        }
        Form(moment: "date(\"at\", 'weekday ' || \"id\")", "'2024-06-03' | '2024-01-02'") {
            $0.at.date(.weekday($0.id))
        }
        Form(moment: "date(\"at\", ?) ['weekday 7']", "NULL | NULL") { $0.at.date(.weekday(7)) }
        Form(
            moment: "date(\"at\", 'start of month', ?, ?) ['+1 months', '-1 days']",
            "'2024-06-30' | '2023-12-31'"
        ) {
            $0.at.date(.startOf(.month), .months(1), .days(-1))
        }
    }

    private static let day = "'2024-06-01 00:00:00' | '2023-12-31 00:00:00'"

    private static let forms = Form.list {
        Form(moment: "date(\"seconds\", 'unixepoch')", "'2023-11-14' | '1970-01-01'") {
            $0.seconds.date(.unixEpoch)
        }
        Form(moment: "date(\"seconds\", 'auto')", "'2023-11-14' | '-4713-11-24'") {
            $0.seconds.date(.auto)
        }
        Form(moment: "date(\"seconds\" + ?, 'julianday') [2440588]", "NULL | '1970-01-01'") {
            ($0.seconds + 2_440_588).date(.julianDay)
        }
        Form(moment: "datetime(\"at\", 'localtime', 'utc')", back) {
            $0.at.datetime(.localTime, .utc)
        }
        Form(moment: "CURRENT_TIMESTAMP IS NULL", "0 | 0") { _ in
            SQLExpression.currentTimestamp.optional() == nil
        }
        Form(moment: "CURRENT_DATE IS date(?) ['now']", "1 | 1") { _ in
            SQLExpression.currentDate.optional() == SQLExpression<String>("now").date()
        }
        Form(moment: "length(CURRENT_TIME)", "8 | 8") { _ in
            SQLExpression.currentTime.length()
        }
        Form(
            moment: "strftime('%Y-%m-%d %H:%M:%f', \"due\", ?) ['+1 days']",
            "'2024-02-01 00:00:00.000' | NULL"
        ) {
            $0.due.adjusted(by: .days(1))
        }
        Form(moment: "strftime('%Y-%m-%d %H:%M:%f', 'now') > \"at\"", "1 | 1") {
            SQLExpression.now > $0.at
        }
    }

    private static let back = "'2024-06-01 10:20:30' | '2023-12-31 23:59:59'"

    @Test(
        "A date function has its SQL and result",
        arguments: functions + amounts + positions + forms)
    func form(_ form: Form) throws {
        try form.check(on: Moment.connection())
    }

    @Test("A date function returns a Date that is decoded and compared")
    func dates() throws {
        let db = try Moment.connection()
        let week = try #require(
            try Moment.find(1) { $0.due.adjusted(by: .days(7), .hours(12)) }.fetchOne(db))
        #expect(week == Date(timeIntervalSince1970: 1_707_307_200))
        #expect(try Moment.where { $0.at.adjusted(by: .days(1)) > $0.at }.fetchCount(db) == 2)
        #expect(try Moment.where { $0.at < SQLExpression.now }.fetchCount(db) == 2)
        #expect(
            try Moment.where { $0.due < SQLExpression.now.adjusted(by: .days(-7)) }
                .fetchCount(db) == 1)
        let now = try #require(try Moment.limit(1).select { _ in SQLExpression.now }.fetchOne(db))
        #expect(abs(now.timeIntervalSinceNow) < 3600)
    }

    @Test(
        "A date function binds hostile text",
        arguments: ["'; DROP TABLE m; --", "+1 days'", "%", "\0", "\u{1F600}", ""])
    func hostile(text: String) throws {
        let db = try Moment.connection()
        let query = Moment.limit(1).select {
            ($0.at.strftime(text), $0.at.date(.interval(text)), SQLExpression(text).date())
        }
        let sql = try query.sql()
        #expect(
            sql.text == """
                SELECT strftime(?, "m"."at"), date("m"."at", ?), date(?) FROM "m" LIMIT ?
                """)
        let row = try #require(try query.fetchOne(db))
        #expect(row.1 == nil)
        #expect(row.2 == nil)
        #expect(try Moment.count().fetchOne(db) == 2)
    }

    @Test(
        "A date function adds every finite number with a sign, and is NULL for others",
        arguments: [
            (0, "+0.0 days", "2024-06-01"), (-0.0, "-0.0 days", "2024-06-01"),
            (1.5, "+1.5 days", "2024-06-02"), (-1e-7, "-1e-07 days", "2024-06-01"),
            (.infinity, "+inf days", nil), (-.infinity, "-inf days", nil),
        ] as [(Double, String, String?)])
    func finiteAmounts(days: Double, modifier: String, result: String?) throws {
        let query = Moment.limit(1).select { $0.at.date(.days(days)) }
        #expect(try query.sql().parameters.first == .text(modifier))
        #expect(try query.fetchOne(Moment.connection()) == .some(result))
    }

    @Test("A date function of whole seconds refuses a fraction")
    func fraction() {
        let error = #expect(throws: SQLiteError.self) {
            try Moment.select { $0.at.unixEpoch(.subsecond) }.sql()
        }
        #expect(
            error?.message == "unixEpoch is a number of whole seconds: "
                + "use unixEpochSubsecond for a fraction")
    }

    @Test("A date function runs on a mock")
    func mock() throws {
        let mock = MockConnection()
        mock.expectQuery(
            """
            SELECT date("m"."at", 'start of month', ?) FROM "m" WHERE date("m"."at") >= date(?, ?)
            """
        ).with("-1 days", "2024-06-01", "+2 months").returning(.row(["date": "2024-05-31"]))
        let days = try Moment.where {
            $0.at.date() >= SQLExpression<String>("2024-06-01").date(.months(2))
        }
        .select { $0.at.date(.startOf(.month), .days(-1)) }.fetchAll(mock)
        #expect(days == ["2024-05-31"])
        mock.verify()
    }
}

extension Moment {
    /// The expression that is selected from the row with an id.
    fileprivate static func find<Value: RowRepresentable>(
        _ id: Int, _ value: (Columns) -> SQLExpression<Value>
    ) -> Select<SQLExpression<Value>.Output, Columns> {
        let selected = value(columns)
        return Moment.where { $0.id == id }.select { _ in selected }
    }
}
