import DataLiteCore
import Testing

final class Product: Function.Aggregate {
    override class var name: String { "product" }
    override class var argc: Int32 { 1 }
    override class var options: Function.Options { [.deterministic, .innocuous] }

    private var product = 1.0
    private var lastFactor: Double?

    override func step(args: any ArgumentsProtocol) throws {
        guard let factor = args[0] as Double? else { return }
        product *= factor
        lastFactor = factor
    }

    override func finalize() throws -> (any SQLiteRepresentable)? {
        lastFactor.map { _ in product }
    }
}

/// Counts rows, and records whether it was finalized without a row.
private final class RowCount: Function.Aggregate {
    override class var name: String { "row_count" }
    private let member = InstanceCounter.Member()
    private var count = 0

    override func step(args: any ArgumentsProtocol) throws { count += 1 }
    override func finalize() throws -> (any SQLiteRepresentable)? { count }
}

private final class NoStep: Function.Aggregate {
    override class var name: String { "no_step" }
    override func finalize() throws -> (any SQLiteRepresentable)? { 1 }
}

private final class NoFinalize: Function.Aggregate {
    override class var name: String { "no_finalize" }
    override func step(args: any ArgumentsProtocol) throws {}
}

@Suite("An aggregate function")
struct AggregateFunctionTests {
    let connection: Connection

    init() throws {
        connection = try .inMemory()
        try connection.execute(
            sql: """
                CREATE TABLE t(kind TEXT, x REAL);
                INSERT INTO t VALUES ('a', 2), ('b', 3), ('a', 5), ('c', NULL), ('b', 7);
                """)
    }

    @Test("An aggregate can be written as a class and added by its type")
    func classForm() throws {
        try connection.add(function: Product.self)
        #expect(try connection.value("SELECT product(x) FROM t") == 210.0)
    }

    @Test("An aggregate can be written as closures with a separate state for each group")
    func closureForm() throws {
        try connection.add(aggregate: "words", argc: 1, initial: [String]()) { words, args in
            if let word = args[0] as String? { words.append(word) }
        } finalize: {
            $0.joined(separator: " ")
        }
        let rows = try connection.rows("SELECT words(kind) w FROM t GROUP BY kind ORDER BY kind")
        #expect(rows.map { $0["w"] } == ["a a", "b b", "c"])
        #expect(try connection.value("SELECT words(kind) FROM t WHERE 0") == "")
    }

    @Test("The initial state of an aggregate's closures is evaluated once for each group")
    func initialState() throws {
        let census = InstanceCounter()
        try connection.add(aggregate: "n", argc: 0, initial: InstanceCounter.Member(of: census)) {
            _, _ in
        } finalize: { _ in
            census.made
        }
        #expect(try connection.rows("SELECT n() FROM t GROUP BY kind").count == 3)
        #expect(census.made == 3)
        #expect(census.alive == 0)
    }

    @Test("An aggregate has an instance for each of many groups")
    func manyGroups() throws {
        try connection.add(function: RowCount.self)
        let census = InstanceCounter()
        try InstanceCounter.$current.withValue(census) {
            let rows = try connection.rows(
                """
                WITH RECURSIVE n(i) AS (VALUES(0) UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
                SELECT i % 1000 AS g, row_count(i) AS c FROM n GROUP BY g
                """)
            #expect(rows.count == 1000)
            #expect(rows.allSatisfy { $0["c"] == 10 })
        }
        #expect(census.made == 1000)
        #expect(census.alive == 0)
    }

    @Test("An aggregate finalizes a new instance for a group without rows")
    func noRows() throws {
        try connection.add(function: RowCount.self)
        let census = InstanceCounter()
        try InstanceCounter.$current.withValue(census) { () throws in
            #expect(try connection.value("SELECT row_count(*) FROM t WHERE x > 100") == 0)
            #expect(try connection.value("SELECT row_count(x) FROM t WHERE 0") == 0)
        }
        #expect(census.made == 2)
        #expect(census.alive == 0)
    }

    @Test("An aggregate creates no instance if there is no group")
    func noGroups() throws {
        try connection.add(function: RowCount.self)
        let census = InstanceCounter()
        try InstanceCounter.$current.withValue(census) { () throws in
            #expect(try connection.rows("SELECT row_count() FROM t WHERE 0 GROUP BY kind") == [])
        }
        #expect(census.made == 0)
    }

    @Test("An aggregate is independent of another aggregate in the same query")
    func two() throws {
        try connection.add(function: RowCount.self)
        try connection.add(function: Product.self)
        let row = try #require(
            try connection.row(
                """
                SELECT product(x) p, row_count(x) c, product(x + 1) q,
                    row_count(x) FILTER (WHERE kind = 'a') a, product(DISTINCT kind = 'a') d
                FROM t
                """))
        #expect(row["p"] == 210.0)
        #expect(row["c"] == 5)
        #expect(row["q"] == 576.0)
        #expect(row["a"] == 2)
        #expect(row["d"] == 0.0)
    }

    @Test("An aggregate fails, with its type's name, if it does not override step")
    func noStep() throws {
        try connection.add(function: NoStep.self)
        let error = try failure { try connection.execute(sql: "SELECT no_step(x) FROM t") }
        #expect(error.underlyingCode == .misuse)
        #expect(error.message == "NoStep does not override step(args:)")
        #expect(try connection.value("SELECT no_step(x) FROM t WHERE 0") == 1)
    }

    @Test("An aggregate fails, with its type's name, if it does not override finalize")
    func noFinalize() throws {
        try connection.add(function: NoFinalize.self)
        let error = try failure { try connection.execute(sql: "SELECT no_finalize(x) FROM t") }
        #expect(error.underlyingCode == .misuse)
        #expect(error.message == "NoFinalize does not override finalize()")
    }

    @Test("An aggregate cannot be used as a window function")
    func overWindow() throws {
        try connection.add(function: Product.self)
        let error = try failure { try connection.execute(sql: "SELECT product(x) OVER () FROM t") }
        #expect(error.message == "product() may not be used as a window function")
    }
}
