import DataLiteMite3
import DataLiteTestSupport
import Testing

@Suite("The rules for parameters and their values")
struct ParameterRuleTests {
    private let connection: Connection

    init() throws { connection = try .inMemory("CREATE TABLE t(a, b)") }

    private struct Point: Codable, Equatable { var x, y: Int }
    private enum Level: Int, Codable { case low = 1 }

    private func coder(_ change: (inout ParameterPolicy) -> Void) -> SQLiteCoder {
        var coder = SQLiteCoder()
        change(&coder.parameterPolicy)
        return coder
    }

    private func message(_ body: () throws -> Void) -> String? {
        let error = #expect(throws: SQLiteError.self) { try body() }
        #expect(error?.resultCode == .range)
        return error?.message
    }

    // MARK: nil

    @Test("A nil of a type with properties provides no values, not NULL")
    func nilOfKeyedType() throws {
        let point: Point? = nil
        let sql = "INSERT INTO t(a) VALUES (:x)"
        #expect(
            message { try connection.exec(sql: sql, params: point) }
                == "no value for parameter :x")
        #expect(
            message { _ = try connection.query("SELECT ?", params: point, as: Int.self) }
                == "no value for parameter ?1")
        #expect(
            message { _ = try connection.decodedCursor("SELECT :x", params: point, as: Int.self) }
                == "no value for parameter :x")
        #expect(try connection.queryInt("SELECT count(*) FROM t") == 0)
        try connection.exec(sql: sql, params: point, ["x": 1])
        #expect(try connection.query("SELECT a FROM t") == [1])
    }

    @Test("A nil of a type with elements provides no values")
    func nilOfArray() {
        let list: [Int]? = nil
        #expect(
            message { try connection.exec("SELECT ?", params: list) }
                == "no value for parameter ?1")
    }

    @Test("A nil of a simple type or without a type is NULL by position")
    func nilOfSimpleType() throws {
        let number: Int? = nil
        let level: Level? = nil
        let any: (any Encodable)? = nil
        #expect(
            try connection.get("SELECT ?, ?, ?, ?, ?", params: number, 1, nil, level, any)
                == [nil, 1, nil, nil, nil] as [SQLiteValue])
        #expect(
            try connection.get("SELECT :a, :b", params: number, Level.low)
                == [nil, 1] as [SQLiteValue])
        #expect(try connection.getOptionalInt("SELECT ?", params: nil) == nil)
        try connection.exec("INSERT INTO t VALUES (?, ?)", params: nil, "b")
        #expect(
            try connection.get(
                sql: "SELECT a, b FROM t WHERE b = ? AND ? IS NULL", params: "b", nil)
                == [nil, "b"] as [SQLiteValue])
    }

    // MARK: Extra values

    @Test("An extra positional value throws an error that names the value")
    func surplus() throws {
        let expected = "no parameter for value 3"
        let sql = "SELECT ?, ?"
        #expect(message { try connection.exec(sql: sql, params: 1, 2, 3) } == expected)
        #expect(
            message { _ = try connection.query(sql: sql, params: [1, 2, 3], as: Int.self) }
                == expected)
        #expect(
            message { _ = try connection.get(sql: sql, params: 1, 2, 3, 4, as: Int.self) }
                == expected)
        #expect(
            message { try connection.exec("INSERT INTO t VALUES (\(1), \(2))", params: 3) }
                == "no parameter for value 1")
        #expect(
            message { try connection.exec("SELECT \(1), :x, ?", params: 1, 2, 3) } == expected)
        #expect(
            message { try connection.exec("CREATE TABLE u(a)", params: nil) }
                == "no parameter for value 1")
        #expect(try connection.queryInt("SELECT count(*) FROM t") == 0)
    }

    private struct Bound: ParameterBindable {
        func encode(to encoder: any Encoder) throws {}
        func bind(to binder: ParameterBinder) throws {
            for value in 1...3 { try binder.bind(value) }
        }
    }

    @Test("An extra value bound by a type throws an error")
    func surplusOfBindable() {
        #expect(
            message { try connection.exec("SELECT ?, ?", params: Bound()) }
                == "no parameter for value 3")
    }

    @Test("A property without a parameter is ignored unless the policy rejects it")
    func surplusProperties() throws {
        let point = Point(x: 1, y: 2)
        #expect(try connection.get("SELECT :x", params: point) == 1)
        #expect(try connection.get("SELECT :x", params: ["x": 1, "z": 2]) == 1)
        let strict = coder { $0.extraNamedValues = .error }
        for _ in 0..<2 {
            #expect(
                message { try connection.exec("SELECT :x", params: point, coder: strict) }
                    == "the statement has no parameter :y")
            #expect(
                try connection.get("SELECT :y, :x", params: point, coder: strict) == [2, 1])
        }
    }

    @Test("Extra values are ignored if the policy allows them")
    func surplusIgnored() throws {
        let lenient = coder { $0.extraPositionalValues = .ignored }
        #expect(try connection.get("SELECT ?", params: 1, 2, coder: lenient) == 1)
        #expect(try connection.get("SELECT ?", params: [1, 2], coder: lenient) == 1)
        #expect(try connection.get("SELECT :y", params: Point(x: 1, y: 2), coder: lenient) == 2)
    }

    @Test("A value is used if one statement of a script has its parameter")
    func scripts() throws {
        let script = "DELETE FROM t; INSERT INTO t VALUES (?, ?); UPDATE t SET a = ? WHERE 0"
        try connection.exec(sql: script, params: 1, 2)
        #expect(
            message { try connection.exec(sql: script, params: 3, 4, 5) }
                == "no parameter for value 3")
        // No statement was run.
        #expect(try connection.get("SELECT a, b FROM t") == [1, 2])
        try connection.exec(
            "UPDATE t SET a = \(7); UPDATE t SET b = \(8) WHERE a = ?; SELECT ?, ?", params: 7, 9)
        #expect(try connection.get("SELECT a, b FROM t") == [7, 8])
        #expect(
            message { try connection.exec("SELECT \(1), ?; SELECT ?", params: 1, 2) }
                == "no parameter for value 2")

        let strict = coder { $0.extraNamedValues = .error }
        try connection.exec("SELECT :x; SELECT :Y", params: Point(x: 1, y: 2), coder: strict)
        #expect(
            message {
                try connection.exec(
                    "SELECT :x; SELECT :z", params: Point(x: 1, y: 2), ["z": 3], coder: strict)
            } == "the statement has no parameter :y")
    }

    // MARK: Letter case

    @Test("Names match case-insensitively unless the policy is case-sensitive")
    func letterCase() throws {
        let point = Point(x: 1, y: 2)
        #expect(try connection.get("SELECT :X, @y", params: point) == [1, 2])
        let exact = coder { $0.ignoresLetterCase = false }
        #expect(try connection.get("SELECT :x, @y", params: point, coder: exact) == [1, 2])
        #expect(
            message { try connection.exec("SELECT :X, @y", params: point, coder: exact) }
                == "no value for parameter :X")
        #expect(
            try connection.get(
                "SELECT :a, :A", params: ["a": 1, "A": 2], coder: exact) == [1, 2])
    }
}
