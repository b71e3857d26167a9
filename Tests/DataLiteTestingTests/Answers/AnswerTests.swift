import DataLiteCore
import DataLiteTesting
import Testing

@Suite("The answer of a mock")
struct AnswerTests {
    @Test("An error answer to closing leaves the connection open")
    func close() throws {
        let mock = MockConnection()
        mock.expectClose().throwing(.busy)
        mock.expectClose()
        let error = #expect(throws: SQLiteError.self) { try mock.close() }
        #expect(error?.resultCode == .busy)
        #expect(!mock.isClosed)
        try mock.close()
        #expect(mock.isClosed)
        #expect(mock.problems.isEmpty)
    }

    @Test("An error answer to adding or removing a function changes nothing")
    func function() throws {
        let mock = MockConnection()
        mock.expectFunction(added: "f").throwing(.busy)
        mock.expectFunction(added: "f")
        mock.expectFunction(removed: "f").throwing(.busy)
        #expect(throws: SQLiteError.self) { try mock.add(function: "f", argc: 1) { $0[0] } }
        #expect(mock.function("f") == nil)
        try mock.add(function: "f", argc: 1) { $0[0] }
        #expect(throws: SQLiteError.self) { try mock.remove(function: "f", argc: 1) }
        #expect(mock.function("f") != nil)
    }

    @Test("An answered write sets the counters of a spy until the database writes")
    func counters() throws {
        let mock = try MockConnection.spy(schema: "CREATE TABLE t(a)")
        let log = Observer()
        try mock.add(delegate: log)
        let update = SQLiteAction.insert(db: "main", table: "t", rowID: 77)
        mock.expectExecute("INSERT INTO t VALUES (0)").returning(
            .changes(5, lastInsertRowID: 77, updates: [update]))
        try mock.execute("INSERT INTO t VALUES (0)")
        #expect(mock.changes == 5)
        #expect(mock.lastInsertRowID == 77)
        #expect(log.actions == [update])
        try mock.execute("INSERT INTO t VALUES (1), (2)")
        #expect(mock.changes == 2)
        #expect(mock.totalChanges == 7)
        #expect(mock.lastInsertRowID == 2)
    }

    @Test("An answer can report any number of changes")
    func manyChanges() throws {
        let mock = MockConnection { _ in .changes(.max) }
        for _ in 1...2 { try mock.execute("DELETE FROM t") }
        #expect(mock.changes == .max)
    }

    private static let ragged: [(MockAnswer, String)] = [
        (
            .columns(["a", "b"], rows: [[1, 2], [3]]),
            "row 2: expected 2 values, found 1"
        ),
        (
            .rows([["a": 1], ["a": 2], ["b": 3]]),
            "row 3: expected the columns a, found b"
        ),
    ]

    @Test("An answer whose rows differ in their columns is an error", arguments: ragged)
    func raggedRows(answer: MockAnswer, message: String) throws {
        let mock = MockConnection { _ in answer }
        let error = #expect(throws: SQLiteError.self) { try mock.rows("SELECT a, b FROM t") }
        #expect(
            error?.message == """
                the answer does not match the statement: SELECT a, b FROM t
                  \(message)
                """)
        #expect(mock.problems == [error?.message])
    }

    @Test("A predicate can read the mock and extend its script")
    func predicate() throws {
        let mock = MockConnection()
        mock.expectExecute(
            .where("looked at") { [unowned mock] _ in
                mock.expectExecute("DELETE FROM u")
                return !mock.problems.isEmpty
            })
        try mock.execute("DELETE FROM t")
        try mock.execute("DELETE FROM u")
        #expect(mock.problems.isEmpty)
    }

    @Test("SQL run by a delegate is an error, even after nested delegate calls")
    func delegate() throws {
        let mock = MockConnection { _ in .done }
        let observer = Observer { connection in
            let mock = try #require(connection as? MockConnection)
            mock.simulate(trace: SQLTrace(unexpandedSQL: "", expandedSQL: ""))
            let error = #expect(throws: SQLiteError.self) { try mock.execute("DELETE FROM t") }
            #expect(error?.resultCode == .misuse)
        }
        try mock.add(delegate: observer)
        mock.simulate(update: .insert(db: "main", table: "t", rowID: 1))
        #expect(observer.actions.count == 1)
    }

    @Test("A parameter number that the SQL skips needs no value")
    func skippedParameter() throws {
        let mock = MockConnection { _ in .row(["a": 1]) }
        let statement = try mock.prepare(sql: "SELECT ?2 AS a")
        try statement.bind(1, at: 2)
        #expect(try statement.step())
    }

    @Test("SQL with a NUL character is an error, as on a real connection")
    func nul() throws {
        let mock = MockConnection { _ in .done }
        let error = #expect(throws: SQLiteError.self) { try mock.execute(sql: "SELECT 1\0") }
        #expect(error?.resultCode == .misuse)
    }
}

private final class Observer: ConnectionDelegate {
    private(set) var actions: [SQLiteAction] = []
    private let action: (any ConnectionProtocol) throws -> Void

    init(_ action: @escaping (any ConnectionProtocol) throws -> Void = { _ in }) {
        self.action = action
    }

    func connection(_ connection: any ConnectionProtocol, didUpdate action: SQLiteAction) {
        actions.append(action)
        #expect(throws: Never.self) { try self.action(connection) }
    }
}
