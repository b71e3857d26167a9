import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@Suite("A prepared statement")
struct PreparedRunningTests {
    private let connection: Connection

    init() throws { connection = try .sample() }

    @Test("A prepared statement runs with values, names, or what was bound")
    func execution() throws {
        let insert = try connection.prepare(sql: "INSERT INTO t VALUES (:id, :x)")
        #expect(try insert.execute([4, "a"]) == 1)
        #expect(try insert.execute(["id": 5, "x": nil]) == 1)
        try insert.bind(6, by: ":id")
        try insert.bind(Data(count: 100_000), by: ":x")
        #expect(try insert.execute() == 1)
        let error = try failure { try insert.execute() }
        #expect(error.resultCode.primary == .constraint)
        #expect(try connection.value("SELECT length(x) FROM t WHERE id = 6") == 100_000)
        // The bindings are kept, and a failure does not prevent the next run.
        try connection.execute("DELETE FROM t WHERE id = 6")
        #expect(try insert.execute() == 1)
        #expect(try connection.value("SELECT length(x) FROM t WHERE id = 6") == 100_000)
        #expect(try failure { try insert.execute([1]) }.resultCode == .range)
        #expect(try connection.prepare(sql: "SELECT 1").execute() == 0)
        let update: any StatementProtocol = try connection.prepare(
            sql: "UPDATE t SET x = ?", options: [])
        try update.execute([7])
        #expect(try connection.value("SELECT sum(x) FROM t") == 42)
        try insert.execute([["id": 7, "x": 1]])
        #expect(try connection.ids() == [1, 2, 3, 4, 5, 6, 7])
    }

