import DataLiteCore
import DataLiteTesting
import Testing

@Suite("A function in the harness, compared with SQLite")
struct HarnessParityTests {
    private struct Refusal: Error {}

    /// Records the calls of a function's instances, and makes one of them fail.
    private final class Journal {
        var entries: [String] = []
        let failing: Int?
        private var calls = 0

        init(failing: Int?) { self.failing = failing }

        func call(_ entry: String) throws {
            entries.append(entry)
            calls += 1
            if calls == failing { throw Refusal() }
        }
    }

    /// The sum of the frame. Unlike the form with closures, it distinguishes a value from the final
    /// result.
    private final class Sum: Function._WindowInstance {
        private let journal: Journal
        private var sum = 0

        init(_ journal: Journal) {
            self.journal = journal
            journal.entries.append("init")
        }

        deinit { journal.entries.append("deinit") }

        func step(args: any ArgumentsProtocol) throws {
            try journal.call("step \(args[0])")
            sum += args[0] ?? 0
        }

        func inverse(args: any ArgumentsProtocol) throws {
            try journal.call("inverse \(args[0])")
            sum -= args[0] ?? 0
        }

        func _windowValue() throws -> (any SQLiteBindable)? {
            try journal.call("value \(sum)")
            return sum
        }

        func _aggregateResult() throws -> (any SQLiteBindable)? {
            try journal.call("result \(sum)")
            return sum
        }
    }

    private enum Kind: CaseIterable {
        case aggregate, window

        func definition(_ journal: Journal) -> Function.Registration {
            Function.Registration(
                name: "journaled", argc: 1, options: [],
                _implementation: self == .window
                    ? .window { Sum(journal) } : .aggregate { Sum(journal) })
        }
    }

    /// The results, or `nil` if the function failed, and the calls of its instances.
    private struct Outcome: Equatable {
        var values: [SQLiteValue]?
        var entries: [String]

        init(_ journal: Journal, _ body: () throws -> [SQLiteValue]) {
            values = try? body()
            entries = journal.entries
        }
    }

    private func sqlite(_ kind: Kind, over window: String, count: Int, failing: Int?) -> Outcome {
        let journal = Journal(failing: failing)
        return Outcome(journal) {
            let connection = try Connection(location: .inMemory)
            try connection.add(function: kind.definition(journal))
            try connection.execute("CREATE TABLE numbers (k INTEGER PRIMARY KEY)")
            for k in 0..<count { try connection.execute("INSERT INTO numbers VALUES (\(k + 1))") }
            return try connection.rows(SQL(raw: "SELECT journaled(k) \(window) FROM numbers"))
                .map { $0[0].value }
        }
    }

    private func harness(
        _ kind: Kind, failing: Int?, _ run: (FunctionHarness) throws -> [SQLiteValue]
    ) -> Outcome {
        let journal = Journal(failing: failing)
        return Outcome(journal) { try run(FunctionHarness(kind.definition(journal))) }
    }

    private static let frames: [(String, FunctionHarness.Frame)] = [
        ("ORDER BY k", .unboundedPrecedingToCurrentRow),
        ("ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING", .wholePartition),
        ("ROWS BETWEEN 1 PRECEDING AND CURRENT ROW", .rows(preceding: 1, following: 0)),
        ("ROWS BETWEEN CURRENT ROW AND 2 FOLLOWING", .rows(preceding: 0, following: 2)),
        ("ROWS BETWEEN 9 PRECEDING AND 9 FOLLOWING", .rows(preceding: 9, following: 9)),
    ]

    /// More calls than any run makes, so that the last numbers cause no failure.
    private static let failing: [Int?] = [nil] + Array(1...15)

    @Test("A window function in the harness behaves as in SQLite", arguments: frames, failing)
    func window(frame: (String, FunctionHarness.Frame), failing: Int?) {
        for count in 0...4 {
            let real = sqlite(.window, over: "OVER (\(frame.0))", count: count, failing: failing)
            let own = harness(.window, failing: failing) {
                try $0.window((0..<count).map { [$0 + 1] }, frame: frame.1)
            }
            #expect(own == real, "\(count) rows")
        }
    }

    @Test("An aggregate in the harness behaves as in SQLite", arguments: Kind.allCases, failing)
    private func aggregate(kind: Kind, failing: Int?) {
        for count in 0...4 {
            let real = sqlite(kind, over: "", count: count, failing: failing)
            let own = harness(kind, failing: failing) {
                [try $0.aggregate(column: (0..<count).map { $0 + 1 })]
            }
            #expect(own == real, "\(count) rows")
        }
    }

    @Test("A function is not called if one row has too many arguments", arguments: Kind.allCases)
    private func arity(kind: Kind) {
        let aggregate = harness(kind, failing: nil) { [try $0.aggregate([[1], [2, 3]])] }
        #expect(aggregate.entries == [])
        let window = harness(kind, failing: nil) { try $0.window([[1], [2, 3]]) }
        #expect(window.entries == [])
    }
}
