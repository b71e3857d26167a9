import DataLiteC
import DataLiteTestSupport
import Testing

@testable import DataLiteCore

/// The changes that are reported when transactions end.
@Suite(.enabled(if: PreupdateFunctions.shared != nil)) struct CollectedTransactionTests {
    private let connection: Connection
    private let collector: ChangeCollector

    init() throws {
        connection = try Connection(location: .inMemory)
        try connection.execute(
            script: "CREATE TABLE t(id INTEGER PRIMARY KEY, a UNIQUE); CREATE TABLE u(a)")
        collector = try #require(try ChangeCollector(on: connection))
    }

    private func tables(_ script: String) throws -> [String] {
        try connection.execute(script: script)
        return collector.take().tables.keys.map(\.table).sorted()
    }

    @Test func `a rollback discards the changes`() throws {
        #expect(try tables("BEGIN; INSERT INTO t(a) VALUES (1); ROLLBACK") == [])
    }

    @Test func `a rollback keeps the changes that were committed before`() throws {
        #expect(
            try tables("INSERT INTO t(a) VALUES (1); BEGIN; INSERT INTO u VALUES (1); ROLLBACK")
                == ["t"])
    }

    @Test func `a failed statement outside a transaction changes nothing`() throws {
        try connection.execute("INSERT INTO t(a) VALUES (1)")
        _ = collector.take()
        #expect(throws: SQLiteError.self) {
            try connection.execute("INSERT INTO t(a) VALUES (2), (1)")
        }
        #expect(collector.take().isEmpty)
    }

    @Test func `a commit that a delegate refuses changes nothing`() throws {
        let delegate = RefusingDelegate()
        connection.add(delegate: delegate)
        #expect(throws: SQLiteError.self) { try connection.execute("INSERT INTO u VALUES (1)") }
        #expect(collector.take().isEmpty)
        connection.remove(delegate: delegate)
        #expect(try tables("INSERT INTO u VALUES (1)") == ["u"])
    }

    @Test func `a delegate still works after the collector stops`() throws {
        let delegate = RefusingDelegate()
        connection.add(delegate: delegate)
        collector.stop()
        #expect(throws: SQLiteError.self) { try connection.execute("INSERT INTO u VALUES (1)") }
    }

    @Test func `commits add up until they are taken`() throws {
        #expect(try tables("INSERT INTO t(a) VALUES (1); INSERT INTO u VALUES (1)") == ["t", "u"])
        #expect(try tables("INSERT INTO u VALUES (1); INSERT INTO u VALUES (1)") == ["u"])
        #expect(try tables("SELECT 1") == [])
    }

    @Test func `commits and rollbacks in one call of the C interface are distinguished`() throws {
        var reports: [Set<String>] = []
        collector.didCommit = { [unowned collector] _ in
            reports.append(Set(collector.take().tables.keys.map(\.table)))
        }
        let script = """
            INSERT INTO t(a) VALUES (1); BEGIN; INSERT INTO u VALUES (1); COMMIT;
            BEGIN; CREATE TABLE never(x); INSERT INTO never VALUES (1); ROLLBACK
            """
        try connection.withUnsafeHandle { _ = sqlite3_exec($0, script, nil, nil, nil) }
        #expect(reports == [["t", "u"]])
    }

    @Test func `a COMMIT that fails keeps the changes for the next one`() throws {
        try connection.execute(
            script:
                "PRAGMA foreign_keys = 1; CREATE TABLE c(t REFERENCES t DEFERRABLE INITIALLY DEFERRED)"
        )
        _ = collector.take()
        try connection.execute(script: "BEGIN; INSERT INTO c VALUES (9)")
        #expect(throws: SQLiteError.self) { try connection.execute("COMMIT") }
        #expect(collector.take().isEmpty)
        #expect(try tables("INSERT INTO t(id) VALUES (9); COMMIT") == ["c", "t"])
    }

    @Test func `a COMMIT that fails with BUSY keeps the changes for the next one`() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/busy.sqlite"
            let writer = try Connection(path: path)
            try writer.setBusyTimeout(.zero)
            try writer.execute("CREATE TABLE t(x)")
            try writer.execute("INSERT INTO t VALUES (1), (2)")
            let collector = try #require(try ChangeCollector(on: writer))
            let reader = try Connection(path: path)
            let cursor = try reader.cursor("SELECT x FROM t")
            _ = try cursor.next()
            try writer.execute(script: "BEGIN; INSERT INTO t VALUES (3)")
            #expect(throws: SQLiteError.self) { try writer.execute("COMMIT") }
            _ = collector.take()
            try cursor.close()
            try writer.execute("COMMIT")
            #expect(collector.take().tables[TableName("t")]?.rows == true)
        }
    }

    @Test func `too many rows are not collected`() throws {
        collector.observed.tablesOfRows = [TableName("u")]
        try connection.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT \(ChangeCollector.rowLimit + 1))
            INSERT INTO u SELECT i FROM n
            """)
        let change = try #require(collector.take().tables[TableName("u")])
        #expect(change.hasTooManyRows && change.actions.isEmpty && change.rows)
    }

    @Test func `the hooks are removed whether the collector or the connection ends first`() throws {
        var connection: Connection? = try Connection(location: .inMemory)
        var collector = try connection.flatMap { try ChangeCollector(on: $0) }
        connection = nil
        withExtendedLifetime(collector) {}
        collector = nil
        let other = try Connection(location: .inMemory)
        collector = try ChangeCollector(on: other)
        try other.close()
        #expect(collector?.take().isEmpty == true)
    }
}

private final class RefusingDelegate: ConnectionDelegate {
    struct Refused: Error {}

    func connection(_ connection: any ConnectionProtocol, didUpdate action: SQLiteAction) {}
    func connectionWillCommit(_ connection: any ConnectionProtocol) throws { throw Refused() }
    func connectionDidRollback(_ connection: any ConnectionProtocol) {}
}
