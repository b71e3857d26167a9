import DataLiteCore
import Testing

@Suite("Parameters of SQL")
struct SQLParametersTests {
    let connection: Connection

    init() throws {
        connection = try Connection.inMemory()
        try connection.execute(script: "CREATE TABLE t(id, name)")
    }

    @Test("Parameters can be a literal by position or by name, in every call")
    func literals() throws {
        #expect(try connection.execute("INSERT INTO t VALUES (?, ?)", [7, "x"]) == 1)
        let sql: SQL = "SELECT id, name FROM t WHERE id = ? AND name = ?"
        #expect(try connection.rows(sql, [7, "x"]) == [["id": 7, "name": "x"]])
        #expect(try connection.rows(sql, [7, "x"], as: Int.self) == [7])
        #expect(try connection.row(sql, [7, "x"]) == ["id": 7, "name": "x"])
        #expect(try connection.row(sql, [7, "x"], as: Int.self) == 7)
        #expect(try connection.requiredRow(sql, [7, "x"], as: Int.self) == 7)
        #expect(try connection.value(sql, [7, "x"], as: Int.self) == 7)
        #expect(try connection.requiredValue(sql, [7, "x"], as: Int.self) == 7)
        #expect(try connection.cursor(sql, [7, "x"]).next() == ["id": 7, "name": "x"])
        #expect(try connection.cursor(sql, [7, "x"], as: Int.self).next() == 7)
        let named: SQL = "SELECT id FROM t WHERE id = :id AND name = @name"
        #expect(try connection.rows(named, ["id": 7, "name": "x"]) == [["id": 7]])
        #expect(try connection.value(named, ["name": "x", "id": 7], as: Int.self) == 7)
        #expect(try connection.execute("DELETE FROM t WHERE id = $id", ["id": 7]) == 1)
    }

    @Test("Parameters can come from a sequence")
    func sequences() throws {
        let numbers = [1, 2, 3]
        let sql: SQL = "SELECT ? AS a, ? AS b, ? AS c"
        #expect(try connection.row(sql, SQLParameters(numbers))?.values == [1, 2, 3])
        #expect(try connection.row(sql, SQLParameters(1...3))?.values == [1, 2, 3])
        let values: [(any SQLiteBindable)?] = [1, "x", nil]
        #expect(try connection.row(sql, SQLParameters(values))?.values == [1, "x", .null])
        let bindables: [any SQLiteBindable] = [1, "xy", 2.5]
        #expect(try connection.row(sql, SQLParameters(bindables))?.values == [1, "xy", 2.5])
        let optionals: [Int?] = [1, nil, 3]
        #expect(try connection.row(sql, SQLParameters(optionals))?.values == [1, .null, 3])
        #expect(try connection.row("SELECT 1 AS x", SQLParameters([Int]())) == ["x": 1])
    }

    @Test("Parameters can come from a dictionary or a row")
    func dictionaries() throws {
        let sql: SQL = "SELECT :low AS a, $high AS b"
        let row: SQLiteRow = ["low": 6, "high": 8]
        let numbers = ["low": 6, "high": 8]
        let mixed: [String: any SQLiteBindable] = ["low": 6, "high": 8]
        let optional: [String: (any SQLiteBindable)?] = ["low": 6, "high": nil]
        for parameters in [SQLParameters(row), SQLParameters(numbers), SQLParameters(mixed)] {
            #expect(try connection.row(sql, parameters) == ["a": 6, "b": 8])
        }
        #expect(try connection.row(sql, SQLParameters(optional)) == ["a": 6, "b": nil])
    }

