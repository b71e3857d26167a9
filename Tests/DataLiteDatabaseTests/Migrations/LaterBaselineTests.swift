import DataLiteAltering
import DataLiteDatabase
import DataLiteTestSupport
import Testing

@Suite("A baseline that comes later, or meets other programs")
struct LaterBaselineTests {
    /// Three migrations, as a version before had them.
    private var old: Migrator { peopleMigrator() }

    private func new(keepsOld: Bool) -> Migrator { baselineMigrator(keepsOld: keepsOld) }

    @Test("Migrations before it run if it comes after the last one to run")
    func limited() throws {
        let connection = try memory()
        let migrator = new(keepsOld: true)
        #expect(try migrator.migrate(connection, upTo: "notes") == ["people", "notes"])
        #expect(try migrator.migrate(connection) == ["ages", "v4"])
        let recent = try memory()
        #expect(try migrator.migrate(recent, upTo: "v3") == ["v3"])
        #expect(try migrator.migrate(recent, upTo: "ages") == [])
    }

    @Test("A database is adopted up to a migration before it", arguments: [true, false])
    func adoptedBefore(isGRDB: Bool) throws {
        let connection = try memory()
        try old.migrate(connection, upTo: "notes")
        try connection.execute("DROP TABLE \(identifier: old.table)")
        if isGRDB {
            try connection.execute(
                script: """
                    CREATE TABLE grdb_migrations(identifier TEXT NOT NULL PRIMARY KEY);
                    INSERT INTO grdb_migrations VALUES ('people'), ('notes')
                    """)
            #expect(throws: MigrationError.partlyReplaced(["ages"], by: "v3")) {
                try new(keepsOld: false).adopt(connection)
            }
        }
        let migrator = new(keepsOld: true)
        #expect(
            try migrator.adopt(connection, upTo: isGRDB ? nil : "notes") == ["people", "notes"])
        #expect(try migrator.migrate(connection) == ["ages", "v4"])
    }

    @Test("A database of GRDB with all that it replaces is adopted", arguments: [true, false])
    func adoptedGRDB(keepsOld: Bool) throws {
        let connection = try memory()
        try old.migrate(connection)
        try connection.execute(
            script: """
                DROP TABLE \(old.table);
                CREATE TABLE grdb_migrations(identifier TEXT NOT NULL PRIMARY KEY);
                INSERT INTO grdb_migrations VALUES ('people'), ('notes'), ('ages')
                """)
        let migrator = new(keepsOld: keepsOld)
        #expect(try migrator.adopt(connection) == ["v3"])
        #expect(try migrator.migrate(connection) == ["v4"])
        #expect(try migrator.migrate(connection) == [])
    }

    @Test("It is skipped if another connection runs one of the migrations that it replaces")
    func concurrent() throws {
        try withTemporaryDirectory { directory in
            let connections = try (0..<2).map { _ in
                try Connection(location: .file(path: directory + "/db.sqlite"))
            }
            var first = Migrator()
            first.add("first", sql: "CREATE TABLE first(x)")
            var older = first
            older.add("people", sql: "CREATE TABLE people(id)")
            var newer = older
            newer.add("ages", sql: "ALTER TABLE people ADD COLUMN age")
            newer.baseline(
                "all", replaces: ["people", "ages"],
                sql: "CREATE TABLE IF NOT EXISTS people(id, age)")
            let ran = try newer.migrate(connections[0]) { progress in
                guard progress.name == "first" else { return }
                let names = try older.migrate(connections[1])
                #expect(names == ["people"])
            }
            #expect(ran == ["first", "ages"])
            #expect(
                try connections[0].schema.table("people")?.columns.map(\.name) == ["id", "age"])
            #expect(try newer.migrate(connections[0]) == [])
        }
    }
}
