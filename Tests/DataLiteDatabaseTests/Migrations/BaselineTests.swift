import DataLiteAltering
import DataLiteDatabase
import Testing

@Suite("A baseline")
struct BaselineTests {
    /// Three migrations, as a version before had them.
    private var old: Migrator { peopleMigrator() }

    private let baseline = peopleBaseline

    private func new(keepsOld: Bool) -> Migrator { baselineMigrator(keepsOld: keepsOld) }

    @Test(
        "A new database runs it instead of the migrations that it replaces",
        arguments: [true, false])
    func newDatabase(keepsOld: Bool) throws {
        let connection = try memory()
        let migrator = new(keepsOld: keepsOld)
        #expect(try migrator.pending(in: connection) == ["v3", "v4"])
        #expect(try migrator.migrate(connection) == ["v3", "v4"])
        #expect(try migrator.migrate(connection) == [])
        #expect(try migrator.status(in: connection).map(\.state) == [.applied, .applied])
        try migrator.check(connection)
    }

    @Test("A database with all that it replaces skips it", arguments: [true, false])
    func oldDatabase(keepsOld: Bool) throws {
        let connection = try memory()
        try old.migrate(connection)
        let migrator = new(keepsOld: keepsOld)
        #expect(try migrator.migrate(connection) == ["v4"])
        #expect(try migrator.migrate(connection) == [])
        #expect(try migrator.pending(in: connection) == [])
    }

