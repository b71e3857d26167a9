import DataLiteCore
import DataLiteTestSupport
import Testing

@Suite("A progress handler")
struct ProgressHandlerTests {
    private let connection: Connection

    init() throws { connection = try .inMemory() }

    private func numbers(_ count: Int) -> SQL {
        """
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT \(count))
        SELECT max(x) FROM n
        """
    }

    @Test("A progress handler is called in proportion to its instructions")
    func interval() throws {
        func calls(every instructions: Int) throws -> Int {
            var calls = 0
            let handler = {
                calls += 1
                return true
            }
            try connection.withProgressHandler(every: instructions, handler) { () throws in
                #expect(try connection.value(numbers(2000)) == 2000)
            }
            #expect(try connection.value(numbers(2000)) == 2000)
            return calls
        }
        let few = try calls(every: 5000)
        #expect(few > 1)
        #expect(try calls(every: 500) > few * 5)
        #expect(try calls(every: -1) > 1000)
        #expect(try calls(every: .max) == 0)
    }

    @Test("A handler that returns false ends the statement, and the transaction is rolled back")
    func ending() throws {
        try connection.execute("CREATE TABLE t(x)")
        var left = 3
        let handler = {
            left -= 1
            return left > 0
        }
        let error = try failure {
            try connection.withProgressHandler(handler) { () throws in
                try connection.transaction { () throws in
                    try connection.execute("INSERT INTO t VALUES (1)")
                    _ = try? connection.rows(numbers(1_000_000_000))
                    try connection.execute("INSERT INTO t VALUES (2)")
                }
            }
        }
        #expect(error.resultCode == .interrupt)
        #expect(error.message == "the progress handler has ended the statement")
        #expect(left == 0)
        #expect(try connection.value("SELECT count(*) FROM t") == 0)
    }

    @Test("Nested handlers are all called, and limits apply to their statements")
    func nested() throws {
        var (outer, inner) = (0, 0)
        let error = try failure {
            try connection.withProgressHandler(
                every: 100,
                {
                    outer += 1
                    return true
                }
            ) { () throws in
                try connection.withQueryLimits(QueryLimits(instructions: 5000)) { () throws in
                    try connection.withProgressHandler(
                        every: 10,
                        {
                            inner += 1
                            return true
                        }
                    ) { () throws in try connection.rows(numbers(1_000_000_000)) }
                }
            }
        }
        #expect(error.message == "the limit of 5000 instructions is exceeded")
        #expect(outer >= 50 && inner >= 9 * outer)
    }

    @Test("The closure may close the connection inside the closure of other limits")
    func closing() throws {
        let isClosed = try connection.withQueryLimits(QueryLimits()) { () throws in
            try connection.withProgressHandler({ true }) { () throws in
                try connection.close()
                return connection.isClosed
            }
        }
        #expect(isClosed)
    }

    @Test("The handler cannot use its connection")
    func ownConnection() throws {
        let statement = try connection.prepare(sql: "SELECT 1")
        let uses: [(String, () throws -> Void)] = [
            ("execute", { try connection.execute("SELECT 1") }),
            ("step", { try statement.step() }),
            ("reset", { try statement.reset() }),
            ("prepare", { _ = try connection.prepare(sql: "SELECT 2") }),
            ("close", { try connection.close() }),
            ("limits", { try connection.withQueryLimits(QueryLimits()) {} }),
            ("handler", { try connection.withProgressHandler({ true }) {} }),
        ]
        var failures: [String: SQLiteError] = [:]
        let handler = {
            for (name, use) in uses { failures[name] = try? failure { try use() } }
            return true
        }
        try connection.withProgressHandler(handler) { () throws in
            #expect(try connection.value(numbers(1000)) == 1000)
        }
        failures["reset"] = nil
        #expect(failures.count == uses.count - 1)
        for (name, error) in failures {
            #expect(error.resultCode == .misuse, "\(name)")
            #expect(
                error.message
                    == "a progress handler must not use the connection that is calling it",
                "\(name)")
        }
        #expect(try statement.step())
        #expect(throws: SQLiteError.self) {
            try TinyConnection().withProgressHandler({ true }) {}
        }
    }
}
