import DataLiteCoder
import DataLiteTestSupport
import Testing

@Suite("An upsert")
struct UpsertTests {
    private let connection: Connection

    init() throws {
        connection = try .inMemory(
            """
            CREATE TABLE authors(
                id INTEGER PRIMARY KEY, name TEXT UNIQUE, email TEXT DEFAULT 'none', born INTEGER);
            CREATE TABLE books(title TEXT, author INTEGER NOT NULL REFERENCES authors(id));
            INSERT INTO authors VALUES (3, 'Ada', 'ada@example.org', 1815);
            INSERT INTO books VALUES ('Notes', 3);
            """)
    }

    private struct Author: Codable, Equatable {
        var id: Int?
        var name: String
        var email: String?
        var born: Int?
    }

    private func authors() throws -> [Author] {
        try connection.rows("SELECT * FROM authors ORDER BY id")
    }

    @Test("An upsert by a natural key keeps the primary key")
    func naturalKey() throws {
        let draft = Author(id: 99, name: "Ada", email: "countess@example.org", born: 1815)
        try connection.upsert(draft, into: "authors", onConflict: "name")
        try connection.upsert(
            contentsOf: [draft, Author(name: "Jean", born: 1924)], into: "authors",
            onConflict: "name")
        #expect(
            try authors().map(\.name) == ["Ada", "Jean"])
        #expect(try authors()[0] == Author(id: 3, name: "Ada", email: draft.email, born: 1815))
        #expect(
            try connection.requiredValue(
                "SELECT name FROM books JOIN authors ON id = author", as: String.self)
                == "Ada")
    }

    @Test("An upsert into a table named excluded is refused", arguments: ["excluded", "Excluded"])
    func excluded(table: String) throws {
        try connection.execute("CREATE TABLE excluded(id INTEGER PRIMARY KEY, name TEXT)")
        let row: SQLiteRow = ["id": 1, "name": "x"]
        let error = #expect(throws: SQLiteError.self) {
            try connection.upsert(row, into: table, onConflict: "id")
        }
        #expect(error?.resultCode == .misuse)
        #expect(error?.message.contains("the new row has the same name") == true)
        #expect(throws: SQLiteError.self) {
            try connection.upsert(row, into: table, onConflict: "id", returning: SQLiteRow.self)
        }
        try connection.insert(row, into: table)
        #expect(try connection.value("SELECT name FROM excluded") == "x")
    }

    @Test("An upsert keeps a composite primary key in an attached database")
    func compositeKey() throws {
        try connection.execute(
            sql: """
                ATTACH ':memory:' AS other;
                CREATE TABLE other.authors(
                    a, b, name UNIQUE, note, PRIMARY KEY (a, b)) WITHOUT ROWID;
                INSERT INTO other.authors VALUES (1, 2, 'x', 'old')
                """)
        try connection.upsert(
            ["a": 8, "b": 9, "name": "x", "note": "new"] as SQLiteRow, into: "authors",
            schema: "other", onConflict: "name")
        #expect(
            try connection.rows("SELECT * FROM other.authors", as: SQLiteRow.self) == [
                ["a": 1, "b": 2, "name": "x", "note": "new"]
            ])
    }

    @Test("An upsert keeps the rowid of a table without a primary key")
    func rowID() throws {
        try connection.execute(
            sql: "CREATE TABLE plain(name UNIQUE, note); INSERT INTO plain VALUES ('x', 'old')")
        try connection.upsert(
            ["rowid": 7, "name": "x", "note": "new"] as SQLiteRow, into: "plain", onConflict: "name"
        )
        #expect(
            try connection.requiredRow("SELECT rowid, note FROM plain", as: [SQLiteValue].self)
                == [1, "new"])
    }

    @Test("An upsert keeps the columns that the value does not set")
    func unsetColumns() throws {
        try connection.upsert(Author(name: "Ada", born: 1816), into: "authors", onConflict: "name")
        #expect(
            try authors() == [Author(id: 3, name: "Ada", email: "ada@example.org", born: 1816)])
    }

    @Test(
        "An upsert of a new row stores NULL or the default for a nil property")
    func newRow() throws {
        try connection.upsert(Author(name: "Jean"), into: "authors", onConflict: "name")
        try connection.upsert(
            Author(name: "Grace"), into: "authors", onConflict: "name",
            encoder: RowEncoder(omitsNil: true))
        #expect(try authors().dropFirst().map(\.email) == [nil, "none"])
    }

    @Test("An upsert fires no trigger of a column that the value does not set")
    func triggers() throws {
        try connection.execute(
            sql: """
                CREATE TABLE changed(name);
                CREATE TRIGGER a AFTER UPDATE OF id ON authors
                    BEGIN INSERT INTO changed VALUES ('id'); END;
                CREATE TRIGGER b AFTER UPDATE OF name ON authors
                    BEGIN INSERT INTO changed VALUES ('name'); END;
                CREATE TRIGGER c AFTER UPDATE OF email ON authors
                    BEGIN INSERT INTO changed VALUES ('email'); END;
                CREATE TRIGGER d AFTER UPDATE OF born ON authors
                    BEGIN INSERT INTO changed VALUES ('born'); END;
                """)
        let ada = Author(id: 3, name: "Ada", born: 1815)
        try connection.upsert(ada, into: "authors", onConflict: "name")
        try connection.upsert(contentsOf: [ada], into: "authors", onConflict: "id")
        #expect(try connection.rows("SELECT name FROM changed") == ["born", "born", "name"])
    }

    /// Encodes one key several times, with or without a value.
    private struct Repeating: Encodable {
        let emails: [String?]
        enum Keys: String, CodingKey { case name, email }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode("Ada", forKey: .name)
            for email in emails { try container.encode(email, forKey: .email) }
        }
    }

    @Test(
        "An upsert sets a column whose last value is not nil",
        arguments: [([nil, "x"], "x"), (["x", nil], "ada@example.org"), ([nil, nil, "y"], "y")]
            as [([String?], String)])
    func repeated(emails: [String?], stored: String) throws {
        for _ in 0..<2 {
            try connection.upsert(
                Repeating(emails: emails), into: "authors", onConflict: "name")
            #expect(try authors()[0].email == stored)
        }
    }

    @Test("An upsert of several values keeps the columns that each value does not set")
    func unsetColumnsOfSeveral() throws {
        let values = [
            Author(name: "Ada", born: 1816), Author(name: "Jean", email: "j@example.org"),
            Author(name: "Jean", born: 1924), Author(name: "Ada", email: "a@example.org"),
        ]
        try connection.upsert(contentsOf: values, into: "authors", onConflict: "name")
        #expect(
            try authors() == [
                Author(id: 3, name: "Ada", email: "a@example.org", born: 1816),
                Author(id: 4, name: "Jean", email: "j@example.org", born: 1924),
            ])
    }

    @Test("An upsert stores an explicit NULL, and NULL for nil only with `clearsNil`")
    func clearing() throws {
        try connection.upsert(
            ["name": "Ada", "email": nil] as SQLiteRow, into: "authors", onConflict: "name")
        #expect(try authors() == [Author(id: 3, name: "Ada", email: nil, born: 1815)])
        try connection.upsert(
            Author(name: "Ada"), into: "authors", onConflict: "name", clearsNil: true)
        #expect(try authors() == [Author(id: 3, name: "Ada", email: nil, born: nil)])
        try connection.upsert(
            contentsOf: [Author(name: "Jean")], into: "authors", onConflict: "name",
            clearsNil: true)
        #expect(try authors()[1].email == nil)
    }

    @Test("An upsert adapts to a changed primary key")
    func changedTable() throws {
        let ada = Author(id: 3, name: "Ada", email: "x", born: 1)
        try connection.upsert(ada, into: "authors", onConflict: "name")
        try connection.execute(
            sql: """
                DROP TABLE books; DROP TABLE authors;
                CREATE TABLE authors(id UNIQUE, name UNIQUE, email PRIMARY KEY, born);
                INSERT INTO authors VALUES (3, 'Ada', 'key', 0)
                """)
        try connection.upsert(
            Author(id: 4, name: "Ada", email: "x", born: 1), into: "authors", onConflict: "name")
        #expect(try authors() == [Author(id: 4, name: "Ada", email: "key", born: 1)])
    }

    @Test("A conflict target can be an expression of an index")
    func expression() throws {
        try connection.execute("CREATE UNIQUE INDEX emails ON authors(lower(email))")
        let ada = Author(id: 3, name: "Ada", email: "ADA@example.org", born: 1815)
        let target: SQL = "lower(email)"
        try connection.upsert(
            Author(name: "Ada", email: "ADA@example.org"), into: "authors", onConflict: target)
        #expect(try authors() == [ada])
        try connection.upsert(
            contentsOf: [Author(name: "Ada", email: "ada@EXAMPLE.org")], into: "authors",
            onConflict: target)
        #expect(try authors().map(\.email) == ["ada@EXAMPLE.org"])
        let stored = try connection.upsert(
            Author(name: "Eva", email: "ada@example.org"), into: "authors", onConflict: target,
            returning: Author.self)
        #expect(stored.id == 3 && stored.name == "Eva")
        #expect(throws: SQLiteError.self) {
            try connection.upsert(ada, into: "authors", onConflict: "upper(email)" as SQL)
        }
    }
}
