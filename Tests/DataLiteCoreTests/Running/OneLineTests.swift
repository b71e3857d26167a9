import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@Suite("One-line methods")
struct OneLineTests {
    @Test("One-line methods run SQL with values, positional parameters and named parameters")
    func execute() throws {
        let connection = try Connection.sample(count: 0)
        try connection.execute("INSERT INTO t VALUES (\(1), \("a"))")
        try connection.execute("INSERT INTO t VALUES (?, ?)", [2, nil])
        try connection.execute("INSERT INTO t VALUES (:id, @x)", ["id": 3, "x": Data([1])])
        let rows = try connection.rows("SELECT * FROM t ORDER BY id")
        #expect(rows == [["id": 1, "x": "a"], ["id": 2, "x": nil], ["id": 3, "x": Data([1])]])
    }

    @Test("One-line methods return all rows, the first row, its first value, or a cursor")
    func reading() throws {
        let connection = try Connection.sample()
        let all: [SQLiteRow] = [["id": 2, "x": 20], ["id": 3, "x": 30]]
        let sql = "SELECT * FROM t WHERE id > $id ORDER BY id"
        let query: SQL = "SELECT * FROM t WHERE id > \(1) ORDER BY id"
        #expect(try connection.rows(query) == all)
        #expect(try connection.rows(SQL(raw: sql), [1]) == all)
        #expect(try connection.rows(SQL(raw: sql), ["id": 1]) == all)
        #expect(try connection.row(query) == all[0])
        let id = try connection.requiredRow(query)["id", as: Int.self]
        #expect(id == 2)
        #expect(try connection.row(SQL(raw: sql), [1]) == all[0])
        #expect(try connection.row(SQL(raw: sql), ["id": 1]) == all[0])
        #expect(try connection.value(query) == 2)
        #expect(try connection.value(SQL(raw: sql), [1]) == 2)
        #expect(try connection.value(SQL(raw: sql), ["id": 1], as: Int.self) == 2)
        #expect(try connection.cursor(query).next() == all[0])
        #expect(try connection.cursor(SQL(raw: sql), [1]).next() == all[0])
        #expect(try connection.cursor(SQL(raw: sql), ["id": 1]).next() == all[0])
    }

