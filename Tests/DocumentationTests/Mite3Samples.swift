import DataLiteC
import DataLiteMite3
import Testing

@Suite("The samples of the guide to Mite3")
struct Mite3Samples {
    struct User: Codable, Equatable {
        var id: Int
        var name: String
    }

    @Test("run SQL and read rows with Mite3")
    func running() throws {
        let connection = try Connection(location: .inMemory)
        // sample: running
        try connection.exec(sql: "CREATE TABLE users(id INTEGER PRIMARY KEY, name TEXT)")
        try connection.exec("INSERT INTO users(name) VALUES (?), (?)", params: "Ada", "Grace")
        let users = try connection.query("SELECT * FROM users ORDER BY id", as: User.self)
        let grace: User = try connection.get("SELECT * FROM users WHERE name = \("Grace")")
        let nobody: User? = try connection.getOptional(
            "SELECT * FROM users WHERE id = :id", params: ["id": 99])
        let count = try connection.queryInt("SELECT count(*) FROM users")
        // end
        #expect(users == [User(id: 1, name: "Ada"), User(id: 2, name: "Grace")])
        #expect(grace == users[1])
        #expect(nobody == nil)
        #expect(count == 2)
        // sample: row by row
        try connection.exec("SELECT * FROM users ORDER BY name") { (user: User) in
            print(user.name)
            return user.name != "Ada"  // false stops
        }
        // end
    }

    @Test("bind parameters by name and by position")
    func parameters() throws {
        let connection = try Connection(location: .inMemory)
        // sample: parameters
        struct Span: Encodable { var low, high: Int }
        let span = Span(low: 1, high: 2)
        let sql: SQL = "SELECT :low, :high"
        let byName: [Int] = try connection.get(sql, params: span)  // [1, 2]
        let overlaid: [Int] = try connection.get(sql, params: span, ["high": 9])  // [1, 9]
        let inOrder: [SQLiteValue] = try connection.get("SELECT ?, ?", params: 1, "two")
        // end
        // sample: parameters and interpolations
        let values: [String: SQLiteValue] = try connection.get(
            "SELECT \(1) AS a, ? AS b, :name AS c",
            params: 2, ["name": "Ada", "age": 36] as SQLiteRow)
        // end
        #expect(values == ["a": 1, "b": 2, "c": "Ada"])
        #expect(byName == [1, 2])
        #expect(overlaid == [1, 9])
        #expect(inOrder == [1, "two"])
    }

    // sample: binder
    struct Point: ParameterBindable {
        var x, y: Double

        func bind(to binder: ParameterBinder) throws {
            try binder.bind(x)
            try binder.bind(y)
        }
    }
    // end

    @Test("bind a type that binds its own parameters")
    func binder() throws {
        let connection = try Connection(location: .inMemory)
        let both: [Double] = try connection.get("SELECT ?, ?", params: Point(x: 1, y: 2))
        #expect(both == [1, 2])
    }

    @Test("read Mite3 rows from a statement of the C API")
    func cInterface() throws {
        let connection = try Connection(location: .inMemory)
        try connection.withUnsafeHandle { db in
            // sample: C interface
            var statement: OpaquePointer?
            try check(sqlite3_prepare_v2(db, "SELECT :a + 1", -1, &statement, nil), on: db)
            guard let statement else { return }
            defer { sqlite3_finalize(statement) }
            let borrowed = Statement(borrowing: statement)
            try borrowed.bind(params: ["a": 41])
            print(try borrowed.readRows(as: Int.self))  // [42]
            // end
        }
    }
}
