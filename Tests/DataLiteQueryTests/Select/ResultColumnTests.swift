import DataLiteClauses
import DataLiteQuery
import Testing

/// Expressions that are selected, and by which rows are ordered or grouped.
@Suite("A selected expression that is used again")
struct ResultColumnTests {
    private let db: Connection
    private let calls = Calls()

    private final class Calls: @unchecked Sendable { var count = 0 }

    /// A call of the function, which is added as a closure.
    private struct Counted: SQLFunction {
        typealias Value = Int
        static let definition = FunctionDefinition(name: "counted", argc: 2)
        let value: SQLExpression<Int>
        var arguments: [any SQLExpressionProtocol] { [value, SQLExpression<Int>(1)] }

        static func execute(args: any ArgumentsProtocol) throws -> Int { 0 }
    }

    private struct Random: SQLFunction {
        typealias Value = Int
        static let definition = FunctionDefinition(name: "random", argc: 0)
        var arguments: [any SQLExpressionProtocol] { [] }

        static func execute(args: any ArgumentsProtocol) throws -> Int { 0 }
    }

    init() throws {
        db = try Fixture.connection()
        let calls = calls
        try db.add(function: "counted", argc: 2) { args in
            calls.count += 1
            return args[0]
        }
    }

    private func counted(_ value: SQLExpression<Int>) -> SQLExpression<Int> {
        Counted(value: value).expression
    }

    @Test("A selected expression is computed once if rows are ordered by it")
    func order() throws {
        let query = sql { schema in
            let reminder = schema.table(Reminder.self)
            let value = counted(-reminder.position)
            Select(reminder.id, value)
            From(reminder)
            OrderBy(value.asc(), reminder.id)
        }
        #expect(try query.fetchAll(db).map(\.0) == [4, 3, 2, 1])
        #expect(calls.count == 4)
        #expect(try query.sql().text.hasSuffix(#"ORDER BY 2 ASC, "reminders:1"."id""#))
    }

    @Test("A selected expression is computed once if rows are grouped by it")
    func group() throws {
        let query = sql { schema in
            let reminder = schema.table(Reminder.self)
            let value = reminder.position / 15
            Select(value, reminder.id.count())
            From(reminder)
            GroupBy(value)
            OrderBy(value)
        }
        #expect(try query.fetchAll(db).map { [$0.0, $0.1] } == [[0, 1], [1, 1], [2, 2]])
        #expect(try query.sql().text.hasSuffix("GROUP BY 1 ORDER BY 1"))
    }

    @Test("An expression of a selection is a column of the result")
    func selection() throws {
        let query = sql { schema in
            let reminder = schema.table(Reminder.self)
            let stats = Stats.Columns(
                total: reminder.id, active: counted(reminder.position),
                average: SQLExpression<Double?>(nil), revenue: SQLExpression<Int?>(nil))
            Select(stats)
            From(reminder)
            OrderBy(stats.active.desc())
        }
        #expect(try query.fetchAll(db).map(\.total) == [4, 3, 2, 1])
        #expect(calls.count == 4)
    }

    @Test("A selected random number can sort the rows")
    func random() throws {
        let query = sql { schema in
            let reminder = schema.table(Reminder.self)
            let number = Random().expression
            Select(number)
            From(reminder)
            OrderBy(number)
        }
        for _ in 1...20 {
            let numbers = try query.fetchAll(db)
            #expect(numbers == numbers.sorted())
        }
    }

    @Test("An integer in a view is not read as a column number")
    func literals() throws {
        let rows = Reminder.order { (SQLExpression<Int>(2), -SQLExpression<Int>(9), $0.id.desc()) }
            .select {
                ReminderWithList.Columns(
                    id: $0.id, title: $0.title, list: SQLExpression<String>("x"))
            }
        try ReminderWithList.createView(as: rows).execute(db)
        #expect(try ReminderWithList.all.fetchAll(db).map(\.id) == [4, 3, 2, 1])
    }

    @Test("A list of values in a partial index is not a subquery")
    func index() throws {
        let values: [Int?] = [1, 2, nil]
        let index = Reminder.createIndex("some", on: \.title) {
            $0.position.in([10, 20]) && $0.title.in(["a'b", "c"])
                || $0.position.in(values.compactMap(\.self))
        }
        try index.execute(db)
        let sql = try db.value(
            "SELECT sql FROM sqlite_schema WHERE name = 'some'", as: String.self)
        #expect(sql?.contains(#""position" IN (10, 20) AND "title" IN ('a''b', 'c')"#) == true)
        try Reminder.createIndex("none", on: \.title) { $0.position.in([Int]()) }.execute(db)
    }
}
