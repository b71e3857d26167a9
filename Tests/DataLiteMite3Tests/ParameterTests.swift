import DataLiteMite3
import DataLiteCore
import Foundation
import Testing

@Suite("Parameters of Codable values")
struct ParameterTests {
    private let connection: Connection

    init() throws { connection = try Connection(location: .inMemory) }

    @Test(
        "A value is bound to all parameters with its name",
        arguments: [":x, @x, $x", ":x, :X, :x", "$x, :y, @X, :x"])
    func sameName(columns: String) throws {
        let values: [Int] = try connection.get(sql: "SELECT \(columns)", params: ["x": 1, "y": 1])
        #expect(Set(values) == [1])
    }

    private struct Named: ParameterBindable {
        func bind(to binder: ParameterBinder) throws { try binder.bind(7, name: "x") }
    }

    @Test("A type that binds itself binds all parameters with a name")
    func sameNameByBinder() throws {
        #expect(try connection.get("SELECT :x, @X", params: Named()) == [7, 7])
    }

    @Test("Interpolations are bound to their own statement in a script")
    func interpolationsOfSeveral() throws {
        try connection.exec(
            """
            CREATE TABLE t(a, b);
            INSERT INTO t VALUES (\(1), \("one"));
            INSERT INTO t VALUES (\(2), :b);
            UPDATE t SET a = a + \(10)
            """, params: ["b": "two"])
        #expect(
            try connection.query("SELECT a, b FROM t", as: [SQLiteValue].self) == [
                [11, "one"], [12, "two"],
            ])
    }

    @Test(
        "Parameters of raw SQL can be numbered or named",
        arguments: ["?, ?", "?1, ?2", "?2, ?1", ":a, @b", "?, :b"])
    func raw(columns: String) throws {
        let sql = SQL(raw: "SELECT \(columns)", parameters: [1, 2])
        #expect(try Set(connection.get(sql, as: [Int].self)) == [1, 2])
        #expect(try Set(connection.decodedCursor(sql, as: [Int].self).nextRow() ?? []) == [1, 2])
    }

    @Test("Array elements are bound after the interpolations")
    func arrayBesideInterpolation() throws {
        #expect(try connection.get("SELECT \(1), ?, ?", params: [2, 3]) == [1, 2, 3])
    }

    @Test(
        "Parameters can be numbered", arguments: [("?1, ?2", [1, 2]), ("?2, ?1, ?2", [2, 1, 2])])
    func numbered(columns: String, expected: [Int]) throws {
        #expect(try connection.get(sql: "SELECT \(columns)", params: 1, 2) == expected)
        #expect(try connection.get(sql: "SELECT \(columns)", params: [1, 2]) == expected)
    }

    @Test("Only the parameter numbers that a statement uses require values")
    func skippedNumbers() throws {
        #expect(try connection.get("SELECT ?3", params: 1, 2, 3) == 3)
        let error = #expect(throws: SQLiteError.self) {
            try connection.exec("SELECT ?3", params: 1, 2)
        }
        #expect(error?.message == "no value for parameter ?3")
    }

    @Test("Raw SQL with its own parameters can be combined with a literal")
    func rawPieces() throws {
        let piece = SQL(raw: ", ?, '?'", parameters: [2])
        let first: SQL = "SELECT \(1)"
        for query in [first + piece + ", :x", "\(first)\(piece), :x"] as [SQL] {
            let row = try connection.get(query, params: ["x": 3], as: [SQLiteValue].self)
            #expect(row == [1, 2, "?", 3])
        }
        #expect(
            try connection.get(
                SQL(raw: "SELECT :a, ?", parameters: [1, 2]), params: ["zz": 3], as: [Int].self)
                == [1, 2])
        #expect(throws: SQLiteError.self) {
            try connection.get("SELECT ?" + piece + ", :x", params: 1, ["x": 3], as: [Int].self)
        }
    }

    @Test("A ? before an interpolation is rejected")
    func order() throws {
        let refused: [SQL] = [
            "SELECT ?, \(1)", "SELECT \(1), ?, \(2)", "SELECT ?, 1 IN \(list: [1, 2])",
            "SELECT ?, \("\(1)" as SQL)", "SELECT 0; SELECT ?; SELECT \(1)",
            "SELECT ?" + ", \(1)",
        ]
        var coder = SQLiteCoder()
        coder.parameterPolicy.missing = .null
        for sql in refused {
            for coder in [SQLiteCoder.default, coder] {
                let error = #expect(throws: SQLiteError.self) {
                    try connection.exec(sql, params: 2, coder: coder)
                }
                #expect(error?.resultCode == .misuse)
                #expect(throws: SQLiteError.self) { try connection.exec(sql, coder: coder) }
            }
        }
        let taken: [(SQL, [SQLiteValue])] = [
            ("SELECT \(1), ?", [1, 2]), ("SELECT '?', \(1), ?", ["?", 1, 2]),
            ("SELECT \(1), ?2", [1, 2]), ("SELECT 1 IN \(list: [1, 2]), ?", [1, 2]),
            ("SELECT \(1) /* ? */" + ", ?", [1, 2]), ("SELECT '?', ?", ["?", 2]),
        ]
        for (sql, row) in taken { #expect(try connection.get(sql, params: 2) == row) }
    }

    /// Writes its elements through nested containers.
    private struct Pieces: Encodable {
        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            try list.encode(1)
            var nested = list.nestedUnkeyedContainer()
            try nested.encode("a")
            try list.encode(2)
        }
    }

    @Test("An array can be encoded through nested containers")
    func pieces() throws {
        #expect(
            try connection.get("SELECT ?, ?, ?", params: Pieces()) == [1, #"["a"]"#, 2]
                as [SQLiteValue])
        #expect(try RowEncoder().encode(Pieces()) == ["0": 1, "1": #"["a"]"#, "2": 2])
    }

    /// Runs the statement that it is a parameter of, while it is encoded.
    private struct Asking: Encodable {
        let connection: Connection
        static let sql = "SELECT :depth"
        var depth = 0

        func encode(to encoder: any Encoder) throws {
            enum Keys: String, CodingKey { case depth }
            var container = encoder.container(keyedBy: Keys.self)
            let deeper = Asking(connection: connection, depth: depth + 1)
            let inner =
                depth == 3 ? 0 : try connection.get(sql: Self.sql, params: deeper, as: Int.self)
            try container.encode(inner + depth, forKey: .depth)
        }
    }

    @Test("A parameter can run its own statement while it is encoded")
    func reentrance() throws {
        let value = Asking(connection: connection)
        #expect(try connection.get(sql: Asking.sql, params: value, as: Int.self) == 6)
        try connection.execute(sql: "CREATE TABLE t(depth)")
        try connection.insert(contentsOf: [value, value], into: "t")
        #expect(try connection.query("SELECT depth FROM t") == [6, 6])
        try connection.close()
    }
}
