import DataLiteDatabase
import Testing

@Suite struct `A migrator that erases` {
    private func erasing(_ migrator: Migrator) -> Migrator {
        var migrator = migrator
        migrator.erasesDatabaseWhenChanged = true
        return migrator
    }

    /// A database with one object of each kind, some of them broken.
    private func full() throws -> Connection {
        let connection = try memory()
        try peopleMigrator().migrate(connection)
        try connection.execute(
            script: """
                PRAGMA user_version = 12;
                CREATE TABLE counted(id INTEGER PRIMARY KEY AUTOINCREMENT);
                INSERT INTO counted VALUES (41);
                CREATE TABLE "a ""b"" [c]"(x REFERENCES counted ON DELETE RESTRICT);
                INSERT INTO "a ""b"" [c]" VALUES (41);
                CREATE TABLE pairs(a, b, PRIMARY KEY(a, b)) WITHOUT ROWID;
                CREATE INDEX by_age ON people(age);
                CREATE VIEW adults AS SELECT * FROM people WHERE age >= 18;
                CREATE VIEW broken AS SELECT * FROM missing;
                CREATE TRIGGER t AFTER DELETE ON people BEGIN SELECT raise(ABORT, 'no'); END;
                CREATE TRIGGER v INSTEAD OF INSERT ON adults BEGIN SELECT 1; END;
                CREATE VIRTUAL TABLE texts USING fts5(a, b);
                INSERT INTO texts VALUES ('x', 'y');
                INSERT INTO people(name, age) VALUES ('Ada', 36);
                INSERT INTO notes VALUES (1, 'note');
                ANALYZE;
                VACUUM;
                """)
        return connection
    }

    @Test func `An erasing migrator starts over when a script was changed`() throws {
        let connection = try full()
        let first = "CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT NOT NULL)"
        let migrator = erasing(peopleMigrator(first: first))
        #expect(try migrator.migrate(connection) == ["people", "notes", "ages"])
        let names = try connection.rows(
            "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' ORDER BY name"
        ).compactMap { $0.lenientValue("name", as: String.self) }
        #expect(names == ["datalite_migrations", "notes", "people"])
        #expect(
            try connection.value(
                "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'sqlite_stat%'")
                == 0)
        #expect(try connection.value("SELECT count(*) FROM people") == 0)
        #expect(try connection.value("SELECT count(*) FROM sqlite_sequence") == 0)
        #expect(try connection.userVersion == 0)
        #expect(try connection.foreignKeys)
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
        #expect(try migrator.migrate(connection) == [])
    }

    @Test func `An erasing migrator starts over for unknown and misplaced migrations`() throws {
        let connection = try full()
        var newer = peopleMigrator()
        newer.add("newer") { _ in }
        try newer.migrate(connection)
        #expect(try erasing(peopleMigrator()).migrate(connection).count == 3)

        var merged = Migrator()
        merged.add("branch") { _ in }
        for name in peopleMigrator().names { merged.add(name) { _ in } }
        #expect(try erasing(merged).migrate(connection, upTo: "people") == ["branch", "people"])
    }

    @Test func `An erasing migrator keeps everything while nothing has changed`() throws {
        let connection = try full()
        var migrator = erasing(peopleMigrator())
        #expect(try migrator.migrate(connection) == [])
        migrator.add("more", sql: "CREATE TABLE more(x)")
        #expect(try migrator.migrate(connection) == ["more"])
        #expect(try connection.value("SELECT count(*) FROM people") == 1)
    }

    @Test func `An erasing migrator keeps everything if it cannot erase`() throws {
        let connection = try full()
        let before = try dump(connection)
        try connection.execute("PRAGMA query_only = ON")
        let migrator = erasing(peopleMigrator(first: "CREATE TABLE people(x)"))
        #expect(throws: SQLiteError.self) { try migrator.migrate(connection) }
        #expect(try dump(connection) == before)
        #expect(try connection.foreignKeys)
    }

    @Test func `A migrator erases nothing unless erasing is enabled`() throws {
        let connection = try full()
        let before = try dump(connection)
        let migrator = peopleMigrator(first: "CREATE TABLE people(x)")
        #expect(throws: MigrationError.changed(["people"])) { try migrator.migrate(connection) }
        #expect(try dump(connection) == before)
    }
}
