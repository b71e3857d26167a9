import DataLiteTestSupport
import DataLiteTesting
import Foundation
import Testing

@testable import DataLiteDatabase

@Suite struct `A migration that fails` {
    struct Declined: Error, Equatable {}

    /// A database with one applied migration, and its contents.
    private func prepared() throws -> (connection: Connection, dump: [String]) {
        let connection = try memory()
        try peopleMigrator().migrate(connection, upTo: "people")
        try connection.execute("INSERT INTO people VALUES (1, 'Ada')")
        return (connection, try dump(connection))
    }

    private func migrator(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> Void
    ) -> Migrator {
        var migrator = Migrator()
        migrator.add("people", sql: "CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT)")
        migrator.add("second", body)
        migrator.add("third") { db in try db.execute("CREATE TABLE third(x)") }
        return migrator
    }

    @Test func `A failed migration leaves the database unchanged`() throws {
        let (connection, before) = try prepared()
        let migrator = migrator { db in
            try db.execute(
                script: """
                    CREATE TABLE more(x);
                    CREATE INDEX by_name ON people(name);
                    UPDATE people SET name = 'Grace';
                    PRAGMA user_version = 7;
                    ALTER TABLE people RENAME TO humans;
                    """)
            throw Declined()
        }
        #expect(throws: Declined()) { try migrator.migrate(connection) }
        #expect(try dump(connection) == before)
        #expect(try connection.foreignKeys)
        #expect(try migrator.pending(in: connection) == ["second", "third"])
    }

    @Test func `A failed first migration leaves a new database empty`() throws {
        let connection = try memory()
        let migrator = DataLiteDatabaseTests.migrator { _ in throw Declined() }
        #expect(throws: Declined()) { try migrator.migrate(connection) }
        #expect(try dump(connection) == ["version 0"])
    }

    @Test func `A failed migration keeps earlier migrations and can be repeated`() throws {
        let connection = try memory()
        var failing = peopleMigrator()
        failing.add("bad", sql: "CREATE TABLE good(x); INSERT INTO bad VALUES (1)")
        #expect(throws: SQLiteError.self) { try failing.migrate(connection) }
        #expect(try failing.applied(in: connection).map(\.name) == ["people", "notes", "ages"])
        var repaired = peopleMigrator()
        repaired.add("bad", sql: "CREATE TABLE good(x); INSERT INTO good VALUES (1)")
        #expect(try repaired.migrate(connection) == ["bad"])
    }