    @Test("One-line methods return nothing if there are no rows")
    func noRows() throws {
        let connection = try Connection.sample(count: 0)
        #expect(try connection.rows("SELECT * FROM t") == [])
        #expect(try connection.row("SELECT * FROM t") == nil)
        let error = #expect(throws: SQLiteError.self) {
            try connection.requiredRow("SELECT * FROM t")
        }
        #expect(error?.resultCode == .notFound)
        #expect(try connection.value("SELECT id FROM t", as: Int.self) == nil)
        #expect(try connection.cursor("SELECT * FROM t").next() == nil)
    }

    @Test("A one-line value is nil for NULL and throws an error that names the column otherwise")
    func mismatch() throws {
        let connection = try Connection.sample()
        #expect(try connection.value("SELECT NULL", as: Int.self) == nil)
        let error = try failure {
            try connection.value("SELECT 'abc' AS age", as: Int.self)
        }
        #expect(error.resultCode == .mismatch)
        for word in ["age", "Int", "abc"] { #expect(error.message.contains(word)) }
    }

    @Test(
        "The error of mismatched parameters names missing parameters and extra values",
        arguments: [
            ("SELECT ?, ?, ?", 1, "?2, ?3"), ("SELECT :a, @b", 0, ":a, @b"), ("SELECT ?3", 1, "?3"),
            ("SELECT ?", 2, "no parameter for value 2"),
            ("SELECT 1", 1, "no parameter for value 1"),
        ])
    func positionalMismatch(sql: String, count: Int, message: String) throws {
        let connection = try Connection.sample()
        let query = SQL(raw: sql, parameters: Array(repeating: .int(1), count: count))
        let calls: [() throws -> Void] = [
            { try connection.execute(query) },
            { _ = try connection.rows(query) },
            { _ = try connection.row(query) },
            { _ = try connection.value(query, as: Int.self) },
            { _ = try connection.cursor(query) },
        ]
        for call in calls {
            let error = try failure(of: call)
            #expect(error.resultCode == .range)
            #expect(error.message.contains(message))
            #expect(error.sql == sql)
        }
    }

    @Test(
        "The error of mismatched names names the parameters and the values",
        arguments: [
            (["a": 1], ":b"), (["a": 1, "b": 2, "c": 3], ":c"), ([:], ":a, :b"),
            (["a": 1, "b": 1, "A": 1], ":a"),
        ] as [(SQLiteRow, String)])
    func namedMismatch(row: SQLiteRow, name: String) throws {
        let connection = try Connection.sample()
        let error = try failure { try connection.rows("SELECT :a, :b", SQLParameters(row)) }
        #expect(error.resultCode == .range)
        #expect(error.message.contains(name))
    }

    @Test("A statement runs again after a mismatch of parameters")
    func afterMismatch() throws {
        let connection = try Connection.sample()
        #expect(throws: SQLiteError.self) { try connection.value("SELECT ?", as: Int.self) }
        #expect(try connection.value("SELECT ?", [5]) == 5)
    }

    @Test("A one-line method throws for more than one statement and for none")
    func oneStatement() throws {
        let connection = try Connection.sample()
        let surplus = try failure { try connection.execute("DELETE FROM t; DELETE FROM t") }
        #expect(surplus.resultCode == .misuse)
        #expect(surplus.offset == 15)
        #expect(try connection.ids() == [1, 2, 3])
        #expect(try failure { try connection.execute(" -- nothing") }.resultCode == .misuse)
    }

    @Test(
        "A script runs to its end",
        arguments: [
            "INSERT INTO t VALUES (1, 1); INSERT INTO t VALUES (2, 2)",
            "\n;; INSERT INTO t VALUES (1, ';') ; /* ; */ INSERT INTO t VALUES (2, 2); -- end",
            "SELECT 1; INSERT INTO t VALUES (1, 1), (2, 2) RETURNING id; SELECT 2; ;",
            "CREATE TABLE u(y);INSERT INTO u VALUES(1),(2);INSERT INTO t SELECT y, y FROM u;",
        ])
    func script(sql: String) throws {
        let connection = try Connection.sample(count: 0)
        try connection.execute(sql: sql)
        #expect(try connection.ids() == [1, 2])
    }

    @Test("An empty script runs", arguments: ["", " ", ";", "-- no more", "/* open"])
    func emptyScript(sql: String) throws {
        try Connection.sample().execute(sql: sql)
    }

    @Test("A script stops at its first error and reports the position in the entire script")
    func scriptError() throws {
        let connection = try Connection.sample(count: 0)
        let script = "INSERT INTO t VALUES (1, 1); SELECT é FROM t; INSERT INTO t VALUES (2, 2)"
        let error = try failure { try connection.execute(sql: script) }
        #expect(error.sql == script)
        #expect(error.offset == script.utf8.firstIndex(of: 0xC3)!.utf16Offset(in: script))
        #expect(try connection.ids() == [1])
    }

    @Test("A script with a NUL character fails after running the statements before it")
    func nulInScript() throws {
        let connection = try Connection.sample(count: 0)
        let error = try failure {
            try connection.execute(sql: "INSERT INTO t VALUES (1, 1);\0INSERT INTO t VALUES (2, 2)")
        }
        #expect(error.message.contains("NUL"))
        #expect(try connection.ids() == [1])
    }
}

@Suite("A statement prepared from SQL")
struct PreparedSQLTests {
    @Test("A statement prepared from SQL has its parameters bound")
    func bound() throws {
        let connection = try Connection.sample()
        let ids = [1, 3]
        let statement = try connection.prepare("SELECT id FROM t WHERE id IN \(list: ids)")
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) == 1)
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) == 3)
        #expect(try !statement.step())
    }

    @Test("A statement prepared from SQL needs a value for each parameter")
    func unbound() throws {
        let connection = try Connection.sample()
        let error = try failure { try connection.prepare("SELECT ?, \(1)") }
        #expect(error.resultCode == .range)
    }
}

