import DataLiteCore
import DataLiteTesting
import Testing

@Suite("A window function in the harness")
struct WindowOrderTests {
    /// Records its calls; the value is the content of the frame.
    private final class Journal {
        var calls: [String] = []
    }

    private final class Frame {
        var rows: [Int] = []
    }

    private func register(_ journal: Journal, on connection: any ConnectionProtocol) throws {
        func note(_ call: String, _ args: any ArgumentsProtocol) -> Int {
            journal.calls.append("\(call) \(args[0] ?? 0)")
            return args[0] ?? 0
        }
        try connection.add(
            window: "frame", argc: 1, initial: Frame(),
            step: { frame, args in frame.rows.append(note("step", args)) },
            inverse: { frame, args in
                let row = note("inverse", args)
                frame.rows.removeAll { $0 == row }
            },
            value: { frame in
                journal.calls.append("value \(frame.rows)")
                return "\(frame.rows)"
            })
    }

    private static let bounds = [0, 1, 2, 5].flatMap { preceding in
        [0, 1, 2, 5].map { (preceding, $0) }
    }

    private func compare(
        count: Int, over window: String, frame: FunctionHarness.Frame
    ) throws {
        let real = Journal()
        let connection = try Connection(location: .inMemory)
        try register(real, on: connection)
        let values = try connection.rows(
            SQL(
                raw: """
                    WITH RECURSIVE n(k) AS (
                        SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < \(count)
                    ) SELECT frame(k) OVER (ORDER BY k \(window)) FROM n WHERE k <= \(count)
                    """)
        ).map { $0[0].value }

        let own = Journal()
        let mock = MockConnection()
        try register(own, on: mock)
        let harness = try FunctionHarness(#require(mock.function("frame")))
        let rows = count < 1 ? [] : (1...count).map { [$0 as (any SQLiteBindable)?] }
        #expect(try harness.window(rows, frame: frame) == values)
        #expect(own.calls == real.calls)
    }

    @Test(
        "The harness calls a window function in SQLite's order", arguments: bounds, [0, 1, 2, 3, 7])
    func rows(bounds: (Int, Int), count: Int) throws {
        try compare(
            count: count,
            over: "ROWS BETWEEN \(bounds.0) PRECEDING AND \(bounds.1) FOLLOWING",
            frame: .rows(preceding: bounds.0, following: bounds.1))
    }

    @Test("The harness calls a running window function in SQLite's order", arguments: [0, 1, 2, 7])
    func running(count: Int) throws {
        try compare(
            count: count, over: "ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW",
            frame: .unboundedPrecedingToCurrentRow)
    }

    @Test(
        "The harness calls a function over a whole partition in SQLite's order",
        arguments: [0, 1, 2, 7])
    func whole(count: Int) throws {
        try compare(
            count: count, over: "ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING",
            frame: .wholePartition)
    }
}
