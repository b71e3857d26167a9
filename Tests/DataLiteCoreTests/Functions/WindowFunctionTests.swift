import DataLiteCore
import Testing

/// Sums integers, and records the calls: `+1` for a step, `-1` for an inverse, `=3` for a
/// value and `.3` for the end.
private final class DiarySum: Function.Window {
    /// Confined to the thread of one test.
    final class Diary: @unchecked Sendable {
        @TaskLocal static var current = Diary()
        var entries: [String] = []
        var text: String { entries.joined(separator: " ") }
    }

    override class var name: String { "diary_sum" }
    override class var argc: Int32 { 1 }

    private let member = InstanceCounter.Member()
    private var sum = 0

    private func note(_ sign: String, _ number: Int) {
        Diary.current.entries.append("\(sign)\(number)")
    }

    override func step(args: any ArgumentsProtocol) throws {
        let number: Int = args[0] ?? 0
        note("+", number)
        sum += number
    }

    override func inverse(args: any ArgumentsProtocol) throws {
        let number: Int = args[0] ?? 0
        note("-", number)
        sum -= number
    }

    override func value() throws -> (any SQLiteRepresentable)? {
        note("=", sum)
        return sum
    }

    override func finalize() throws -> (any SQLiteRepresentable)? {
        note(".", sum)
        return sum
    }
}

private class StepOnly: Function.Window {
    override class var name: String { "partial" }
    override func step(args: any ArgumentsProtocol) throws {}
    override func finalize() throws -> (any SQLiteRepresentable)? { 1 }
}

private final class NoInverse: StepOnly {
    override func value() throws -> (any SQLiteRepresentable)? { 1 }
}

@Suite("A window function")
struct WindowFunctionTests {
    let connection: Connection
    private let diary = DiarySum.Diary()
    private let census = InstanceCounter()

    init() throws {
        connection = try .inMemory()
        try connection.execute(
            sql: """
                CREATE TABLE t(part TEXT, x INTEGER);
                INSERT INTO t VALUES ('a', 1), ('a', 2), ('a', 3), ('b', 4), ('b', 5);
                """)
        try connection.add(function: DiarySum.self)
    }

    private func column(_ expression: String, where condition: String = "1") throws -> [Int?] {
        let query: SQL = "SELECT \(raw: expression) AS v FROM t WHERE \(raw: condition) ORDER BY x"
        return try DiarySum.Diary.$current.withValue(diary) {
            try InstanceCounter.$current.withValue(census) {
                try connection.rows(query).map { $0.lenientValue("v") }
            }
        }
    }

    @Test(
        "A window function sees the rows of its frame",
        arguments: [
            ("OVER ()", [15, 15, 15, 15, 15]),
            ("OVER (ORDER BY x)", [1, 3, 6, 10, 15]),
            ("OVER (PARTITION BY part ORDER BY x)", [1, 3, 6, 4, 9]),
            ("OVER (ORDER BY x ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING)", [3, 6, 9, 12, 9]),
            (
                "OVER (ORDER BY x ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)",
                [15, 14, 12, 9, 5]
            ),
            ("OVER (ORDER BY x ROWS 1 PRECEDING EXCLUDE CURRENT ROW)", [0, 1, 2, 3, 4]),
            ("OVER (ORDER BY part GROUPS CURRENT ROW EXCLUDE TIES)", [1, 2, 3, 4, 5]),
            ("FILTER (WHERE x <> 2) OVER (ORDER BY x)", [1, 1, 4, 8, 13]),
            ("OVER (ORDER BY x ROWS BETWEEN 3 PRECEDING AND 2 PRECEDING)", [0, 0, 1, 3, 5]),
        ] as [(String, [Int])])
    func frames(_ window: String, expected: [Int]) throws {
        #expect(try column("diary_sum(x) \(window)") == expected)
        #expect(census.made > 0)
        #expect(census.alive == 0)
    }

    @Test("A window function adds rows, returns its value, then removes the oldest row")
    func order() throws {
        let moving = "diary_sum(x) OVER (ORDER BY x ROWS 1 PRECEDING)"
        #expect(try column(moving, where: "part = 'a'") == [1, 3, 5])
        #expect(diary.text == "+1 =1 +2 =3 -1 +3 =5 .5" || diary.text == "+1 =1 +2 =3 +3 -1 =5 .5")
    }

