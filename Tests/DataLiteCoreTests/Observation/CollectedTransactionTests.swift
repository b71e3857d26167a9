import Testing

@testable import DataLiteCore

/// Which changes count when transactions end.
@Suite(.enabled(if: PreupdateFunctions.shared != nil)) struct CollectedTransactionTests {
    private let connection: Connection
    private let collector: ChangeCollector

    init() throws {
        connection = try Connection(location: .inMemory)
        try connection.execute(
            script: "CREATE TABLE t(id INTEGER PRIMARY KEY, a UNIQUE); CREATE TABLE u(a)")
        collector = try #require(try ChangeCollector(on: connection))
    }

    private func tables(_ script: String) throws -> [[String]] {
        try connection.execute(script: script)
        return collector.takeCommits().map { $0.tables.keys.map(\.table).sorted() }
    }

    @Test func `a rollback discards them`() throws {
        #expect(try tables("BEGIN; INSERT INTO t(a) VALUES (1); ROLLBACK") == [])
    }

    @Test func `a rollback keeps what was committed before`() throws {
        #expect(
            try tables("INSERT INTO t(a) VALUES (1); BEGIN; INSERT INTO u VALUES (1); ROLLBACK")
                == [["t"]])
    }

    @Test func `a statement that fails by itself changes nothing`() throws {
        try connection.execute("INSERT INTO t(a) VALUES (1)")
        _ = collector.takeCommits()
        #expect(throws: SQLiteError.self) {
            try connection.execute("INSERT INTO t(a) VALUES (2), (1)")
        }
        #expect(collector.takeCommits().isEmpty)
    }

    @Test func `a commit that a delegate refuses changes nothing`() throws {
        let delegate = RefusingDelegate()
        connection.add(delegate: delegate)
        #expect(throws: SQLiteError.self) { try connection.execute("INSERT INTO u VALUES (1)") }
        #expect(collector.takeCommits().isEmpty)
        connection.remove(delegate: delegate)
        #expect(try tables("INSERT INTO u VALUES (1)") == [["u"]])
    }

    @Test func `a delegate still works when the collector has ended`() throws {
        let delegate = RefusingDelegate()
        connection.add(delegate: delegate)
        collector.stop()
        #expect(throws: SQLiteError.self) { try connection.execute("INSERT INTO u VALUES (1)") }
    }

    @Test func `commits are one, except those of tables that are separated`() throws {
        let script = "INSERT INTO t(a) VALUES (1); INSERT INTO u VALUES (1)"
        #expect(try tables(script) == [["t", "u"]])
        collector.tablesOfRows = [TableName("u")]
        #expect(try tables("INSERT INTO u VALUES (1); INSERT INTO u VALUES (1)") == [["u"]])
        collector.separatedTables = [TableName("u")]
        #expect(
            try tables("INSERT INTO u VALUES (1); INSERT INTO u VALUES (1)") == [["u"], ["u"]])
    }

    @Test func `too many rows are not collected`() throws {
        collector.tablesOfRows = [TableName("u")]
        try connection.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT \(ChangeCollector.rowLimit + 1))
            INSERT INTO u SELECT i FROM n
            """)
        let change = try #require(collector.take().tables[TableName("u")])
        #expect(change.hasTooManyRows && change.actions.isEmpty && change.rows)
    }

    @Test func `the hooks end with the collector, whatever ends first`() throws {
        var connection: Connection? = try Connection(location: .inMemory)
        var collector = try connection.flatMap { try ChangeCollector(on: $0) }
        connection = nil
        withExtendedLifetime(collector) {}
        collector = nil
        let other = try Connection(location: .inMemory)
        collector = try ChangeCollector(on: other)
        try other.close()
        #expect(collector?.takeCommits().isEmpty == true)
    }
}

private final class RefusingDelegate: ConnectionDelegate {
    struct Refused: Error {}

    func connection(_ connection: any ConnectionProtocol, didUpdate action: SQLiteAction) {}
    func connectionWillCommit(_ connection: any ConnectionProtocol) throws { throw Refused() }
    func connectionDidRollback(_ connection: any ConnectionProtocol) {}
}