    @Test func `SQLite's error names the failed migration`() throws {
        let (connection, _) = try prepared()
        let error = #expect(throws: SQLiteError.self) {
            try migrator { db in try db.execute("INSERT INTO people VALUES (1, 'x')") }
                .migrate(connection)
        }
        #expect(error?.resultCode == .constraintPrimaryKey)
        #expect(error?.message == "migration \"second\": UNIQUE constraint failed: people.id")
        #expect(error?.sql == "INSERT INTO people VALUES (1, 'x')")
    }

    @Test func `SQLite's error names the line of a failed script`() throws {
        var migrator = Migrator()
        migrator.add("it", sql: "CREATE TABLE t(x);\n\nINSERT INTO t\nVALUES (y);")
        let error = #expect(throws: SQLiteError.self) { try migrator.migrate(memory()) }
        #expect(error?.message == "migration \"it\", line 4: no such column: y")
        #expect(error?.sql == "CREATE TABLE t(x);\n\nINSERT INTO t\nVALUES (y);")
        #expect(error?.offset == 42)
    }

    @Test(arguments: ["COMMIT", "COMMIT; BEGIN", "END; CREATE TABLE late(x)"])
    func `A migration whose closure commits is reported and not recorded`(sql: String) throws {
        let (connection, _) = try prepared()
        let error = #expect(throws: SQLiteError.self) {
            try migrator { db in try db.execute(script: sql) }.migrate(connection)
        }
        #expect(error?.resultCode == .misuse)
        #expect(error?.message.contains("\"second\": the transaction was committed") == true)
        #expect(try peopleMigrator().applied(in: connection).map(\.name) == ["people"])
        #expect(connection.isAutocommit)
        #expect(try connection.foreignKeys)
    }

    @Test func `A migration whose closure rolls back is not recorded`() throws {
        let (connection, before) = try prepared()
        let error = #expect(throws: SQLiteError.self) {
            try migrator { db in try db.rollbackTransaction() }.migrate(connection)
        }
        #expect(error?.resultCode == .abortRollback)
        #expect(try dump(connection) == before)
    }

    @Test func `A migration is rolled back when the disk is full`() throws {
        let (connection, before) = try prepared()
        try connection.execute("PRAGMA max_page_count = 12")
        let error = #expect(throws: SQLiteError.self) {
            try migrator { db in
                try db.execute("CREATE TABLE large AS SELECT zeroblob(100000)")
            }.migrate(connection)
        }
        #expect(error?.resultCode == .full)
        #expect(try dump(connection) == before)
        #expect(try connection.foreignKeys)
    }

    @Test(arguments: [
        "CREATE TABLE t(x);\nCOMMIT", "begin immediate", "\n  END", "ROLLBACK TRANSACTION",
        "CREATE TABLE t(x); PRAGMA foreign_keys = OFF",
    ])
    func `A script that controls transactions is rejected before it runs`(sql: String) throws {
        let connection = try memory()
        var migrator = peopleMigrator()
        migrator.add("script", sql: sql)
        let error = #expect(throws: MigrationError.self) { try migrator.migrate(connection) }
        guard case .refusedStatement(let place, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(place == "migration \"script\", line \(sql.contains("\n") ? 2 : 1)")
        #expect(try dump(connection) == ["version 0"])
    }

    @Test(arguments: [
        "SAVEPOINT a; ROLLBACK TO a; RELEASE a", "CREATE TABLE \"commit\"(\"begin\")",
    ])
    func `A script with savepoints or similar names is not rejected`(sql: String) throws {
        var migrator = Migrator()
        migrator.add("script", sql: sql)
        #expect(try migrator.migrate(memory()) == ["script"])
    }

    @Test(arguments: ["", "  \n", "-- nothing\n;;", "/* nothing */"])
    func `A migration with an empty script is rejected`(sql: String) throws {
        var migrator = Migrator()
        migrator.add("script", sql: sql)
        #expect(throws: MigrationError.emptyScript("script")) { try migrator.migrate(memory()) }
    }

    @Test func `A script with parameters throws`() throws {
        var migrator = Migrator()
        migrator.add("script", sql: "CREATE TABLE t(x);\nINSERT INTO t VALUES (?)")
        let error = #expect(throws: SQLiteError.self) { try migrator.migrate(memory()) }
        #expect(error?.resultCode == .range)
        #expect(error?.message.hasPrefix("migration \"script\", line 2: ") == true)
    }

    @Test func `An error is located after comments and the foreign keys pragma`() throws {
        let connection = try memory()
        let text = """
            PRAGMA foreign_keys = ON;
            CREATE TABLE t(x UNIQUE); -- one; two
            CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; SELECT 2; END;
            /* three */
            ;
            -- four
            INSERT INTO t
            VALUES (1), (1);
            """
        let (mock, migrator) = (try MockConnection.spy(schema: ""), script("it", text))
        for connection: any ConnectionProtocol in [connection, mock] {
            let error = #expect(throws: SQLiteError.self) { try migrate(migrator, connection) }
            #expect(
                error?.message == "migration \"it\", line 7: UNIQUE constraint failed: t.x")
            #expect(error?.sql?.hasPrefix("INSERT INTO t\nVALUES (1), (1)") == true)
        }
        let wrong = text.replacingOccurrences(of: "VALUES (1)", with: "VALUES (wrong)")
        let error = #expect(throws: SQLiteError.self) {
            try script("it", wrong).migrate(connection)
        }
        #expect(error?.message == "migration \"it\", line 8: no such column: wrong")
        #expect(error?.offset == wrong.utf8.count - "wrong), (1);".utf8.count)
        #expect(error?.sql == wrong)
    }

    @Test func `A migration error has a message of bounded size`() throws {
        let long = String(repeating: "long ", count: 1_000_000)
        let failing = script(long, "INSERT INTO \"\(long)\" VALUES (1)")
        let first = #expect(throws: SQLiteError.self) { try failing.migrate(memory()) }
        #expect((first?.message.utf8.count ?? .max) < 100_000)
        let declined = DataLiteDatabaseTests.migrator(long) { db in
            try db.execute("SELECT * FROM none")
        }
        let second = #expect(throws: SQLiteError.self) { try declined.migrate(memory()) }
        #expect(second?.message.hasPrefix("migration \"long long ") == true)
        #expect((second?.message.utf8.count ?? .max) < 1000)
        let violation = ForeignKeyViolation(
            table: long, rowID: 1, columns: Array(repeating: long, count: 50), parent: long)
        let names = Array(repeating: long, count: 50)
        let errors: [MigrationError] = [
            .duplicateName(long), .unknownName(long), .emptyScript(long),
            .refusedStatement(location: long, reason: long), .changed(names), .newerDatabase(names),
            .outOfOrder(names, before: long), .foreignKeys([violation], migration: long),
            .unreadable(path: long, reason: long), .unnumberedFile(long),
            .duplicateNumber(long, long),
        ]
        for error in errors { #expect(error.description.utf8.count < 100_000) }
        let refused = #expect(throws: MigrationError.self) {
            try script(long, "BEGIN").migrate(memory())
        }
        guard case .refusedStatement(let place, _) = refused else {
            Issue.record("\(String(describing: refused).prefix(1000))")
            return
        }
        #expect(place.utf8.count < 1000)
    }

    private func script(_ name: String, _ sql: String) -> Migrator {
        var migrator = Migrator()
        migrator.add(name, sql: sql)
        return migrator
    }

    private func migrate(_ migrator: Migrator, _ connection: some ConnectionProtocol) throws {
        try migrator.migrate(connection)
    }
}
