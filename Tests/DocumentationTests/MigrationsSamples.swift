import DataLite
import DataLiteAltering
import Foundation
import Testing

@Suite("The samples of the guide to migrations")
struct MigrationsSamples {
    let database: Connection

    init() throws {
        database = try Connection(location: .inMemory)
    }

    @Test("run migrations in code")
    func code() throws {
        // sample: migrations in code
        var migrator = Migrator()
        migrator.add("create people") { db in
            try db.execute(
                sql: "CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
        }
        migrator.add("split names") { db in
            try db.execute("ALTER TABLE people ADD COLUMN surname TEXT")
            for row in try db.rows("SELECT id, name FROM people") {
                let id = try row["id", as: Int.self]
                let words = try row["name", as: String.self].split(separator: " ")
                try db.execute(
                    """
                    UPDATE people
                    SET name = \(words.first.map(String.init) ?? ""),
                        surname = \(words.dropFirst().joined(separator: " "))
                    WHERE id = \(id)
                    """)
            }
        }
        migrator.add("index surnames", sql: "CREATE INDEX by_surname ON people(surname)")

        let names = try migrator.migrate(database)
        // the first time: ["create people", "split names", "index surnames"]; then []
        // end
        #expect(names == ["create people", "split names", "index surnames"])
        #expect(try migrator.migrate(database) == [])
        try database.execute("INSERT INTO people(name, surname) VALUES ('Ada', 'Lovelace')")
    }

    @Test("run the migrations of a folder")
    func folder() throws {
        try withTemporaryDirectory { path in
            let text = "CREATE TABLE people(id INTEGER PRIMARY KEY)"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/001 people.sql"))
            // sample: migrations of a folder
            let migrator = try Migrator(folder: path)
            try migrator.migrate(database)
            // end
            #expect(try migrator.pending(in: database) == [])
        }
    }

    @Test("show which migrations would run")
    func pending() throws {
        var migrator = Migrator()
        migrator.add("create people", sql: "CREATE TABLE people(id INTEGER PRIMARY KEY)")
        // sample: pending migrations
        for name in try migrator.pending(in: database) { print("will run \(name)") }
        for migration in try migrator.applied(in: database) {
            print("\(migration.name) ran at \(String(describing: migration.date))")
        }
        try migrator.rehearse(database)  // on a temporary copy; throws what migrating would
        for step in try migrator.dryRun(database) { print(step.name, step.statements) }
        try migrator.migrate(database, upTo: "create people") { step in
            print("\(step.completedCount) of \(step.totalCount): \(step.name), \(step.duration)")
        }
        // end
        #expect(try migrator.status(in: database).map(\.state) == [.applied])
    }

    @Test("show that a migration is running")
    func reports() throws {
        var migrator = Migrator()
        migrator.add("create people", sql: "CREATE TABLE people(id INTEGER PRIMARY KEY)")
        let isCancelled = false
        try migrator.migrate(database, reportingEvery: .milliseconds(100)) { step in
            if isCancelled { throw CancellationError() }  // rolls back the running migration
            print("\(step.name): \(step.isCompleted ? "done" : "\(step.duration)")")
        }
        #expect(try migrator.pending(in: database) == [])
    }

    @Test("adopt a database of another program")
    func adopting() throws {
        try database.execute(sql: "CREATE TABLE people(id INTEGER PRIMARY KEY)")
        var migrator = Migrator()
        migrator.add("create people", sql: "CREATE TABLE people(id INTEGER PRIMARY KEY)")
        migrator.add("add names", sql: "ALTER TABLE people ADD COLUMN name TEXT")
        // sample: adopt
        try migrator.adopt(database, upTo: "create people")
        try migrator.migrate(database)  // runs what comes after
        // end
        #expect(try migrator.status(in: database).map(\.state) == [.applied, .applied])
    }

    @Test("replace old migrations by a baseline")
    func baseline() throws {
        var migrator = Migrator()
        // sample: baseline
        migrator.baseline(
            "schema of 2026", replaces: ["create people", "split names", "index surnames"],
            sql: """
                CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT NOT NULL, surname TEXT);
                CREATE INDEX by_surname ON people(surname);
                """)
        // end
        #expect(try migrator.migrate(database) == ["schema of 2026"])
    }

    @Test("change a table")
    func changing() throws {
        try database.execute(
            sql: """
                CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT, surname TEXT, nickname TEXT, age INT,
                    UNIQUE (name, age));
                INSERT INTO people VALUES (7, 'Ada', 'Lovelace', 'A', NULL);
                """)
        var migrator = Migrator()
        // sample: change a table
        migrator.add("ages") { db in
            try db.alterTable("people") { table in
                table.renameColumn("surname", to: "family_name")
                table.changeColumn("age", to: "age INTEGER NOT NULL", values: "coalesce(age, 0)")
                table.addColumn("initial TEXT", values: "substr(name, 1, 1)")
                table.dropColumn("nickname")
                table.addConstraint("CONSTRAINT valid_age CHECK (age BETWEEN 0 AND 150)")
                table.dropConstraint(sql: "UNIQUE (name, age)")
                table.changeOptions(to: "STRICT")
            }
        }
        // end
        try migrator.migrate(database)
        let row = try database.row("SELECT * FROM people")
        #expect(row?.columns.names == ["id", "name", "family_name", "age", "initial"])
        #expect(row?.values == [7, "Ada", "Lovelace", 0, "A"])
    }

    @Test("migrate primary keys")
    func primaryKeys() throws {
        try database.execute(
            sql: """
                CREATE TABLE artists(id INTEGER PRIMARY KEY, name TEXT);
                CREATE TABLE albums(id INTEGER PRIMARY KEY, artist INTEGER REFERENCES artists);
                INSERT INTO artists VALUES (4, 'Miles');
                INSERT INTO albums VALUES (1, 4);
                """)
        var migrator = Migrator()
        // sample: migrate primary keys
        migrator.add("UUIDs") { db in
            try db.migratePrimaryKeys(of: ["artists", "albums"])
        }
        // end
        try migrator.migrate(database)
        #expect(
            try database.value("SELECT name FROM artists JOIN albums ON artist = artists.id")
                == "Miles")
        #expect(try database.value("SELECT typeof(artist) FROM albums") == "text")
    }

