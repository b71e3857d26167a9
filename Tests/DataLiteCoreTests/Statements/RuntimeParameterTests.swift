import DataLiteCore
import Testing

@Suite("Parameters known only at run time")
struct RuntimeParameterTests {
    let connection: Connection

    init() throws {
        connection = try Connection.inMemory()
        try connection.execute(script: "CREATE TABLE t(id, name)")
    }

    @Test("can come from an array of one type")
    func array() throws {
        let numbers = [1, 2, 3]
        #expect(
            try connection.row(sql: "SELECT ? AS a, ? AS b, ? AS c", numbers)?.values == [1, 2, 3])
        let texts: [String] = ["x"]
        #expect(try connection.value(sql: "SELECT ?", texts) == "x")
    }

    @Test("can come from an array of mixed types")
    func mixedArray() throws {
        let values: [(any SQLiteBindable)?] = [1, "x", nil]
        try connection.execute(sql: "INSERT INTO t VALUES (?, ? || coalesce(?, 'y'))", values)
        #expect(try connection.rows(sql: "SELECT * FROM t", [Int]()) == [["id": 1, "name": "xy"]])
        let bindables: [any SQLiteBindable] = [1, "xy"]
        let cursor = try connection.cursor(
            sql: "SELECT id FROM t WHERE id = ? AND name = ?", bindables)
        #expect(try cursor.next() == ["id": 1])
    }

    @Test("can come from a dictionary")
    func dictionary() throws {
        let values: [String: any SQLiteBindable] = ["id": 7, "name": "Ada"]
        try connection.execute(sql: "INSERT INTO t VALUES (:id, @name)", values)
        let numbers = ["low": 6, "high": 8]
        let sql = "SELECT name FROM t WHERE id BETWEEN $low AND $high"
        #expect(try connection.rows(sql: sql, numbers) == [["name": "Ada"]])
        #expect(try connection.row(sql: sql, numbers) == ["name": "Ada"])
        #expect(try connection.value(sql: sql, numbers) == "Ada")
        #expect(try connection.cursor(sql: sql, numbers).next() == ["name": "Ada"])
    }

    @Test(
        "must match those of the statement",
        arguments: [
            (["a": 1], "no value for parameter :b"),
            (["a": 1, "b": 2, "c": 3], "the statement has no parameter :c"),
            (["a": 1, "b": 2, "B": 2], "two values for parameter :b"),
        ] as [([String: Int], String)])
    func mismatch(values: [String: Int], message: String) throws {
        let error = try failure { try connection.execute(sql: "SELECT :a, :b", values) }
        #expect(error.resultCode == .range)
        #expect(error.message == message)
    }

    @Test("must be as many as those of the statement")
    func countMismatch() throws {
        let error = try failure { try connection.execute(sql: "SELECT ?, ?", [1]) }
        #expect(
            error.message
                == "the statement has 2 parameters and was given 1 value: no value for ?2")
    }

    @Test("written as a literal with a repeated name use the first value")
    func literal() throws {
        #expect(try connection.value(sql: "SELECT :a", ["a": 1, "a": 2]) == 1)
        #expect(try connection.row(sql: "SELECT :a AS x", ["a": 1, "a": 2]) == ["x": 1])
        #expect(try connection.rows(sql: "SELECT :a AS x", ["a": 1, "a": 2]) == [["x": 1]])
        #expect(try connection.cursor(sql: "SELECT :a AS x", ["a": 1, "a": 2]).next() == ["x": 1])
        try connection.execute(sql: "INSERT INTO t VALUES (:a, :a)", ["a": 1, "a": 2])
        #expect(try connection.row("SELECT * FROM t") == ["id": 1, "name": 1])
    }

    @Test("follow the same rules from a row and from a dictionary")
    func sameRules() throws {
        let row: SQLiteRow = ["id": 7]
        let dictionary = ["id": 7]
        for sql in ["SELECT :id AS a, @id AS b", "SELECT $id AS a, $id AS b"] {
            #expect(try connection.row(sql: sql, row) == ["a": 7, "b": 7])
            #expect(try connection.row(sql: sql, dictionary) == ["a": 7, "b": 7])
        }
        #expect(try connection.value(sql: "SELECT :id", [":id": 7] as SQLiteRow) == 7)
        #expect(try connection.value(sql: "SELECT :id", [":id": 7] as [String: Int]) == 7)
        let twice = try failure {
            try connection.execute(sql: "SELECT :id", ["id": 1, ":id": 2] as [String: Int])
        }
        #expect(twice.message == "two values for parameter :id")
    }

    @Test("may be an optional value, no value or an empty collection")
    func edges() throws {
        let none: Int? = nil
        #expect(try connection.row(sql: "SELECT ? AS x", none) == ["x": nil])
        let values: [String: (any SQLiteBindable)?] = ["a": nil]
        #expect(try connection.row(sql: "SELECT :a AS x", values) == ["x": nil])
        #expect(try connection.row(sql: "SELECT 1 AS x", [:]) == ["x": 1])
        #expect(try connection.row(sql: "SELECT 1 AS x", [] as [Int]) == ["x": 1])
        #expect(try connection.row(sql: "SELECT 1 AS x") == ["x": 1])
    }
}

@Suite("A script")
struct ScriptParameterTests {
    @Test("refuses a statement with parameters and runs those before it", arguments: ["?", ":id"])
    func parameters(parameter: String) throws {
        let connection = try Connection.inMemory()
        let script =
            "CREATE TABLE t(x); INSERT INTO t VALUES (1); INSERT INTO t VALUES (\(parameter))"
        let error = try failure { try connection.execute(sql: script) }
        #expect(error.resultCode == .range)
        #expect(error.message.contains("no value for \(parameter == "?" ? "?1" : ":id")"))
        #expect(try connection.rows("SELECT * FROM t") == [["x": 1]])
    }

    @Test("has a separate method")
    func name() throws {
        let connection: any ConnectionProtocol = try Connection.inMemory()
        try connection.execute(script: "CREATE TABLE t(x); INSERT INTO t VALUES (1), (2)")
        #expect(try connection.value("SELECT count(*) FROM t") == 2)
    }
}
