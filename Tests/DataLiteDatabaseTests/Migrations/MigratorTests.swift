import DataLiteDatabase
import DataLiteTestSupport
import DataLiteTesting
import Foundation
import Testing

@Suite struct `A migrator` {
    @Test func `A migrator runs each migration once, in order`() throws {
        let connection = try memory()
        let migrator = peopleMigrator()
        #expect(migrator.names == ["people", "notes", "ages"])
        #expect(try migrator.pending(in: connection) == ["people", "notes", "ages"])
        #expect(try migrator.migrate(connection) == ["people", "notes", "ages"])
        #expect(try migrator.migrate(connection) == [])
        #expect(try migrator.pending(in: connection) == [])
        try connection.execute("INSERT INTO people(name, age) VALUES ('Ada', 36)")
    }

    @Test func `A migrator records name, time and script`() throws {
        let connection = try memory()
        var migrator = peopleMigrator()
        migrator.add("code") { _ in }
        let before = Date(timeIntervalSinceNow: -60)
        try migrator.migrate(connection)
        let applied = try migrator.applied(in: connection)
        #expect(applied.map(\.name) == migrator.names)
        #expect(applied[1].sql == "CREATE TABLE notes(person INTEGER REFERENCES people, text)")
        #expect(applied[3].sql == nil)
        for migration in applied {
            let date = try #require(migration.date)
            #expect(date > before && date < Date(timeIntervalSinceNow: 60))
        }
    }

