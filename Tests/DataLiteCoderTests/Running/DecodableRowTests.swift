import DataLiteCoder
import DataLiteTestSupport
import Foundation
import Testing

@Suite("Rows of Decodable types")
struct DecodableRowTests {
    private let connection: any ConnectionProtocol

    private struct User: Codable, Equatable {
        var id: Int
        var name: String
        var joined: Date
    }

    private static let users = [
        User(id: 1, name: "Ada", joined: Date(timeIntervalSince1970: 60)),
        User(id: 2, name: "Jean", joined: Date(timeIntervalSince1970: 120)),
    ]

    init() throws {
        let connection = try Connection.inMemory("CREATE TABLE users(name, joined, id)")
        try connection.insert(contentsOf: Self.users, into: "users")
        self.connection = connection
    }

    @Test("Decodable rows are read all at once, as a first row or by a cursor")
    func forms() throws {
        let sql: SQL = "SELECT * FROM users WHERE id >= :id ORDER BY id"
        #expect(try connection.rows(sql, ["id": 1], as: User.self) == Self.users)
        #expect(try connection.row(sql, ["id": 2], as: User.self) == Self.users[1])
        #expect(try connection.row(sql, ["id": 3], as: User.self) == nil)
        #expect(try connection.requiredRow(sql, ["id": 2], as: User.self) == Self.users[1])
        let cursor = try connection.cursor(sql, ["id": 1], as: User.self)
        #expect(try cursor.next() == Self.users[0])
        #expect(try cursor.remaining() == [Self.users[1]])
    }

    @Test("A prepared statement reads Decodable rows with each run's values")
    func statement() throws {
        let statement = try connection.prepare(
            sql: "SELECT * FROM users WHERE id >= :id ORDER BY id")
        #expect(try statement.rows(["id": 1], as: User.self) == Self.users)
        #expect(try statement.row(["id": 2], as: User.self) == Self.users[1])
        #expect(try statement.rows(as: User.self) == [Self.users[1]])
        #expect(try statement.row(["id": 3], as: User.self) == nil)
        #expect(throws: SQLiteError.self) { try statement.requiredRow(["id": 3], as: User.self) }
        let required: User = try statement.requiredRow(["id": 1])
        #expect(required == Self.users[0])
        let cursor = try statement.cursor(as: User.self)
        #expect(try cursor.next() == Self.users[0])
        #expect(try cursor.remaining() == [Self.users[1]])
        let numbers = try connection.prepare(sql: "SELECT id FROM users").rows(as: Int.self)
        #expect(numbers == [1, 2])
    }

    @Test("The row type is inferred from the context")
    func inference() throws {
        let all: [User] = try connection.rows("SELECT * FROM users ORDER BY id")
        #expect(all == Self.users)
        let one: User? = try connection.row("SELECT * FROM users WHERE id = \(2)")
        #expect(one == Self.users[1])
        let required: User = try connection.requiredRow("SELECT * FROM users WHERE id = ?", [1])
        #expect(required == Self.users[0])
        let numbers: [Int] = try connection.rows("SELECT id FROM users")
        #expect(numbers == [1, 2])
        let rows = try connection.rows("SELECT id FROM users")
        #expect(rows == [["id": 1], ["id": 2]])
        let dictionaries = try connection.rows("SELECT id FROM users", as: [String: Int].self)
        #expect(dictionaries == [["id": 1], ["id": 2]])
    }

    @Test("Decodable rows use the given coder")
    func coder() throws {
        var coder = SQLiteCoder()
        coder.dates = .unixSeconds
        coder.keys = .custom { $0.uppercased() }
        let sql: SQL = "SELECT 1 AS ID, 'x' AS NAME, :at AS JOINED"
        let user = try connection.requiredRow(
            sql, SQLParameters(["at": Date(timeIntervalSince1970: 60)], coder: coder),
            as: User.self, coder: coder)
        #expect(user.joined == Date(timeIntervalSince1970: 60))
    }

