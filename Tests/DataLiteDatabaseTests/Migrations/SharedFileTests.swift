import DataLiteAltering
import DataLiteDatabase
import Testing

@Suite("Two migrators of one file")
struct SharedFileTests {
    /// The migrator of a program, with a closure, which has no text to compare.
    private func program(_ columns: String = "a") -> Migrator {
        var migrator = Migrator()
        migrator.add("notes") { db in
            try db.execute("CREATE TABLE notes(\(raw: columns))")
            try db.execute("CREATE INDEX by_a ON notes(a)")
        }
        migrator.erasesDatabaseWhenChanged = true
        return migrator
    }

    /// The migrator of a library, which refers to the table of the program.
    private func library(_ column: String = "a") -> Migrator {
        var migrator = Migrator(table: "library_migrations")
        migrator.add("sync") { db in
            try db.execute("CREATE TABLE queue(\(identifier: column))")
            try db.execute("CREATE INDEX library_index ON notes(a)")
            try db.execute("CREATE TRIGGER synced AFTER INSERT ON notes BEGIN SELECT 1; END")
        }
        migrator.erasesDatabaseWhenChanged = true
        return migrator
    }

    private func file() throws -> Connection {
        let connection = try memory()
        try program().migrate(connection)
        try library().migrate(connection)
        try connection.execute("INSERT INTO notes VALUES (1)")
        return connection
    }

    private func isErased(_ connection: Connection) throws -> Bool {
        try connection.value("SELECT count(*) FROM notes") == 0
    }

    @Test("Migrating again erases nothing, whatever objects the other migrator has added")
    func launches() throws {
        let connection = try file()
        for _ in 1...2 {
            #expect(try program().migrate(connection) == [])
            #expect(try library().migrate(connection) == [])
        }
        #expect(try !program().hasSchemaChanges(connection))
        #expect(try !isErased(connection))
    }

    @Test(
        "An object that is missing or different is a change",
        arguments: [
            "DROP INDEX by_a", "ALTER TABLE notes ADD COLUMN b",
            "DROP INDEX by_a; CREATE UNIQUE INDEX by_a ON notes(a)", "DROP TABLE notes",
        ])
    func changes(script: String) throws {
        let connection = try file()
        try connection.execute(script: script)
        #expect(try program().hasSchemaChanges(connection))
    }

    @Test("An additional trigger is a change if there is no other migrator")
    func alone() throws {
        let connection = try file()
        try connection.execute("DROP TABLE library_migrations")
        #expect(try program().hasSchemaChanges(connection))
        try connection.execute(script: "DROP TRIGGER synced; DROP INDEX library_index;")
        #expect(try !program().hasSchemaChanges(connection))
    }

    @Test(
        "An index that a closure no longer creates is a change, unless there is another migrator")
    func removedIndex() throws {
        let connection = try memory()
        try program().migrate(connection)
        var changed = Migrator()
        changed.add("notes") { try $0.execute("CREATE TABLE notes(a)") }
        #expect(try changed.hasSchemaChanges(connection))
        var library = Migrator(table: "library_migrations")
        library.add(
            "sync",
            sql: """
                CREATE TABLE queue(a);
                CREATE INDEX "Library_Index" ON notes(a);
                """)
        try library.migrate(connection)
        #expect(try !program().hasSchemaChanges(connection))
        #expect(try !changed.hasSchemaChanges(connection))
        try connection.execute("DROP INDEX by_a")
        #expect(try !changed.hasSchemaChanges(connection))
        #expect(try program().hasSchemaChanges(connection))
    }

    #if DEBUG
        @Test("A changed closure erases the file, and the other migrator starts over")
        func changedClosure() throws {
            let connection = try file()
            #expect(try program("a, b").migrate(connection) == ["notes"])
            #expect(try isErased(connection))
            #expect(try library().migrate(connection) == ["sync"])
        }
    #endif

    @Test("Migrations that fail on an empty database are an error of a comparison")
    func failing() throws {
        let connection = try file()
        let error = #expect(throws: SQLiteError.self) {
            try library().hasSchemaChanges(connection)
        }
        #expect(
            error?.message
                == "on an empty database: migration \"sync\": no such table: main.notes")
        // A change cannot be detected.
        #expect(try library("b").migrate(connection) == [])
        #expect(try !isErased(connection))
    }

    @Test("The empty database can have the tables of the other migrator")
    func prepared() throws {
        let connection = try file()
        let program = self.program()
        var (same, stub, other) = (library(), library(), library("b"))
        same.scratchConfiguration.onOpen = { try program.migrate($0) }
        stub.scratchConfiguration.onOpen = { try $0.execute("CREATE TABLE notes(a, b, c)") }
        other.scratchConfiguration = stub.scratchConfiguration
        #expect(try !same.hasSchemaChanges(connection))
        #expect(try !stub.hasSchemaChanges(connection))
        #expect(try other.hasSchemaChanges(connection))
        #expect(try same.migrate(connection) == [])
        #expect(try !isErased(connection))
    }

    @Test("A stopped comparison is an error, not a missing result")
    func stopped() throws {
        let connection = try memory()
        let flag = Locked(false)
        var migrator = Migrator()
        migrator.add("one") { db in
            try db.execute("CREATE TABLE t(a)")
            if flag.withLock({ $0 }) { throw CancellationError() }
        }
        migrator.erasesDatabaseWhenChanged = true
        try migrator.migrate(connection)
        flag.withLock { $0 = true }
        #if DEBUG
            #expect(throws: CancellationError.self) { try migrator.migrate(connection) }
        #endif
        #expect(throws: CancellationError.self) { try migrator.hasSchemaChanges(connection) }
    }

    @Test("Adopting compares only the tables of the adopting migrator")
    func adopted() throws {
        let connection = try file()
        try connection.execute("DROP TABLE library_migrations")
        var library = self.library()
        let program = self.program()
        library.scratchConfiguration.onOpen = { try program.migrate($0) }
        #expect(try library.adopt(connection) == ["sync"])
        try connection.execute("DROP TABLE datalite_migrations")
        #expect(try program.adopt(connection) == ["notes"])
        try connection.execute("DROP TABLE library_migrations")
        #expect(throws: MigrationError.self) { try library.adopt(file("DROP TABLE queue")) }
    }

    private func file(_ script: String) throws -> Connection {
        let connection = try file()
        try connection.execute(script: script)
        try connection.execute("DROP TABLE library_migrations")
        return connection
    }
}
