import DataLiteDatabase
import Testing

@Suite struct `Foreign keys in a migration` {
    private let connection: Connection

    init() throws {
        connection = try memory()
        try connection.execute(
            script: """
                CREATE TABLE artists(id INTEGER PRIMARY KEY, name);
                CREATE TABLE albums(
                    id INTEGER PRIMARY KEY,
                    artist INTEGER REFERENCES artists ON DELETE CASCADE
                );
                INSERT INTO artists VALUES (1, 'a'), (2, 'b');
                INSERT INTO albums VALUES (10, 1), (20, 2);
                """)
    }

    private func albums() throws -> Int? { try connection.value("SELECT count(*) FROM albums") }

    @Test func `Foreign keys are off, so that a table can be replaced`() throws {
        let migrator = migrator { db in
            try db.execute(
                script: """
                    CREATE TABLE new(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
                    INSERT INTO new SELECT * FROM artists;
                    DROP TABLE artists;
                    ALTER TABLE new RENAME TO artists;
                    """)
        }
        try migrator.migrate(connection)
        #expect(try albums() == 2)
        #expect(try connection.foreignKeys)
    }

    @Test func `Foreign keys are checked at the end of a migration`() throws {
        let before = try dump(connection)
        let migrator = migrator("clean up") { db in try db.execute("DELETE FROM artists") }
        let error = #expect(throws: MigrationError.self) { try migrator.migrate(connection) }
        #expect(error?.description == violationText)
        guard case .foreignKeys(let found, "clean up") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(found.map(\.rowID) == [10, 20])
        #expect(found.map(\.parent) == ["artists", "artists"])
        #expect(try dump(connection) == before)
        #expect(try connection.foreignKeys)
    }

    private let violationText = """
        migration "clean up" violates foreign keys: \
        row 10 of "albums" ("artist") refers to a missing row of "artists"; \
        row 20 of "albums" ("artist") refers to a missing row of "artists"
        """

    @Test func `Violations name the columns of a WITHOUT ROWID table`() throws {
        let migrator = migrator { db in
            try db.execute(
                script: """
                    CREATE TABLE pairs(a, b, PRIMARY KEY(a, b)) WITHOUT ROWID;
                    CREATE TABLE uses(id PRIMARY KEY, x, y, FOREIGN KEY(x, y) REFERENCES pairs)
                        WITHOUT ROWID;
                    INSERT INTO uses VALUES (1, 2, 3);
                    """)
        }
        let error = #expect(throws: MigrationError.self) { try migrator.migrate(connection) }
        let text = "a row of \"uses\" (\"x\", \"y\") refers to a missing row of \"pairs\""
        #expect(error?.errorDescription?.hasSuffix(text) == true)
    }

    @Test func `An error lists at most ten foreign key violations`() throws {
        let migrator = migrator { db in
            for id in 100..<200 { try db.execute("INSERT INTO albums VALUES (\(id), 99)") }
        }
        let error = #expect(throws: MigrationError.self) { try migrator.migrate(connection) }
        guard case .foreignKeys(let found, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(found.count == 10)
    }

    @Test func `Foreign keys stay on if a migration enforces them`() throws {
        try migrator("cascade", foreignKeys: .enforced) { db in
            try db.execute("DELETE FROM artists WHERE id = 1")
        }.migrate(connection)
        #expect(try albums() == 1)
    }

    @Test func `Foreign keys stay on for a script that begins with the pragma`() throws {
        var migrator = Migrator()
        migrator.add(
            "cascade",
            sql: "-- cascades\nPRAGMA foreign_keys = ON;\nDELETE FROM artists WHERE id = 1")
        migrator.add("off", sql: "PRAGMA foreign_keys = 0; UPDATE albums SET artist = artist")
        try migrator.migrate(connection)
        #expect(try albums() == 1)
        #expect(try connection.foreignKeys)
    }

    @Test func `Enforced foreign keys fail immediately`() throws {
        let migrator = migrator(foreignKeys: .enforced) { db in
            try db.execute("INSERT INTO albums VALUES (30, 99)")
        }
        let error = #expect(throws: SQLiteError.self) { try migrator.migrate(connection) }
        #expect(error?.resultCode == .constraintForeignKey)
        #expect(try albums() == 2)
    }

    @Test func `Each migration has its own setting of foreign keys`() throws {
        var migrator = Migrator()
        for (name, foreignKeys) in [
            ("a", Migrator.ForeignKeys.enforced), ("b", .checkedAtEnd), ("c", .enforced),
        ] {
            migrator.add(name, foreignKeys: foreignKeys) { db in
                let areOn = try db.foreignKeys
                #expect(areOn == (foreignKeys == .enforced))
            }
        }
        try migrator.migrate(connection)
        #expect(try connection.foreignKeys)
    }

    @Test func `Foreign keys stay off on a connection that does not enforce them`() throws {
        try connection.setForeignKeys(false)
        var migrator = Migrator()
        migrator.add("a") { db in try db.execute("INSERT INTO albums VALUES (30, 99)") }
        migrator.add("b", foreignKeys: .enforced) { db in
            let areOn = try db.foreignKeys
            #expect(!areOn)
        }
        #expect(try migrator.migrate(connection) == ["a", "b"])
        #expect(try !connection.foreignKeys)
    }
}