    @Test("A missing required row is an error")
    func noRow() throws {
        let error = #expect(throws: SQLiteError.self) {
            try connection.requiredRow("SELECT * FROM users WHERE id = 9", as: User.self)
        }
        #expect(error?.resultCode == .notFound)
        #expect(error?.sql == "SELECT * FROM users WHERE id = 9")
    }

    @Test("A value of the wrong type throws an error that names the row")
    func mismatch() throws {
        let error = #expect(throws: DecodingError.self) {
            try connection.rows(
                "SELECT id, CASE id WHEN 2 THEN NULL ELSE name END AS name, joined FROM users",
                as: User.self)
        }
        #expect("\(String(describing: error))".contains("row 2"))
        // The statement was returned to the cache.
        try connection.execute("DROP TABLE users")
    }
}

@Suite("Parameters from an Encodable value")
struct EncodableParameterTests {
    private let connection: Connection

    init() throws { connection = try Connection(location: .inMemory) }

    private struct Filter: Codable {
        var low = 1
        var high: Int? = 9
        var tags = ["a"]
        var nobody = "ignored"
    }

    @Test("Properties are bound by name, and unused properties are ignored")
    func properties() throws {
        let sql: SQL = "SELECT :low AS a, @HIGH AS b, $tags AS c"
        #expect(
            try connection.row(sql, SQLParameters(Filter())) == ["a": 1, "b": 9, "c": "[\"a\"]"])
        #expect(
            try connection.row("SELECT :low AS a, \(2) AS b", SQLParameters(Filter()))
                == ["a": 1, "b": 2])
        let missing = #expect(throws: SQLiteError.self) {
            try connection.row("SELECT :low, :other", SQLParameters(Filter()))
        }
        #expect(missing?.message == "no value for parameter :other")
    }

    @Test("Array elements and simple values are bound by position")
    func positions() throws {
        struct List: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                try container.encode(1)
                try container.encode("x")
            }
        }
        enum Level: String, Encodable { case low }
        #expect(try connection.row("SELECT ?, ?", SQLParameters(List()))?.values == [1, "x"])
        #expect(try connection.value("SELECT ?", SQLParameters(Level.low)) == "low")
        let surplus = #expect(throws: SQLiteError.self) {
            try connection.row("SELECT ?", SQLParameters(List()))
        }
        #expect(surplus?.resultCode == .range)
    }

    @Test("Encodable parameters follow the coder's parameter policy")
    func policy() throws {
        var coder = SQLiteCoder()
        coder.parameterPolicy.missing = .null
        coder.parameterPolicy.extraPositionalValues = .ignored
        #expect(
            try connection.row("SELECT :low AS a, :x AS b", SQLParameters(Filter(), coder: coder))
                == ["a": 1, "b": nil])
        let list = SQLParameters([1, 2], coder: coder)
        #expect(try connection.row("SELECT ? AS a", list) == ["a": 1])
        #expect(
            try connection.row("SELECT ? AS a, ? AS b, ? AS c", list) == ["a": 1, "b": 2, "c": nil])
        coder.parameterPolicy.extraNamedValues = .error
        let surplus = #expect(throws: SQLiteError.self) {
            try connection.row("SELECT :low", SQLParameters(Filter(), coder: coder))
        }
        #expect(surplus?.message == "the statement has no parameter :high")
    }

    @Test("Script parameters are bound to the statements that use them")
    func script() throws {
        try connection.execute(
            script: "CREATE TABLE t(x); INSERT INTO t VALUES (:low); INSERT INTO t VALUES (:high)",
            SQLParameters(Filter()))
        #expect(try connection.rows("SELECT x FROM t", as: Int.self) == [1, 9])
    }

    @Test("Parameters that cannot be encoded fail the call before anything is run")
    func failure() throws {
        var coder = SQLiteCoder()
        coder.nonConformingFloats = .error
        let parameters = SQLParameters(["x": Double.nan], coder: coder)
        try connection.execute("CREATE TABLE t(x)")
        for script in [false, true] {
            let error = #expect(throws: SQLiteError.self) {
                if script {
                    try connection.execute(script: "INSERT INTO t VALUES (:x)", parameters)
                } else {
                    try connection.execute("INSERT INTO t VALUES (:x)", parameters)
                }
            }
            #expect(error?.underlyingError is EncodingError)
            #expect(error?.message.hasPrefix("the parameters cannot be encoded: ") == true)
        }
        #expect(try connection.rows("SELECT * FROM t").isEmpty)
    }
}