    @Test("A window function needs no inverse while no row leaves the frame")
    func growing() throws {
        #expect(try column("diary_sum(x) OVER (ORDER BY x)", where: "part = 'a'") == [1, 3, 6])
        #expect(!diary.text.contains("-"))
    }

    @Test("A window function used as an aggregate is only finalized")
    func asAggregate() throws {
        #expect(try column("diary_sum(x)", where: "part = 'a'") == [6])
        #expect(diary.text == "+1 +2 +3 .6")
        #expect(census.made == 1)
        #expect(census.alive == 0)
    }

    @Test("A window function of closures has its value as the result when used as an aggregate")
    func closureForm() throws {
        try connection.add(window: "moving_max", argc: 1, initial: [Int]()) { frame, args in
            frame.append(args[0] ?? 0)
        } inverse: { frame, args in
            frame.removeFirst()
        } value: {
            $0.max()
        }
        let moving = "moving_max(-x) OVER (ORDER BY x ROWS 1 PRECEDING)"
        #expect(try column(moving) == [-1, -1, -2, -3, -4])
        #expect(try column("moving_max(x)") == [5])
        #expect(try column("moving_max(x) OVER ()", where: "0") == [])
        #expect(try column("moving_max(x)", where: "0") == [nil])
    }

    @Test("A window function removes a row with the arguments with which the row was added")
    func inverseArguments() throws {
        var gone: [[SQLiteValue]] = []
        try connection.add(window: "w", argc: -1, initial: 0) { _, _ in
        } inverse: { _, args in
            gone.append(Array(args))
        } value: { _ in
            nil
        }
        _ = try column("w(x, part, NULL) OVER (ORDER BY x ROWS CURRENT ROW)")
        let expected: [[SQLiteValue]] = [
            [1, "a", nil], [2, "a", nil], [3, "a", nil], [4, "b", nil],
        ]
        #expect(gone.prefix(4) == expected[...])
    }

    @Test(
        "A window function reports the error of a finalize call that SQLite discards",
        arguments: ["", "PARTITION BY x % 2", "ORDER BY x ROWS 1 PRECEDING"], [1, 2, 10])
    func failedFinalize(window: String, limit: Int) throws {
        try connection.add(function: FailingEnd.self)
        let rows: SQL = "SELECT 1 AS x UNION ALL SELECT 2"
        let sql: SQL = "SELECT failing_end(x) OVER (\(raw: window)) FROM (\(rows))"
        let error = try failure { _ = try connection.rows("\(sql) LIMIT \(limit)") }
        #expect(error.underlyingError is Refused)
        #expect(error.resultCode == .error)
        #expect(error.sql != nil)
        // A cursor that is closed early has no result that could be wrong.
        let cursor = try connection.cursor(sql)
        #expect(try cursor.step())
        try cursor.close()
        #expect(try connection.value("SELECT 1") == 1)
    }

    @Test("A window function that does not override value fails with its type's name")
    func noValue() throws {
        try connection.add(function: StepOnly.self)
        let error = try failure { try column("partial(x) OVER (ORDER BY x)") }
        #expect(error.underlyingCode == .misuse)
        #expect(error.message == "StepOnly does not override value()")
        #expect(try column("partial(x)") == [1])
    }

    @Test("A window function without inverse fails with its type's name when a row leaves")
    func noInverse() throws {
        try connection.add(function: NoInverse.self)
        let error = try failure { try column("partial(x) OVER (ORDER BY x ROWS 1 PRECEDING)") }
        #expect(error.underlyingCode == .misuse)
        #expect(error.message == "NoInverse does not override inverse(args:)")
        #expect(try column("partial(x) OVER (ORDER BY x)") == [1, 1, 1, 1, 1])
    }
}

/// Fails at the end of each partition.
private final class FailingEnd: Function.Window {
    override class var name: String { "failing_end" }
    override class var argc: Int32 { 1 }
    override func step(args: any ArgumentsProtocol) throws {}
    override func inverse(args: any ArgumentsProtocol) throws {}
    override func value() throws -> (any SQLiteRepresentable)? { 1 }
    override func finalize() throws -> (any SQLiteRepresentable)? { throw Refused() }
}