    @Test("enforce foreign keys in a migration")
    func foreignKeys() throws {
        try database.execute(
            sql: """
                CREATE TABLE artists(id INTEGER PRIMARY KEY, name);
                CREATE TABLE albums(id INTEGER PRIMARY KEY,
                    artist INTEGER REFERENCES artists ON DELETE CASCADE);
                INSERT INTO artists VALUES (1, NULL);
                INSERT INTO albums VALUES (1, 1);
                """)
        var migrator = Migrator()
        // sample: enforced foreign keys
        migrator.add("remove unnamed artists", foreignKeys: .enforced) { db in
            try db.execute("DELETE FROM artists WHERE name IS NULL")  // and their albums
        }
        // end
        try migrator.migrate(database)
        #expect(try database.value("SELECT count(*) FROM albums") == 0)
    }

    @Test("migrate without a transaction")
    func withoutTransaction() throws {
        var migrator = Migrator()
        // sample: without a transaction
        migrator.add(
            "incremental vacuum", inTransaction: false,
            sql: "PRAGMA auto_vacuum = INCREMENTAL; VACUUM")
        // end
        let database = try Connection(location: .inMemory)
        try migrator.migrate(database)
        #expect(try database.value("PRAGMA auto_vacuum") == 2)
    }

    @Test("erase a changed database during development")
    func erase() throws {
        var migrator = Migrator()
        // sample: erase when changed
        #if DEBUG
            migrator.erasesDatabaseWhenChanged = true
        #endif
        // end
        try migrator.migrate(database)
    }
}
