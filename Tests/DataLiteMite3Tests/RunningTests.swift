import DataLiteMite3
import DataLiteTestSupport
import DataLiteCore
import DataLiteTesting
import Foundation
import Testing

struct User: Codable, Equatable {
    var id: Int
    var name: String
    var email: String?
}

@Suite("Running SQL with Codable values")
struct RunningTests {
    private let connection: Connection

    init() throws {
        connection = try .inMemory(
            """
            CREATE TABLE users(id INTEGER PRIMARY KEY, name TEXT NOT NULL, Email TEXT);
            INSERT INTO users VALUES (1, 'Ada', 'ada@example.org'), (2, 'Jean', NULL);
            """)
    }

    private let ada = User(id: 1, name: "Ada", email: "ada@example.org")
    private let jean = User(id: 2, name: "Jean", email: nil)

    @Test("A query returns all rows, the first row or none")
    func query() throws {
        #expect(try connection.query("SELECT * FROM users ORDER BY id") == [ada, jean])
        #expect(try connection.get("SELECT * FROM users ORDER BY id", as: User.self) == ada)
        #expect(
            try connection.getOptional("SELECT * FROM users WHERE id = 9", as: User.self) == nil)
        let error = #expect(throws: SQLiteError.self) {
            try connection.get("SELECT * FROM users WHERE id = 9", as: User.self)
        }
        #expect(error?.resultCode == .notFound)
    }

    @Test("SQL without a statement does nothing", arguments: ["", " ;", "-- none", "/* */"])
    func empty(sql: String) throws {
        try connection.exec(sql: sql)
        try connection.exec(SQL(raw: sql))
        #expect(try connection.query(sql: sql, as: Int.self) == [])
        #expect(try connection.getOptional(sql: sql, as: Int.self) == nil)
    }

    @Test("A query returns simple values, arrays and rows")
    func simple() throws {
        let sql = "SELECT id, name FROM users ORDER BY id"
        #expect(try connection.query(sql: sql, as: Int.self) == [1, 2])
        #expect(try connection.query(sql: sql, as: [String: SQLiteValue].self)[0]["name"] == "Ada")
        #expect(
            try connection.query(sql: sql, as: [SQLiteValue].self) == [[1, "Ada"], [2, "Jean"]])
        #expect(
            try connection.query(sql: sql, as: SQLiteRow.self) == [
                ["id": 1, "name": "Ada"], ["id": 2, "name": "Jean"],
            ])
        #expect(
            try connection.query("SELECT email FROM users ORDER BY id", as: String?.self) == [
                "ada@example.org", nil,
            ])
        #expect(
            try connection.query("SELECT id, id * 2 FROM users", as: [Int].self) == [
                [1, 2], [2, 4],
            ])
        #expect(try connection.get("SELECT 2.5", as: SQLiteValue.self) == 2.5)
    }

    @Test("Shortcuts return integers and strings")
    func shortcuts() throws {
        #expect(try connection.queryInt("SELECT count(*) FROM users") == 2)
        #expect(try connection.queryString("SELECT name FROM users WHERE id = \(2)") == "Jean")
        #expect(
            try connection.getOptionalInt("SELECT id FROM users WHERE id = ?", params: 9) == nil)
        #expect(
            try connection.getOptionalString(sql: "SELECT email FROM users WHERE id = 2") == nil)
        #expect(throws: SQLiteError.self) { try connection.queryInt("SELECT 1 WHERE 0") }
    }

    struct Point: Codable, Equatable { var x, y: Int }
    struct Moved: Encodable {
        var x, unknown: Int
        enum CodingKeys: String, CodingKey {
            case x = "X"
            case unknown
        }
    }

    private static var lists: [([(any Encodable)?], String, [SQLiteValue])] {
        [
            ([1, "a"], "?, ?", [1, "a"]),
            ([nil, 2.5], "?, ?", [nil, 2.5]),
            ([[1, 2]], "?, ?", [1, 2]),
            ([Point(x: 1, y: 2)], ":y, @X", [2, 1]),
            ([["x": 5, "z": 6]], "$x, :Z", [5, 6]),
            ([Point(x: 1, y: 2), Moved(x: 7, unknown: 8)], ":x, :y", [7, 2]),
            ([[1, 2], [3]], "?, ?", [3, 2]),
            ([[1, 2], 9], "?, ?", [9, 2]),
            ([Point(x: 1, y: 2), 5], "?, :x", [5, 1]),
            ([["a": 1, "name": "row"] as SQLiteRow], ":name, :a", ["row", 1]),
            ([Data(), ""], "?, ?", [.blob(Data()), ""]),
        ]
    }

    @Test("Later values override earlier ones, by position and by name", arguments: 0..<11)
    func parameters(index: Int) throws {
        let (list, sql, expected) = Self.lists[index]
        var seen: [SQLiteValue] = []
        let statement = try connection.prepare(sql: "SELECT \(sql)")
        _ = statement
        switch list.count {
        case 1:
            seen = try connection.get(sql: "SELECT \(sql)", params: list[0])
        default:
            seen = try connection.get(sql: "SELECT \(sql)", params: list[0], list[1])
        }
        #expect(seen == expected)
    }

    @Test("A parameter without a value is an error or NULL")
    func missing() throws {
        let error = #expect(throws: SQLiteError.self) {
            try connection.exec("SELECT :x, :who", params: Point(x: 1, y: 2))
        }
        #expect(error?.resultCode == .range)
        #expect(error?.message == "no value for parameter :who")
        var coder = SQLiteCoder()
        coder.parameterPolicy.missing = .null
        let values: [SQLiteValue] = try connection.get("SELECT ?, :who", params: 1, coder: coder)
        #expect(values == [1, nil])
    }

    @Test("Interpolations are bound together with parameters")
    func interpolation() throws {
        let name = "Ada'; DROP TABLE users"
        #expect(try connection.get("SELECT \(name)", as: String.self) == name)
        let values: [SQLiteValue] = try connection.get(
            "SELECT \(1), :x", params: Point(x: 4, y: 5))
        #expect(values == [1, 4])
    }

    @Test("A script runs its statements and reads the rows of each")
    func script() throws {
        var names: [String] = []
        let error = #expect(throws: SQLiteError.self) {
            try connection.exec(
                """
                INSERT INTO users(id, name) VALUES (:id, 'Grace');
                SELECT name FROM users WHERE id = :id;
                SELECT name FROM users WHERE id < :id ORDER BY id;
                SELECT nonsense
                """, params: ["id": 3]
            ) { (name: String) in
                names.append(name)
                return true
            }
        }
        #expect(error?.message == "no such column: nonsense")
        #expect(names == ["Grace", "Ada", "Jean"])
    }

    @Test("`exec` stops when the closure returns false")
    func stopping() throws {
        var seen: [Int] = []
        try connection.exec("SELECT id FROM users ORDER BY id; SELECT 9") { (id: Int) in
            seen.append(id)
            return false
        }
        #expect(seen == [1])
        try connection.close()
    }

    @Test("The statements after the first row are run, too")
    func rest() throws {
        let count: Int = try connection.get(
            "SELECT count(*) FROM users; DELETE FROM users WHERE id = \(1); SELECT 9; SELECT 10")
        #expect(try connection.queryInt("SELECT count(*) FROM users") == count - 1)
        let none: Int?? = try connection.getOptional(
            "BEGIN; SELECT NULL; SELECT 9; DELETE FROM users; COMMIT", as: Int?.self)
        #expect(none == .some(nil))
        #expect(connection.isAutocommit)
        #expect(try connection.queryInt("SELECT count(*) FROM users") == 0)
        #expect(throws: SQLiteError.self) { try connection.queryInt("SELECT 1; SELECT nothing") }
    }

    @Test("A transaction that failing SQL has begun is rolled back")
    func failing() throws {
        let sql = "BEGIN; DELETE FROM users; INSERT INTO nowhere VALUES (?); COMMIT"
        let count = try connection.queryInt("SELECT count(*) FROM users")
        #expect(throws: SQLiteError.self) { try connection.exec(sql: sql, params: 1) }
        #expect(connection.isAutocommit)
        #expect(try connection.queryInt("SELECT count(*) FROM users") == count)
        try connection.beginTransaction()
        #expect(throws: SQLiteError.self) {
            try connection.exec("DELETE FROM users; INSERT INTO nowhere VALUES (1)")
        }
        #expect(!connection.isAutocommit)
        try connection.rollbackTransaction()
    }

    @Test("A cursor returns rows one at a time")
    func cursor() throws {
        let cursor = try connection.decodedCursor("SELECT * FROM users ORDER BY id", as: User.self)
        #expect(try cursor.nextRow() == ada)
        #expect(try cursor.nextRow() == jean)
        #expect(try cursor.nextRow() == nil)
        let lazy = try connection.decodedCursor(
            sql: "SELECT name FROM users WHERE id > ?", params: 0, as: Int.self)
        #expect(lazy.results.map { (try? $0.get()) == nil } == [true, true])
        try connection.close()
    }

    @Test("Queries and inserts of Codable values run on a mock")
    func mock() throws {
        let mock = MockConnection()
        mock.expectQuery("SELECT * FROM users WHERE id = :id").with(["id": 1])
            .returning(["ID": 1, "Name": "Ada", "email": "ada@example.org"])
        mock.expectBegin()
        mock.expectExecute(
            #"INSERT INTO "users"("id", "name", "email") VALUES (?, ?, ?), (?, ?, ?)"#
        )
        .with(1, "Ada", "ada@example.org", 2, "Jean", nil).returning(changes: 2)
        mock.expectCommit()
        #expect(
            try mock.get("SELECT * FROM users WHERE id = :id", params: ["id": 1], as: User.self)
                == ada)
        #expect(try mock.insert(contentsOf: [ada, jean], into: "users") == 2)
        mock.verify()
    }

    struct BadRow: Decodable { var id: Int; var name: Int }
    struct Missing: Decodable { var id: Int; var age: Int }
    struct Null: Decodable { var id: Int; var email: String }

    @Test("A decoding error names type, column and row")
    func errors() throws {
        func message(_ body: () throws -> Void) -> String {
            do {
                try body()
                return "no error"
            } catch DecodingError.typeMismatch(_, let context) {
                return context.debugDescription
            } catch DecodingError.valueNotFound(_, let context) {
                return context.debugDescription
            } catch DecodingError.keyNotFound(_, let context) {
                return context.debugDescription
            } catch {
                return "\(error)"
            }
        }
        let sql = "SELECT id, name, email FROM users ORDER BY id"
        try connection.transaction { () throws in
            #expect(
                message { _ = try connection.query(sql: sql, as: BadRow.self) }
                    == "column \"name\" of row 1: expected Int, found TEXT 'Ada': \(sql)")
            #expect(
                message { _ = try connection.query(sql: sql, as: Missing.self) }
                    == "row 1 has no column \"age\", only \"id\", \"name\", \"Email\": \(sql)")
            #expect(
                message { _ = try connection.query(sql: sql, as: Null.self) }
                    == "column \"Email\" of row 2: expected String, found NULL: \(sql)")
            #expect(!connection.isAutocommit)
            #expect(try connection.query(sql: sql) == [ada, jean])
        }
        try connection.close()
    }
}