    @Test("A prepared statement returns rows, a row, a value, or a cursor")
    func results() throws {
        let statement = try connection.prepare(sql: "SELECT id, x FROM t WHERE id >= ? ORDER BY id")
        let rows: [SQLiteRow] = [["id": 2, "x": 20], ["id": 3, "x": 30]]
        #expect(try statement.rows([2]) == rows)
        #expect(try statement.rows() == rows)
        #expect(try statement.row([3]) == rows[1])
        #expect(try statement.row([4]) == nil)
        #expect(try statement.requiredRow([3]) == rows[1])
        #expect(throws: SQLiteError.self) { try statement.requiredRow([4]) }
        #expect(try statement.rows([1], as: Int.self) == [1, 2, 3])
        #expect(try statement.row([2], as: Int.self) == 2)
        #expect(try statement.requiredRow([2], as: Int.self) == 2)
        #expect(try statement.value([3]) == 3)
        #expect(try statement.requiredValue([3], as: Int.self) == 3)
        #expect(
            try failure { try statement.requiredValue([9], as: Int.self) }.resultCode == .notFound)
        var ids: [Int] = []
        let cursor = try statement.cursor([1], as: Int.self)
        while let id = try cursor.next() { ids.append(id) }
        #expect(ids == [1, 2, 3])
        #expect(try statement.cursor([3]).next() == rows[1])
        #expect(connection.transactionState() == TransactionState.none)
    }

    @Test("A statement prepared without interpolations receives its values from each run")
    func laterValues() throws {
        let statement = try connection.prepare("SELECT id FROM t WHERE id > ?")
        #expect(try statement.rows([1], as: Int.self) == [2, 3])
        #expect(try statement.rows([2], as: Int.self) == [3])
        // The example of `StatementProtocol.rows`.
        try connection.execute("CREATE TABLE people AS SELECT 'Ada' AS name, 36 AS age")
        let people = try connection.prepare("SELECT name FROM people WHERE age > ?")
        let names = try people.rows([30], as: String.self)
        #expect(names == ["Ada"])
        let database: any ConnectionProtocol = connection
        let named = try database.prepare("SELECT id FROM t WHERE id = :id")
        #expect(try named.value(["id": 2], as: Int.self) == 2)
        // A call in one line has no later values.
        let error = try failure { try connection.rows("SELECT id FROM t WHERE id > ?") }
        #expect(error.resultCode == .range)
        #expect(error.message.contains("given 0 values"))
        let other = try failure { try database.value("SELECT :id", as: Int.self) }
        #expect(other.resultCode == .range)
    }

    @Test("An empty list of values does not keep the values of the previous run")
    func emptyList() throws {
        let statement = try connection.prepare(sql: "SELECT id FROM t WHERE id > ?")
        #expect(try statement.rows([1], as: Int.self) == [2, 3])
        for empty: SQLParameters in [[], [:], SQLParameters([Int]())] {
            let error = try failure { try statement.rows(empty, as: Int.self) }
            #expect(error.resultCode == .range)
            let other = try failure { try connection.rows("SELECT ?", empty) }
            #expect(other.resultCode == .range)
            #expect(try connection.value("SELECT \(1)", empty) == 1)
        }
        #expect(try failure { try statement.value([], as: Int.self) }.resultCode == .range)
        #expect(try statement.rows([2], as: Int.self) == [3])
        #expect(try statement.rows(as: Int.self) == [3])
        #expect(try connection.prepare(sql: "SELECT 1").value([]) == 1)
    }

    @Test("An empty list of values is one run, not a list of no rows")
    func emptyListOfValues() throws {
        let statement = try connection.prepare(sql: "INSERT INTO t DEFAULT VALUES")
        try statement.execute([])
        #expect(try connection.ids() == [1, 2, 3, 4])
        let rows: [SQLiteRow] = []
        try statement.execute(rows)
        #expect(try connection.ids() == [1, 2, 3, 4])
    }

    @Test("A prepared statement that is running refuses another run until it is reset")
    func running() throws {
        let statement = try connection.prepare(sql: "SELECT id FROM t ORDER BY id")
        #expect(try statement.step())
        let error = try failure { try statement.rows() }
        #expect(error.resultCode == .misuse)
        #expect(error.message == "the statement is running: reset it first")
        #expect(statement.columnValue(at: 0) == 1 as Int?)
        while try statement.step() {}
        #expect(try statement.rows(as: Int.self) == [1, 2, 3])
        #expect(try statement.step())
        try statement.reset()
        #expect(try statement.value() == 1)
    }

    @Test("A cursor of a prepared statement excludes other runs until it is closed or released")
    func exclusiveCursor() throws {
        let statement = try connection.prepare(sql: "SELECT id FROM t ORDER BY id")
        var cursor: Cursor<Int>? = try statement.cursor(as: Int.self)
        let error = try failure { try statement.rows() }
        #expect(error.message == "a cursor uses the statement: close it first")
        #expect(try cursor?.next() == 1)
        #expect(throws: SQLiteError.self) { try statement.execute() }
        try cursor?.close()
        #expect(try statement.value() == 1)
        cursor = try statement.cursor(as: Int.self)
        #expect(try cursor?.next() == 1)
        cursor = nil
        #expect(try statement.rows(as: Int.self) == [1, 2, 3])
    }

    @Test("A function cannot run the statement that calls it")
    func reentrancy() throws {
        nonisolated(unsafe) var statement: Statement?
        nonisolated(unsafe) var failures: [SQLiteError] = []
        try connection.add(function: "f", argc: 0) { _ in
            do throws(SQLiteError) { try statement?.execute() } catch { failures.append(error) }
            return 1
        }
        let prepared = try connection.prepare(sql: "SELECT f() FROM t")
        statement = prepared
        #expect(try prepared.rows(as: Int.self) == [1, 1, 1])
        #expect(try prepared.step())
        try prepared.reset()
        #expect(failures.count == 4 && failures.allSatisfy { $0.resultCode == .misuse })
        statement = nil
    }

    @Test("A cursor keeps the connection of its prepared statement alive")
    func lifetime() throws {
        func cursor() throws -> Cursor<Int> {
            try Connection.sample().prepare(sql: "SELECT id FROM t ORDER BY id").cursor()
        }
        let cursor = try cursor()
        #expect(try cursor.next() == 1)
        #expect(try cursor.next() == 2)
    }
}