    @Test func `A migrator runs up to a named migration`() throws {
        let connection = try memory()
        let migrator = peopleMigrator()
        #expect(try migrator.migrate(connection, upTo: "notes") == ["people", "notes"])
        #expect(try migrator.migrate(connection, upTo: "people") == [])
        #expect(try migrator.pending(in: connection) == ["ages"])
        #expect(throws: MigrationError.unknownName("Ages")) {
            try migrator.migrate(connection, upTo: "Ages")
        }
    }

    @Test func `A migrator without migrations changes nothing`() throws {
        let connection = try memory()
        #expect(try Migrator().migrate(connection) == [])
        #expect(try dump(connection) == ["version 0"])
    }

    @Test func `A migrator rejects two migrations with the same name`() throws {
        var migrator = peopleMigrator()
        migrator.add("notes") { _ in }
        let connection = try memory()
        #expect(throws: MigrationError.duplicateName("notes")) {
            try migrator.migrate(connection)
        }
        #expect(throws: MigrationError.duplicateName("notes")) {
            try migrator.pending(in: connection)
        }
        #expect(try dump(connection) == ["version 0"])
    }

    @Test func `A migrator cannot run in a transaction`() throws {
        let connection = try memory()
        let migrator = peopleMigrator()
        try connection.transaction {
            #expect(throws: SQLiteError.self) { try migrator.migrate(connection) }
            let pending = try migrator.pending(in: connection)
            #expect(pending.count == 3)
        }
        #expect(try dump(connection) == ["version 0"])
    }

    @Test func `A migrator applies a thousand migrations`() throws {
        let connection = try memory()
        var migrator = Migrator()
        migrator.add("0000", sql: "CREATE TABLE t(x)")
        for number in 1..<1000 {
            migrator.add("\(number)", sql: "INSERT INTO t VALUES (\(number))")
        }
        #expect(try migrator.migrate(connection).count == 1000)
        #expect(try migrator.migrate(connection) == [])
        #expect(try connection.value("SELECT sum(x) FROM t") == 499_500)
    }

    @Test func `A temporary table with the same name does not hide the history`() throws {
        let connection = try memory()
        try connection.execute("CREATE TEMP TABLE datalite_migrations(x)")
        try peopleMigrator().migrate(connection)
        #expect(try peopleMigrator().pending(in: connection) == [])
    }

    @Test func `A migrator changes nothing in an up-to-date read-only database`() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/a.db"
            try peopleMigrator().migrate(try Connection(path: path), upTo: "notes")
            let connection = try Connection(path: path, options: [.readonly, .nomutex])
            var migrator = Migrator()
            migrator.add("people", sql: "CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT)")
            migrator.add("notes") { _ in }
            #expect(try migrator.migrate(connection) == [])
            let error = #expect(throws: SQLiteError.self) {
                try peopleMigrator().migrate(connection)
            }
            #expect(error?.resultCode.primary == .readonly)
            #expect(error?.message.hasPrefix("migration \"ages\", line 1: ") == true)
            #expect(try connection.foreignKeys)
        }
    }

    @Test func `A migrator migrates a database of shared connections`() async throws {
        let database = try Database.inMemory()
        let migrator = peopleMigrator()
        #expect(try await migrator.migrate(database, upTo: "people") == ["people"])
        #expect(try await migrator.pending(in: database) == ["notes", "ages"])
        #expect(try await migrator.applied(in: database).map(\.name) == ["people"])
        #expect(
            try await migrator.status(in: database).map(\.state) == [.applied, .pending, .pending])
        try await migrator.check(database)
        #expect(try await migrator.rehearse(database) == ["notes", "ages"])
        try synchronously(migrator, database)
    }

    private func synchronously(_ migrator: Migrator, _ database: Database) throws {
        #expect(try migrator.rehearse(database) == ["notes", "ages"])
        #expect(try migrator.pending(in: database) == ["notes", "ages"])
        #expect(try migrator.migrate(database) == ["notes", "ages"])
        #expect(try migrator.applied(in: database).count == 3)
        #expect(try migrator.status(in: database).map(\.state) == [.applied, .applied, .applied])
        try migrator.check(database)
    }

    @Test func `Cancelling a migration leaves foreign keys on`() async throws {
        let database = try Database.inMemory()
        let (started, signal) = AsyncStream.makeStream(of: Void.self)
        let migrator = DataLiteDatabaseTests.migrator { db in
            try db.execute("CREATE TABLE half(x)")
            signal.finish()
            try db.execute(
                """
                WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c)
                SELECT max(i) FROM c
                """)
        }
        let task = Task { try await migrator.migrate(database) }
        for await _ in started {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let areOn = try await database.writeWithoutTransaction { db in try db.foreignKeys }
        #expect(areOn)
        #expect(try await migrator.pending(in: database) == ["one"])
    }

    @Test func `A migrator runs on a mock`() throws {
        let mock = MockConnection { _ in .done }
        #expect(try peopleMigrator().migrate(mock) == ["people", "notes", "ages"])
        #expect(mock.isAutocommit)

        let spy = try MockConnection.spy(schema: "")
        #expect(try peopleMigrator().migrate(spy) == ["people", "notes", "ages"])
        #expect(try peopleMigrator().pending(in: spy) == [])
    }

    @Test func `A migrator without pending migrations runs one statement`() throws {
        let connection = try memory()
        try peopleMigrator().migrate(connection)
        let statements = TracedStatements()
        connection.add(traceDelegate: statements)
        #expect(try peopleMigrator().migrate(connection) == [])
        #expect(try peopleMigrator().pending(in: connection) == [])
        #expect(statements.texts.count == 2)
        #expect(statements.texts.allSatisfy { $0.hasPrefix("SELECT position, name") })
    }

    @Test func `A migrator reads a history table that another connection just created`() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/a.db"
            let connection = try Connection(path: path)
            let statements = TracedStatements { text in
                guard text.contains("sqlite_schema") else { return }
                _ = try? peopleMigrator().migrate(Connection(path: path))
            }
            connection.add(traceDelegate: statements)
            #expect(try peopleMigrator().pending(in: connection) == [])
            #expect(try peopleMigrator().migrate(connection) == [])
        }
    }
}

/// The statements that a connection has run.
private final class TracedStatements: ConnectionTraceDelegate {
    private(set) var texts: [String] = []
    private let body: (String) -> Void

    init(_ body: @escaping (String) -> Void = { _ in }) { self.body = body }

    func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
        texts.append(trace.unexpandedSQL)
        body(trace.unexpandedSQL)
    }
}
