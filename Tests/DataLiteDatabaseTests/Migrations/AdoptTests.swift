import DataLiteAltering
import DataLiteDatabase
import Testing

@Suite("Adopting a database")
struct AdoptTests {
    private func file(_ script: String) throws -> Connection {
        let connection = try memory()
        try connection.execute(script: script)
        return connection
    }

    /// The schema of `peopleMigrator()`, written by hand.
    private let byHand = """
        CREATE TABLE [notes] (text, person INT REFERENCES "people"(id));
        CREATE TABLE people (
          age BIGINT, -- in years
          Name VARCHAR(20),
          id integer primary key
        );
        INSERT INTO people VALUES (36, 'Ada', 1);
        """

    @Test("A file with the same schema is marked, and keeps its rows")
    func same() throws {
        let connection = try file(byHand)
        #expect(try peopleMigrator().adopt(connection) == ["people", "notes", "ages"])
        #expect(try peopleMigrator().pending(in: connection) == [])
        #expect(try peopleMigrator().migrate(connection) == [])
        #expect(try peopleMigrator().adopt(connection) == [])
        #expect(try connection.value("SELECT name FROM people") == "Ada")
        #expect(
            try peopleMigrator().status(in: connection).map(\.state)
                == Array(repeating: .applied, count: 3))
    }

    @Test("A temporary table named as the one of GRDB is not its record")
    func temporary() throws {
        let connection = try file(byHand)
        try connection.execute(
            script: """
                CREATE TEMP TABLE grdb_migrations(identifier);
                INSERT INTO grdb_migrations VALUES ('people');
                """)
        #expect(try peopleMigrator().adopt(connection) == ["people", "notes", "ages"])
    }

    @Test("What comes after the adopted migration runs")
    func part() throws {
        let connection = try file(
            """
            CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT);
            CREATE TABLE notes(person INTEGER REFERENCES people, text);
            """)
        #expect(try peopleMigrator().adopt(connection, upTo: "notes") == ["people", "notes"])
        #expect(try peopleMigrator().migrate(connection) == ["ages"])
    }

    @Test(
        "A different schema is refused with its differences, and nothing is recorded",
        arguments: [
            ("name TEXT", "name TEXT NOT NULL", "column \"name\" is NOT NULL"),
            ("name TEXT", "name BLOB", "column \"name\" is BLOB, expected TEXT"),
            ("name TEXT", "name TEXT DEFAULT 'x'", "has the default 'x', expected none"),
            ("name TEXT", "name TEXT COLLATE NOCASE", "another collation"),
            ("id INTEGER PRIMARY KEY", "id INTEGER PRIMARY KEY DESC", "not an alias of the rowid"),
            ("name TEXT", "name TEXT UNIQUE ON CONFLICT IGNORE", "conflict clause UNIQUE (name)"),
            ("name TEXT", "name TEXT UNIQUE", "unique constraint (name) is not expected"),
            ("name TEXT", "name TEXT CHECK (name > '')", "check (name > '') is not expected"),
            ("name TEXT", "name TEXT, more", "column \"more\" is not expected"),
            ("age INTEGER", "old INTEGER", "column \"age\" is missing"),
            ("id INTEGER PRIMARY KEY", "id INT PRIMARY KEY", "is INT, expected INTEGER"),
            ("id INTEGER PRIMARY KEY", "id INTEGER PRIMARY KEY AUTOINCREMENT", "is AUTOINCREMENT"),
            ("REFERENCES people", "REFERENCES people ON DELETE CASCADE", "foreign key"),
            ("REFERENCES people", "", "foreign key"),
            ("END;", "CREATE INDEX i ON notes(text);", "index \"i\" is not expected"),
            (
                "END;", "CREATE TRIGGER t AFTER DELETE ON notes BEGIN SELECT 1; END;",
                "trigger \"t\" is not expected"
            ),
            ("END;", "CREATE VIEW v AS SELECT 1;", "view \"v\" is not expected"),
            ("END;", "CREATE TABLE extra(a);", "table \"extra\" is not expected"),
            ("notes(", "remarks(", "table \"notes\" is missing"),
        ])
    func different(_ text: String, _ replacement: String, _ message: String) throws {
        let schema = """
            CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT, age INTEGER);
            CREATE TABLE notes(person INTEGER REFERENCES people, text);
            END;
            """.replacing(text, with: replacement)
        let connection = try file(
            schema.replacing("END;\n", with: "").replacing("\nEND;", with: ""))
        let error = #expect(throws: MigrationError.self) { try peopleMigrator().adopt(connection) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
        #expect(try peopleMigrator().applied(in: connection) == [])
        #expect(try !connection.tableExists("datalite_migrations"))
    }

    @Test("Ignored tables may differ")
    func ignored() throws {
        let connection = try file(byHand + "CREATE TABLE extra(a);")
        #expect(throws: MigrationError.self) { try peopleMigrator().adopt(connection) }
        #expect(try peopleMigrator().adopt(connection, ignoring: ["extra"]).count == 3)
    }

    @Test("Ignoring a table ignores the case of its name, and its indexes and triggers")
    func ignoredParts() throws {
        let connection = try file(
            byHand.replacing("age BIGINT", with: "age TEXT") + """
                CREATE INDEX by_age ON people(age);
                CREATE TRIGGER t AFTER DELETE ON people BEGIN SELECT 1; END;
                CREATE INDEX by_text ON notes(text);
                """)
        let error = #expect(throws: MigrationError.self) {
            try peopleMigrator().adopt(connection, ignoring: ["PEOPLE"])
        }
        #expect(error?.description.hasSuffix(": index \"by_text\" is not expected") == true)
        #expect(
            try peopleMigrator().adopt(connection, ignoring: ["PEOPLE", "By_Text"]).count == 3)
    }

    @Test("The migrations that GRDB has recorded are adopted")
    func grdb() throws {
        let connection = try file(
            """
            CREATE TABLE grdb_migrations(identifier TEXT NOT NULL PRIMARY KEY);
            INSERT INTO grdb_migrations VALUES ('people'), ('notes');
            CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT);
            CREATE TABLE notes(person INTEGER REFERENCES people, text);
            """)
        #expect(try peopleMigrator().adopt(connection) == ["people", "notes"])
        #expect(try peopleMigrator().migrate(connection) == ["ages"])

        try connection.execute("INSERT INTO grdb_migrations VALUES ('later')")
        #expect(throws: MigrationError.newerDatabase(["later"])) {
            try peopleMigrator().adopt(connection)
        }
    }

    @Test("GRDB's records with a gap are refused")
    func gap() throws {
        let connection = try file(
            """
            CREATE TABLE grdb_migrations(identifier TEXT NOT NULL PRIMARY KEY);
            INSERT INTO grdb_migrations VALUES ('people'), ('ages');
            """)
        #expect(throws: MigrationError.outOfOrder(["notes"], before: "ages")) {
            try peopleMigrator().adopt(connection)
        }
    }

    @Test("A database is adopted through its pool, and not inside a transaction")
    func pool() throws {
        let database = try Database.inMemory()
        try database.write { try $0.execute(script: byHand) }
        #expect(try peopleMigrator().adopt(database).count == 3)
        #expect(throws: SQLiteError.self) {
            try database.write { try peopleMigrator().adopt($0) }
        }
        #expect(throws: MigrationError.unknownName("x")) {
            try peopleMigrator().adopt(database, upTo: "x")
        }
    }
}
