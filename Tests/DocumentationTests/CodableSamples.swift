import DataLiteC
import DataLiteCoder
import DataLiteCore
import Foundation
import Testing

@Suite("The samples of the guide to Codable")
struct CodableSamples {
    // sample: types
    struct User: Codable, Equatable {
        var id: Int?
        var name: String
        var email: String?
        var joined: Date
        var tags: [String]  // no form of its own in SQL: JSON text
    }
    // end

    private func database() throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            sql: """
                CREATE TABLE users(
                    id INTEGER PRIMARY KEY, name TEXT UNIQUE, email TEXT, joined TEXT, tags TEXT)
                """)
        return connection
    }

    @Test("write and read")
    func reading() throws {
        let connection = try database()
        let date = Date(timeIntervalSince1970: 1_000_000_000)
        // sample: inserting
        let ada = User(id: nil, name: "Ada", email: nil, joined: date, tags: ["math", "verse"])
        let id = try connection.insert(ada, into: "users")
        try connection.insert(
            contentsOf: ["Jean", "Grace"].map { User(name: $0, joined: date, tags: []) },
            into: "users")
        // end
        #expect(id == 1)

        // sample: querying
        let users = try connection.query("SELECT * FROM users ORDER BY id", as: User.self)
        let grace: User = try connection.get("SELECT * FROM users WHERE name = \("Grace")")
        let nobody = try connection.getOptional(
            "SELECT * FROM users WHERE id = :id", params: ["id": 99], as: User.self)
        let count = try connection.queryInt("SELECT count(*) FROM users")
        let pairs = try connection.query("SELECT id, name FROM users", as: [SQLiteValue].self)
        // end
        #expect(users.count == 3)
        #expect(users[0].tags == ["math", "verse"])
        #expect(grace.name == "Grace")
        #expect(nobody == nil)
        #expect(count == 3)
        #expect(pairs[0] == [1, "Ada"])

        // sample: row by row
        try connection.exec("SELECT * FROM users ORDER BY name") { (user: User) in
            print(user.name)
            return user.name != "Grace"  // false ends it
        }

        let cursor = try connection.decodedCursor("SELECT * FROM users", as: User.self)
        while let user = try cursor.nextRow() { print(user.name) }
        // end

        // sample: upserting
        var user = grace
        user.email = "grace@example.org"
        try connection.upsert(user, into: "users", onConflict: "id")
        try connection.insert(user, into: "users", or: .ignore)
        // end
        #expect(try connection.queryString("SELECT email FROM users WHERE id = 3") == user.email)
    }

    @Test("bind parameters")
    func parameters() throws {
        let connection = try database()
        // sample: parameters
        struct Span: Encodable { var low, high: Int }
        let span = Span(low: 1, high: 2)
        let sql: SQL = "SELECT :low, :high"
        let byName: [Int] = try connection.get(sql, params: span)  // [1, 2]
        let overlaid: [Int] = try connection.get(sql, params: span, ["high": 9])  // [1, 9]
        let inOrder: [SQLiteValue] = try connection.get("SELECT ?, ?", params: 1, "two")
        let array: [Int] = try connection.get("SELECT ?, ?", params: [1, 2])
        // end
        // sample: parameters beside interpolations
        let values: [String: SQLiteValue] = try connection.get(
            "SELECT \(1) AS a, ? AS b, :name AS c",
            params: 2, ["name": "Ada", "age": 36] as SQLiteRow)
        // end
        #expect(values == ["a": 1, "b": 2, "c": "Ada"])
        #expect(byName == [1, 2])
        #expect(overlaid == [1, 9])
        #expect(inOrder == [1, "two"])
        #expect(array == [1, 2])
    }

    @Test("have strategies")
    func strategies() throws {
        // sample: coder
        var coder = SQLiteCoder()
        coder.keys = .snakeCase
        coder.dates = .unixSeconds
        coder.uuids = .blob
        let row = try RowEncoder(coder: coder, omitsNil: true).encode(
            User(name: "Ada", joined: Date(timeIntervalSince1970: 60), tags: []))
        // [name: 'Ada', joined: 60, tags: '[]']
        let user = try RowDecoder(coder: coder).decode(User.self, from: row)
        // end
        #expect(row.description == "[name: 'Ada', joined: 60, tags: '[]']")
        #expect(user.joined == Date(timeIntervalSince1970: 60))
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

    @Test("bind themselves")
    func binder() throws {
        let connection = try database()
        #expect(
            try connection.get("SELECT ?, ?", params: Point(x: 1, y: 2), as: [Double].self) == [
                1, 2,
            ])
    }

    @Test("work beside the C interface")
    func raw() throws {
        let connection = try database()
        try connection.withUnsafeHandle { db in
            // sample: raw
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
