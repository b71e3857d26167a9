import DataLiteDatabase
import DataLiteTestSupport
import Testing

@Suite("A migration without a transaction")
struct MigrationWithoutTransactionTests {
    private struct Declined: Error, Equatable {}

    /// A migration that follows one that creates two tables.
    private func migrator(
        foreignKeys: Migrator.ForeignKeys = .checkedAtEnd,
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> Void
    ) -> Migrator {
        var migrator = Migrator()
        migrator.add(
            "tables",
            sql: "CREATE TABLE a(id INTEGER PRIMARY KEY); CREATE TABLE b(a INTEGER REFERENCES a)")
        migrator.add("alone", foreignKeys: foreignKeys, inTransaction: false, body)
        return migrator
    }

    @Test("runs statements that cannot run in a transaction, once")
    func runs() throws {
        try withTemporaryDirectory { folder in
            let connection = try Connection(path: folder + "/a.db")
            var migrator = migrator { db in
                try db.execute("PRAGMA page_size = 8192")
                try db.execute("VACUUM")
                _ = try db.value("PRAGMA journal_mode = WAL", as: String.self)
            }
            migrator.add(
                "script", inTransaction: false, sql: "VACUUM; BEGIN; DELETE FROM b; COMMIT;")
            #expect(try migrator.migrate(connection) == ["tables", "alone", "script"])
            #expect(try connection.value("PRAGMA page_size") == 8192)
            #expect(try connection.value("PRAGMA journal_mode") == "wal")
            #expect(try migrator.migrate(connection) == [])
            #expect(try migrator.applied(in: connection).map(\.name) == migrator.names)
        }
    }

    @Test("keeps what it has done when it fails, and runs again")
    func failure() throws {
        let connection = try memory()
        let failing = migrator { db in
            try db.execute("INSERT INTO a VALUES (1)")
            throw Declined()
        }
        #expect(throws: Declined()) { try failing.migrate(connection) }
        #expect(try connection.value("SELECT count(*) FROM a") == 1)
        #expect(try connection.foreignKeys)
        #expect(try failing.pending(in: connection) == ["alone"])
        let fixed = migrator { db in try db.execute("INSERT OR IGNORE INTO a VALUES (1)") }
        #expect(try fixed.migrate(connection) == ["alone"])
    }

    @Test(
        "is rolled back to its last commit if it leaves a transaction open",
        arguments: [true, false])
    func openTransaction(fails: Bool) throws {
        let connection = try memory()
        let migrator = migrator { db in
            try db.execute("INSERT INTO a VALUES (1)")
            try db.execute("BEGIN")
            try db.execute("INSERT INTO a VALUES (2)")
            if fails { throw Declined() }
        }
        #expect(throws: (any Error).self) { try migrator.migrate(connection) }
        #expect(connection.isAutocommit)
        #expect(try connection.rows("SELECT id FROM a", as: Int.self) == [1])
        #expect(try migrator.pending(in: connection) == ["alone"])
    }

    @Test("is not recorded if it violates foreign keys")
    func foreignKeys() throws {
        let connection = try memory()
        #expect {
            try migrator { try $0.execute("INSERT INTO b VALUES (7)") }.migrate(connection)
        } throws: { error in
            guard case .foreignKeys(let violations, "alone") = error as? MigrationError else {
                return false
            }
            return violations.count == 1
        }
        #expect(try connection.value("SELECT count(*) FROM b") == 1)
        try connection.execute("DELETE FROM b")
        let enforced = migrator(foreignKeys: .enforced) {
            try $0.execute("INSERT INTO b VALUES (7)")
        }
        #expect(throws: SQLiteError.self) { try enforced.migrate(connection) }
        #expect(try connection.foreignKeys)
        #expect(try enforced.pending(in: connection) == ["alone"])
    }

    @Test("runs on the copy in a dry run")
    func dryRun() throws {
        try withTemporaryDirectory { folder in
            let connection = try Connection(path: folder + "/a.db")
            let migrator = migrator { db in
                _ = try db.value("PRAGMA journal_mode = WAL", as: String.self)
                try db.execute("VACUUM")
            }
            #expect(try migrator.rehearse(connection) == ["tables", "alone"])
            let steps = try migrator.dryRun(connection)
            #expect(steps.last?.statements == ["PRAGMA journal_mode = WAL", "VACUUM"])
            #expect(try connection.value("PRAGMA journal_mode") == "delete")
        }
    }

    @Test("is recorded once if another connection runs it at the same time")
    func concurrent() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/a.db"
            var others = migrator { try $0.execute("VACUUM") }
            others.add("last", sql: "CREATE TABLE c(x)")
            let other = others
            var migrator = migrator { db in
                try db.execute("VACUUM")
                #expect(try other.migrate(Connection(path: path)) == ["alone", "last"])
            }
            migrator.add("last", sql: "CREATE TABLE c(x)")
            let connection = try Connection(path: path)
            #expect(try migrator.migrate(connection) == ["tables", "alone"])
            #expect(
                try migrator.applied(in: connection).map(\.name) == ["tables", "alone", "last"])
            #expect(try migrator.migrate(connection) == [])
        }
    }
}
