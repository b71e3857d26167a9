import DataLiteC
// sample: imports
import DataLiteCoder
import Foundation
// end
import Testing

@Suite("The samples of the guide to Codable")
struct CodableSamples {
    // sample: types
    struct User: Codable, Equatable {
        var id: Int?
        var name: String
        var email: String?
        var joined: Date
        var tags: [String]  // not a type of SQL: stored as JSON text
    }
    // end

    private let date = Date(timeIntervalSince1970: 1_000_000_000)

    private func database() throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            sql: """
                CREATE TABLE users(
                    id INTEGER PRIMARY KEY, name TEXT UNIQUE, email TEXT, joined TEXT, tags TEXT)
                """)
        return connection
    }

    @Test("write and read Codable rows")
    func reading() throws {
        let connection = try database()
        // sample: inserting
        let ada = User(id: nil, name: "Ada", email: nil, joined: date, tags: ["math", "verse"])
        let id = try connection.insert(ada, into: "users")
        try connection.insert(
            contentsOf: ["Jean", "Grace"].map { User(name: $0, joined: date, tags: []) },
            into: "users")
        // end
        #expect(id == 1)

        // sample: querying
        let users = try connection.rows("SELECT * FROM users ORDER BY id", as: User.self)
        let grace: User = try connection.requiredRow("SELECT * FROM users WHERE name = \("Grace")")
        let nobody = try connection.row(
            "SELECT * FROM users WHERE id = :id", ["id": 99], as: User.self)
        let count = try connection.requiredValue("SELECT count(*) FROM users", as: Int.self)
        let pairs = try connection.rows("SELECT id, name FROM users", as: [SQLiteValue].self)
        // end
        #expect(users.count == 3)
        #expect(users[0].tags == ["math", "verse"])
        #expect(grace.name == "Grace")
        #expect(nobody == nil)
        #expect(count == 3)
        #expect(pairs[0] == [1, "Ada"])

        let cursor = try connection.cursor("SELECT * FROM users", as: User.self)
        while let user = try cursor.next() { print(user.name) }
    }

    @Test("return the stored row")
    func returning() throws {
        let connection = try database()
        try connection.execute(
            sql: "ALTER TABLE users ADD COLUMN tag_count AS (json_array_length(tags))")
        let draft = User(id: nil, name: "Grace", email: nil, joined: date, tags: [])
        // sample: returning
        let encoder = RowEncoder(omitsNil: true, excluding: ["tag_count"])
        let stored = try connection.insert(
            draft, into: "users", encoder: encoder, returning: User.self)
        let ignored = try connection.insert(stored, into: "users", or: .ignore, encoder: encoder)
        print(ignored == nil)  // true: the row is there already
        // end
        #expect(stored.id == 1)
        #expect(ignored == nil)
    }

    @Test("upsert a Codable row")
    func upserting() throws {
        let connection = try database()
        let grace = try connection.insert(
            User(name: "Grace", joined: date, tags: []), into: "users", returning: User.self)
        // sample: upserting
        var user = grace
        user.email = "grace@example.org"
        try connection.upsert(user, into: "users", onConflict: "name")
        // end
        #expect(
            try connection.requiredValue("SELECT email FROM users", as: String.self) == user.email)
        try connection.upsert(
            ["name": "Grace", "email": nil] as SQLiteRow, into: "users", onConflict: "name")
        user.email = nil
        try connection.upsert(user, into: "users", onConflict: "name", clearsNil: true)
        #expect(try connection.rows("SELECT * FROM users") == [grace])
    }

    @Test("update a Codable row by its key")
    func records() throws {
        let connection = try database()
        // sample: records
        var jean = User(id: 3, name: "Jean", joined: date, tags: [])
        try connection.save(jean, into: "users", key: "id")
        jean.email = "jean@example.org"
        try connection.update(jean, in: "users", key: "id", columns: ["email"])
        let old = jean
        jean.name = "Jeanne"
        let isChanged = try connection.updateChanges(jean, from: old, in: "users", key: "id")
        let isDeleted = try connection.delete(jean, from: "users", key: "id")
        let exists = try connection.exists(jean, in: "users", key: "id")
        print(isChanged, isDeleted, exists)  // true true false
        // end
        #expect(isChanged && isDeleted && !exists)
    }

    struct Tag: Codable, ConflictResolving {
        var name: String
        var uses: Int

        static var conflictPolicy: ConflictPolicy { ConflictPolicy(insert: .replace) }
    }

    @Test("replace a Codable row")
    func policy() throws {
        let connection = try database()
        try connection.execute("CREATE TABLE tags(name TEXT PRIMARY KEY, uses INT)")
        let tags = [1, 2].map { Tag(name: "math", uses: $0) }
        try connection.insert(contentsOf: tags, into: "tags")
        #expect(try connection.rows("SELECT uses FROM tags", as: Int.self) == [2])
    }

    @Test("choose the form of one date")
    func formsByKey() throws {
        struct Guest: Codable {
            var token: UUID
            var joinedAt, seenAt: Date
        }
        let token = UUID()
        var coder = SQLiteCoder()
        coder.keys = .snakeCase
        coder.datesByKey["joinedAt"] = .unixMilliseconds
        coder.uuidsByKey["token"] = .blob
        let row = try RowEncoder(coder: coder).encode(
            Guest(token: token, joinedAt: date, seenAt: date))
        // joined_at is INTEGER, seen_at is TEXT, token is a BLOB
        #expect(row["joined_at"] == .int(1_000_000_000_000))
        #expect(row["seen_at"] == .text("2001-09-09 01:46:40.000"))
        #expect(try row["token", as: Data.self].count == 16)
    }

    @Test("decode two types from one row")
    func joining() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            sql: """
                CREATE TABLE authors(id, name);
                CREATE TABLE books(id, title, author);
                INSERT INTO authors VALUES (1, 'Ada'), (2, 'Jean');
                INSERT INTO books VALUES (3, 'Notes', 1);
                """)
        // sample: joining
        struct Entry: Decodable {
            struct Author: Decodable { var id: Int, name: String }
            struct Book: Decodable { var id: Int, title: String }
            var author: Author
            var book: Book?
        }
        let entries = try connection.rows(
            """
            SELECT authors.id AS "author.id", authors.name AS "author.name",
                books.id AS "book.id", books.title AS "book.title"
            FROM authors LEFT JOIN books ON books.author = authors.id
            """, as: Entry.self)
        // end
        #expect(entries.map(\.author.name) == ["Ada", "Jean"])
        #expect(entries.map(\.book?.title) == ["Notes", nil])
    }

    @Test("bind an Encodable value as parameters")
    func parameters() throws {
        let connection = try database()
        var coder = SQLiteCoder()
        coder.dates = .unixSeconds
        // sample: parameters
        struct Span: Encodable { var low, high: Int }
        let span = Span(low: 1, high: 2)
        let byName: [Int] = try connection.requiredRow("SELECT :low, :high", SQLParameters(span))
        let low: Int? = try connection.value("SELECT :low", SQLParameters(span))
        let dates = SQLParameters([date], coder: coder)
        let stored: Double? = try connection.value("SELECT ?", dates)
        // end
        #expect(byName == [1, 2])
        #expect(low == 1)
        #expect(stored == 1_000_000_000)
    }

    @Test("set the strategies of a coder")
    func strategies() throws {
        // sample: coder
        var coder = SQLiteCoder()
        coder.keys = .snakeCase
        coder.dates = .unixSeconds
        coder.uuids = .blob
        let row = try RowEncoder(coder: coder, omitsNil: true).encode(
            User(name: "Ada", joined: Date(timeIntervalSince1970: 60), tags: []))
        // [name: 'Ada', joined: 60, tags: '[]']
        let user = try coder.decode(User.self, from: row)
        // end
        #expect(row.description == "[name: 'Ada', joined: 60, tags: '[]']")
        #expect(user.joined == Date(timeIntervalSince1970: 60))
    }

    @Test("read and write dates in local time")
    func localDates() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            sql: """
                CREATE TABLE members(joined);
                INSERT INTO members VALUES ('2026-11-21 06:00:00'), ('2040-01-01 00:00:00')
                """)
        let local = DateFormatter()
        local.locale = Locale(identifier: "en_US_POSIX")
        local.timeZone = TimeZone(identifier: "Europe/Zurich")
        local.dateFormat = "yyyy-MM-dd HH:mm:ss"
        var coder = SQLiteCoder()
        coder.dates = .custom(
            encode: { .text(local.string(from: $0)) },
            decode: { String($0).flatMap { local.date(from: $0) } })
        let end = SQLParameters(["end": Date(timeIntervalSince1970: 2e9)], coder: coder)
        let joined: [Date] = try connection.rows(
            "SELECT joined FROM members WHERE joined < :end", end, coder: coder)
        print(joined[0].sqliteValue)  // '2026-11-21 05:00:00.000'
        #expect(joined.map(\.sqliteValue) == ["2026-11-21 05:00:00.000"])
    }

    @Test("decode rows from a statement of the C API")
    func raw() throws {
        let connection = try database()
        try connection.withUnsafeHandle { db in
            var statement: OpaquePointer?
            try check(sqlite3_prepare_v2(db, "SELECT :a + 1", -1, &statement, nil), on: db)
            guard let statement else { return }
            defer { sqlite3_finalize(statement) }
            let borrowed = Statement(borrowing: statement)
            try borrowed.bind(SQLParameters(["a": 41]))
            while try borrowed.step() { print(try borrowed.currentRow(as: Int.self)) }  // 42
        }
    }
}