@Suite("The state of a connection")
struct ConnectionStateTests {
    @Test("The state of a connection includes the changes and the last rowid")
    func counters() throws {
        let connection = try Connection(location: .inMemory)
        #expect(connection.lastInsertRowID == 0)
        #expect(connection.totalChanges == 0)
        try connection.makeSample()
        try connection.execute(
            sql: "CREATE TRIGGER r AFTER UPDATE ON t BEGIN UPDATE t SET x = 0 WHERE id = 3; END")
        #expect(connection.lastInsertRowID == 3)
        try connection.execute("UPDATE t SET x = x + 1 WHERE id < 3")
        #expect(connection.changes == 2)
        #expect(connection.totalChanges == 7)
        try connection.execute("INSERT INTO t(id) VALUES (\(Int64.max))")
        #expect(connection.lastInsertRowID == .max)
    }

    @Test("The state of a connection includes whether a transaction is open")
    func autocommit() throws {
        let connection = try Connection.sample()
        #expect(connection.isAutocommit)
        try connection.beginTransaction()
        #expect(!connection.isAutocommit)
        try connection.rollbackTransaction()
        #expect(connection.isAutocommit)
    }

    @Test("The state of a connection includes whether the database can be written")
    func readonly() throws {
        let connection = try Connection.sample()
        #expect(!connection.isReadonly)
        #expect(!connection.isClosed)
    }

    @Test("The state of a connection includes the C handle, whose closure may throw")
    func unsafeHandle() throws {
        let connection = try Connection.sample()
        #expect(throws: Refused()) { try connection.withUnsafeHandle { _ in throw Refused() } }
        #expect(Connection.libraryVersionNumber >= 3_040_000)
        #expect(Connection.libraryVersion.hasPrefix("3."))
    }

    @Test("Rows are decoded as tuples by position")
    func tuples() throws {
        let connection = try Connection.sample()
        let pairs = try connection.rows(
            "SELECT id, x FROM t WHERE id < \(3) ORDER BY id", as: (Int, Int?).self)
        #expect(pairs.map(\.0) == [1, 2] && pairs.map(\.1) == [10, 20])
        let row = try connection.row(
            "SELECT ?, NULL, 2.5, 4", [1], as: (Int, String?, Double, Int64).self)
        #expect(row?.0 == 1 && row?.1 == nil && row?.2 == 2.5 && row?.3 == 4)
        #expect(try connection.row("SELECT 1, 2 WHERE 0", as: (Int, Int).self) == nil)
        let mismatch = try failure { try connection.rows("SELECT 1, 'a'", as: (Int, Int).self) }
        #expect(mismatch.resultCode == .mismatch)
        let missing = try failure {
            try connection.rows("SELECT 1, 2", as: (Int, Int, Int).self)
        }
        #expect(missing.message == "expected 3 columns, but the statement returns 2")
    }

    @Test("A closure converts the rows, and ends the statement if it throws")
    func convertedRows() throws {
        let connection = try Connection.sample()
        let texts = try connection.rows("SELECT * FROM t WHERE id > ? ORDER BY id", [1]) { row in
            try (row["id", as: Int.self], row[1, as: Int.self])
        }
        #expect(texts.map(\.0) == [2, 3] && texts.map(\.1) == [20, 30])
        #expect(throws: Refused()) {
            try connection.rows("SELECT * FROM t") { _ in throw Refused() }
        }
        #expect(connection.transactionState() == TransactionState.none)
    }

    @Test("vacuum rebuilds the file, but not in a transaction")
    func vacuum() throws {
        let connection = try Connection.sample()
        try connection.execute("DELETE FROM t")
        try connection.vacuum()
        #expect(throws: SQLiteError.self) {
            try connection.transaction { try connection.vacuum() }
        }
    }
}