    @Test("A database with some of them runs the others first")
    func between() throws {
        let connection = try memory()
        try old.migrate(connection, upTo: "notes")
        #expect(throws: MigrationError.partlyReplaced(["ages"], by: "v3")) {
            try new(keepsOld: false).migrate(connection)
        }
        #expect(try new(keepsOld: true).migrate(connection) == ["ages", "v4"])
        #expect(try new(keepsOld: false).migrate(connection) == [])
    }

    @Test("Later migrations may have run before it was added")
    func addedLater() throws {
        let connection = try memory()
        var migrator = old
        migrator.add("v4", sql: "CREATE TABLE tags(a)")
        try migrator.migrate(connection)
        #expect(try new(keepsOld: true).migrate(connection) == [])
        #expect(try new(keepsOld: false).migrate(connection) == [])
    }

    @Test("A baseline replaces a baseline")
    func nested() throws {
        var migrator = Migrator()
        migrator.baseline("v3", replaces: ["people", "notes", "ages"], sql: baseline)
        migrator.add("v4", sql: "CREATE TABLE tags(a)")
        migrator.baseline("v5", replaces: ["v3", "v4"], sql: baseline + "CREATE TABLE tags(a);")
        let new = try memory()
        #expect(try migrator.migrate(new) == ["v5"])
        let middle = try memory()
        try self.new(keepsOld: false).migrate(middle)
        #expect(try migrator.migrate(middle) == [])
        let first = try memory()
        try old.migrate(first)
        #expect(try migrator.migrate(first) == ["v4"])
        #expect(try new.schema.differences(from: first.schema) == [])
    }

    @Test("Two migrators in one file do not see each other's records")
    func tables() throws {
        let connection = try memory()
        var library = Migrator(table: "library_migrations")
        library.add("people", sql: "CREATE TABLE library(a)")
        #expect(try library.migrate(connection) == ["people"])
        #expect(try old.migrate(connection) == ["people", "notes", "ages"])
        #expect(try library.migrate(connection) == [])
        #expect(try library.applied(in: connection).map(\.name) == ["people"])
    }

    @Test("Unknown migrations are refused unless they are allowed")
    func unknown() throws {
        let connection = try memory()
        try old.migrate(connection)
        var older = Migrator()
        older.add("people", sql: "CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT)")
        #expect(throws: MigrationError.newerDatabase(["notes", "ages"])) {
            try older.migrate(connection)
        }
        older.allowsUnknown = true
        #expect(try older.migrate(connection) == [])
    }

    @Test("Each migration reports its progress, and an error stops the next one")
    func progress() throws {
        let connection = try memory()
        var steps: [MigrationProgress] = []
        try old.migrate(connection) { steps.append($0) }
        #expect(steps.map(\.name) == ["people", "notes", "ages"])
        #expect(steps.map(\.completedCount) == [1, 2, 3])
        #expect(steps.allSatisfy { $0.totalCount == 3 && $0.duration > .zero })

        let other = try memory()
        #expect(throws: CancellationError.self) {
            try old.migrate(other) { if $0.name == "notes" { throw CancellationError() } }
        }
        #expect(try old.pending(in: other) == ["ages"])
        #expect(try other.foreignKeys)
    }

    @Test("A dry run shows the SQL and changes nothing")
    func dryRun() throws {
        let connection = try memory()
        var migrator = old
        migrator.add("rows") { db in
            try db.execute("INSERT INTO people(name) VALUES (\("Ada"))")
        }
        try migrator.migrate(connection, upTo: "notes")
        let steps = try migrator.dryRun(connection)
        #expect(steps.map(\.name) == ["ages", "rows"])
        #expect(
            steps.map(\.statements) == [
                ["ALTER TABLE people ADD COLUMN age INTEGER"],
                ["INSERT INTO people(name) VALUES ('Ada')"],
            ])
        #expect(try migrator.pending(in: connection) == ["ages", "rows"])
    }

    @Test("A dry run leaves out what the methods of the schema read")
    func dryRunOfAlteration() throws {
        var migrator = old
        migrator.add("names") { db in
            _ = try db.schema
            let count: Int? = try db.value("SELECT count(*) FROM people")
            #expect(count == 0)
            try db.alterTable("people") { $0.changeColumn("name", to: "name TEXT NOT NULL") }
            try db.renameColumn("name", to: "title", in: "people")
        }
        let connection = try memory()
        try old.migrate(connection)
        let statements = try #require(try migrator.dryRun(connection).first?.statements)
        #expect(statements.first == "SELECT count(*) FROM people")
        #expect(statements.last?.hasPrefix("ALTER TABLE \"main\".\"people\" RENAME") == true)
        #expect(
            statements.dropFirst().allSatisfy { statement in
                ["CREATE", "INSERT", "DROP", "ALTER"].contains { statement.hasPrefix($0) }
            }, "\(statements)")
        #expect(statements.count == 7)
    }

    @Test("A changed closure is detected by its schema, and erases in debug builds")
    func changedCode() throws {
        func migrator(_ column: String) -> Migrator {
            var migrator = Migrator()
            migrator.add("one") { try $0.execute("CREATE TABLE t(\(identifier: column))") }
            migrator.erasesDatabaseWhenChanged = true
            return migrator
        }
        let connection = try memory()
        try migrator("a").migrate(connection)
        try connection.execute("CREATE TABLE mine(a)")
        #expect(try !migrator("a").hasSchemaChanges(connection))
        #expect(try migrator("a").migrate(connection) == [])
        #expect(try migrator("b").hasSchemaChanges(connection))
        #if DEBUG
            let column = "b"
        #else
            let column = "a"
        #endif
        #expect(try migrator("b").migrate(connection) == (column == "b" ? ["one"] : []))
        #expect(try connection.schema.table("t")?.columns.map(\.name) == [column])
        #expect(try connection.tableExists("mine") == (column == "a"))
    }

    @Test("Foreign keys can be checked once, in the last migration")
    func unchecked() throws {
        let connection = try memory()
        var migrator = old
        migrator.add("broken", foreignKeys: .unchecked, sql: "INSERT INTO notes VALUES (7, 'x')")
        #expect(try migrator.migrate(connection).count == 4)
        #expect(try connection.foreignKeys)
        migrator.add("last", sql: "CREATE TABLE last(a)")
        #expect(throws: MigrationError.self) { try migrator.migrate(connection) }
        migrator.migrations(fix: "DELETE FROM notes")
        #expect(try migrator.migrate(connection) == ["fix", "last"])
    }

    @Test("It cannot replace itself or a later migration")
    func order() throws {
        let connection = try memory()
        var migrator = old
        migrator.baseline("v3", replaces: ["people", "v3"], sql: baseline)
        #expect(throws: MigrationError.replacesLater("v3", by: "v3")) {
            try migrator.migrate(connection)
        }
        migrator = Migrator()
        migrator.baseline("v3", replaces: ["people", "v4"], sql: baseline)
        migrator.add("v4", sql: "CREATE TABLE tags(a)")
        #expect(throws: MigrationError.replacesLater("v4", by: "v3")) {
            try migrator.check(connection)
        }
        #expect(try connection.schema.tables.isEmpty)
    }

    @Test("A database is erased")
    func erase() throws {
        let database = try Database.inMemory()
        try old.migrate(database)
        try database.erase()
        #expect(try database.read { try $0.schema.tables.isEmpty })
        #expect(try old.migrate(database).count == 3)
        #expect(throws: SQLiteError.self) { try database.write { try $0.erase() } }
    }
}

extension Migrator {
    /// Replaces the last migration by one that repairs the rows, and itself.
    fileprivate mutating func migrations(fix sql: String) {
        var migrator = peopleMigrator()
        migrator.add("broken", foreignKeys: .unchecked, sql: "INSERT INTO notes VALUES (7, 'x')")
        migrator.add("fix", sql: sql)
        migrator.add("last", sql: "CREATE TABLE last(a)")
        self = migrator
    }
}