    @Test("Named parameters can be combined with interpolations")
    func besideInterpolations() throws {
        let two = 2
        #expect(
            try connection.row("SELECT \(1) AS a, :x AS b, \(two) AS c", ["x": 7])
                == ["a": 1, "b": 7, "c": 2])
        let missing = try failure { try connection.row("SELECT \(1), :x, :y", ["x": 7]) }
        #expect(missing.message == "no value for parameter :y")
        let plain = try failure { try connection.row("SELECT ?, \(1), :x", ["x": 7]) }
        #expect(plain.resultCode == .range)
        #expect(
            plain.message == "the statement has 2 parameters without a name and 1 interpolation")
    }

    @Test("Positional parameters cannot be combined with interpolations")
    func positionsBesideInterpolations() throws {
        let error = try failure { try connection.execute("INSERT INTO t VALUES (\(1), ?)", [2]) }
        #expect(error.resultCode == .misuse)
        #expect(error.message.contains("with interpolations"))
        #expect(try connection.rows("SELECT * FROM t").isEmpty)
    }

    @Test(
        "Names of values must match the parameters of the statement",
        arguments: [
            (["a": 1], "no value for parameter :b"),
            (["a": 1, "b": 2, "c": 3], "the statement has no parameter :c"),
            (["a": 1, "b": 2, "B": 2], "two values for parameter :b"),
        ] as [([String: Int], String)])
    func mismatch(values: [String: Int], message: String) throws {
        let error = try failure { try connection.execute("SELECT :a, :b", SQLParameters(values)) }
        #expect(error.resultCode == .range)
        #expect(error.message == message)
    }

    @Test("The number of positional values must match the number of parameters")
    func countMismatch() throws {
        let error = try failure { try connection.execute("SELECT ?, ?", [1]) }
        #expect(
            error.message
                == "the statement has 2 parameters and was given 1 value: no value for ?2")
    }

    @Test("A parameter literal with a repeated name uses the first value")
    func repeatedName() throws {
        #expect(try connection.value("SELECT :a", ["a": 1, "a": 2]) == 1)
        try connection.execute("INSERT INTO t VALUES (:a, :a)", ["a": 1, "a": 2])
        #expect(try connection.row("SELECT * FROM t") == ["id": 1, "name": 1])
    }

    @Test("Parameters are found with their prefix, without it and in another letter case")
    func names() throws {
        for sql: SQL in ["SELECT :id AS a, @id AS b", "SELECT $id AS a, $id AS b"] {
            #expect(try connection.row(sql, ["id": 7]) == ["a": 7, "b": 7])
            #expect(try connection.row(sql, ["ID": 7]) == ["a": 7, "b": 7])
        }
        #expect(try connection.value("SELECT :id", [":id": 7]) == 7)
        let twice = try failure { try connection.execute("SELECT :id", ["id": 1, ":id": 2]) }
        #expect(twice.message == "two values for parameter :id")
    }

    @Test("Parameters can be optional, and no parameters can be passed")
    func edges() throws {
        let none: Int? = nil
        #expect(try connection.row("SELECT ? AS x", [none]) == ["x": nil])
        #expect(try connection.row("SELECT ? AS x", [nil]) == ["x": nil])
        #expect(try connection.row("SELECT 1 AS x", [:]) == ["x": 1])
        #expect(try connection.row("SELECT 1 AS x", []) == ["x": 1])
        #expect(try connection.row("SELECT \(1) AS x", []) == ["x": 1])
        #expect(try connection.row("SELECT \(1) AS x", [:]) == ["x": 1])
    }

    @Test("Parameters are bound to a prepared statement")
    func prepared() throws {
        let statement = try connection.prepare(sql: "SELECT ?, :x")
        try statement.bind([1, 2])
        #expect(try statement.step())
        #expect(statement.currentRow()?.values == [1, 2])
        try statement.reset()
        let error = try failure { try statement.bind(SQLParameters(["x": 1])) }
        #expect(error.message == "no value for parameter ?1")
    }
}

@Suite("A script")
struct ScriptParameterTests {
    private let connection: Connection

    init() throws { connection = try Connection.inMemory() }

    @Test(
        "A script rejects a statement with parameters and runs the statements before it",
        arguments: ["?", ":id"])
    func parameters(parameter: String) throws {
        let script =
            "CREATE TABLE t(x); INSERT INTO t VALUES (1); INSERT INTO t VALUES (\(parameter))"
        let error = try failure { try connection.execute(sql: script) }
        #expect(error.resultCode == .range)
        #expect(error.message.contains("no value for \(parameter == "?" ? "?1" : ":id")"))
        #expect(try connection.rows("SELECT * FROM t") == [["x": 1]])
    }

    @Test("A script binds the named values that each statement has parameters for")
    func names() throws {
        try connection.execute(
            script: """
                CREATE TABLE t(a, b); -- :c
                INSERT INTO t VALUES (:a, ':b');
                INSERT INTO t VALUES (@b, $a);
                CREATE TRIGGER r AFTER DELETE ON t BEGIN SELECT 1; SELECT 2; END
                """, ["a": 1, "b": 2])
        #expect(
            try connection.rows("SELECT * FROM t") == [["a": 1, "b": ":b"], ["a": 2, "b": 1]])
    }

    @Test("A script binds positional values to each statement, starting at the first value")
    func positions() throws {
        try connection.execute(
            script:
                "CREATE TABLE t(a, b); INSERT INTO t VALUES (?, ?); INSERT INTO t(a) VALUES (?)",
            [1, "x"])
        #expect(
            try connection.rows("SELECT * FROM t") == [["a": 1, "b": "x"], ["a": 1, "b": nil]])
    }

    @Test(
        "A script runs nothing if values and parameters do not match",
        arguments: [
            (["a": 1, "c": 2], "no value for parameter :b"),
            (["a": 1, "b": 2, "c": 3], "no statement of the script has a parameter c"),
        ] as [([String: Int], String)])
    func mismatch(values: [String: Int], message: String) throws {
        try connection.execute("CREATE TABLE t(x)")
        let script = "INSERT INTO t VALUES (1); INSERT INTO t VALUES (:a + :b)"
        let error = try failure { try connection.execute(script: script, SQLParameters(values)) }
        #expect(error.resultCode == .range)
        #expect(error.message == message)
        let positions = try failure {
            try connection.execute(script: "INSERT INTO t VALUES (?)", [1, 2])
        }
        #expect(positions.message == "no statement of the script has a parameter for value 2")
        let missing = try failure {
            try connection.execute(script: "INSERT INTO t VALUES (1); SELECT ?, ?", [1])
        }
        #expect(missing.message == "no value for parameter ?2")
        #expect(try connection.rows("SELECT * FROM t").isEmpty)
    }

    @Test("A script has a separate method")
    func name() throws {
        let connection: any ConnectionProtocol = connection
        try connection.execute(script: "CREATE TABLE t(x); INSERT INTO t VALUES (1), (2)")
        #expect(try connection.value("SELECT count(*) FROM t") == 2)
    }
}
