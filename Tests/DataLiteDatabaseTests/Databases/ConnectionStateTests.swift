import DataLiteC
import Foundation
import Testing

@testable import DataLiteDatabase

@Suite("A call that changes its connection")
struct ConnectionStateTests {
    /// A change that a closure can leave behind, and a query that shows it.
    struct Change: Sendable, CustomTestStringConvertible {
        let script: String
        let query: String

        init(_ script: String, _ query: String) {
            self.script = script
            self.query = query
        }

        var testDescription: String { script }
    }

    private static let changes = [
        Change("PRAGMA foreign_keys = 0", "PRAGMA foreign_keys"),
        Change("pragma main.Foreign_Keys(off)", "PRAGMA foreign_keys"),
        Change("/* off */ EXPLAIN PRAGMA foreign_keys = 0", "PRAGMA foreign_keys"),
        Change("EXPLAIN QUERY PLAN PRAGMA foreign_keys = 0", "PRAGMA foreign_keys"),
        Change("PRAGMA query_only = 1", "PRAGMA query_only"),
        Change("PRAGMA busy_timeout = 1", "PRAGMA busy_timeout"),
        Change("PRAGMA cache_size = 17", "PRAGMA cache_size"),
        Change("PRAGMA recursive_triggers = 1", "PRAGMA recursive_triggers"),
        Change("PRAGMA max_page_count = 1000", "PRAGMA max_page_count"),
        Change("PRAGMA case_sensitive_like = 1", "SELECT 'a' LIKE 'A'"),
        Change("PRAGMA synchronous = 0", "PRAGMA synchronous"),
        Change("SELECT 1; PRAGMA query_only = 1", "PRAGMA query_only"),
        Change(
            "CREATE TEMP TABLE numbers(x)", "SELECT count(*) FROM sqlite_temp_schema"),
        Change(
            "CREATE TEMPORARY VIEW v AS SELECT 1", "SELECT count(*) FROM sqlite_temp_schema"),
        Change(
            "CREATE TABLE IF NOT EXISTS \"Temp\".numbers(x)",
            "SELECT count(*) FROM sqlite_temp_schema"),
        Change(
            "ATTACH ':memory:' AS other",
            "SELECT count(*) FROM pragma_database_list WHERE name = 'other'"),
    ]

    private func values(
        _ database: Database, _ query: String
    ) throws -> (reader: SQLiteValue?, writer: SQLiteValue?) {
        func value(_ db: any ConnectionProtocol) throws -> SQLiteValue? {
            try db.row(SQL(raw: query))?.first?.value
        }
        return (
            try database.read { try value($0) },
            try database.writeWithoutTransaction { try value($0) }
        )
    }

    @Test(
        "A call without a transaction leaves no changed settings for the next call",
        arguments: TestStorage.allCases,
        changes)
    func writer(storage: TestStorage, change: Change) throws {
        let database = try storage.openWithItems { $0.readerLimit = 1 }
        let before = try values(database, change.query)
        // In the second round, the statement may come from the cache.
        for _ in 1...2 {
            try database.writeWithoutTransaction { db in
                try db.execute(script: change.script)
                let current = try db.row(SQL(raw: change.query))?.first?.value
                if !change.script.contains("EXPLAIN") { #expect(current != before.writer) }
            }
            #expect(try values(database, change.query) == before)
        }
        for _ in 1...2 where !change.script.contains(";") {
            try database.writeWithoutTransaction { _ = try $0.rows(SQL(raw: change.script)) }
            #expect(try values(database, change.query) == before)
        }
        try database.write { db in try db.addItem() }
        #expect(try database.itemCount() == 1)
    }

    @Test(
        "A read or write leaves no changed settings for the next call",
        arguments: TestStorage.allCases,
        changes)
    func transactions(storage: TestStorage, change: Change) throws {
        let database = try storage.openWithItems { $0.readerLimit = 1 }
        let before = try values(database, change.query)
        // Some settings cannot be changed in a transaction.
        try? database.write { db in try db.execute(script: change.script) }
        #expect(try values(database, change.query) == before)
        try? database.read { db in try db.execute(script: change.script) }
        #expect(try values(database, change.query) == before)
        try? database.write { db in
            try db.execute(script: change.script)
            throw Refused()
        }
        #expect(try values(database, change.query) == before)
    }

    @Test("A call keeps the settings of onOpen", arguments: TestStorage.allCases)
    func onOpen(storage: TestStorage) throws {
        let database = try storage.openWithItems {
            $0.onOpen = { connection in
                try connection.execute(
                    script: """
                        PRAGMA cache_size = 33; PRAGMA recursive_triggers = 1;
                        ATTACH ':memory:' AS side; CREATE TEMP TABLE numbers(x)
                        """)
            }
        }
        for _ in 1...2 {
            try database.writeWithoutTransaction { db in
                try db.execute(
                    script: "PRAGMA cache_size = 17; DETACH side; PRAGMA recursive_triggers = 0")
            }
            let row = try database.writeWithoutTransaction { db in
                (
                    try db.value("PRAGMA cache_size", as: Int.self),
                    try db.value("PRAGMA recursive_triggers", as: Int.self),
                    try db.value("SELECT count(*) FROM side.sqlite_schema", as: Int.self),
                    try db.value("SELECT count(*) FROM numbers", as: Int.self)
                )
            }
            #expect(row == (33, 1, 0, 0))
        }
    }

    @Test("A call that sets the journal mode leaves the database in WAL mode")
    func journalMode() throws {
        let database = try TestStorage.file.openWithItems()
        try database.writeWithoutTransaction { db in
            try db.setJournalMode(.delete)
            try db.addItem()
        }
        try database.write { db in
            let mode = try db.journalMode
            #expect(mode == .wal)
        }
        #expect(try database.itemCount() == 1)
    }

    @Test("Limits are reset after the call", arguments: TestStorage.allCases)
    func limits(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        func limit(_ value: Int?) throws -> Int {
            try database.writeWithoutTransaction { db in
                let connection = try #require(db as? Connection)
                let former = try connection.limit(.sqlLength)
                if let value { try connection.setLimit(.sqlLength, value) }
                return former
            }
        }
        let before = try limit(nil)
        #expect(try limit(100) == before)
        #expect(try limit(nil) == before)
        #expect(database.statistics.openedConnections == 1)
    }

    @Test(
        "Settings made through the C interface end with the call", arguments: TestStorage.allCases)
    func unsafeHandle(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        let change = { (db: any ConnectionProtocol) in
            _ = try (db as? Connection)?.withUnsafeHandle { pointer in
                sqlite3_set_authorizer(pointer, { _, _, _, _, _, _ in SQLITE_DENY }, nil)
                sqlite3_progress_handler(pointer, 1, { _ in 1 }, nil)
                sqlite3_exec(pointer, "PRAGMA foreign_keys = 0", nil, nil, nil)
                sqlite3_limit(pointer, SQLITE_LIMIT_SQL_LENGTH, 100)
            }
        }
        try database.writeWithoutTransaction(change)
        try database.unsafeRead(change)
        #expect(try database.itemCount() == 0)
        let isOn = try database.write { db in
            try db.execute("UPDATE items SET rowid = rowid")
            return try db.foreignKeys
        }
        #expect(isOn)
        #expect(try values(database, "PRAGMA foreign_keys").reader == 1)
    }

    @Test("A snapshot keeps its connection after a use of the C interface")
    func snapshotHandle() throws {
        let database = try TestStorage.file.openWithItems()
        let snapshot = try database.snapshot()
        let version = try snapshot.read { db in
            try (db as? Connection)?.withUnsafeHandle { sqlite3_get_autocommit($0) }
        }
        #expect(version == 0)
        #expect(try snapshot.read { try $0.value("SELECT 1", as: Int.self) } == 1)
    }

    @Test("Settings of the file end with the call")
    func fileSettings() throws {
        let database = try TestStorage.file.openWithItems()
        try database.write { db in try (db as? Connection)?.setPersistsWAL(true) }
        let isOn = try database.write { db in try (db as? Connection)?.persistsWAL() }
        #expect(isOn == false)
        #expect(database.statistics.openedConnections == 2)
    }

    @Test("The busy timeout is reset after a call that sets it", arguments: TestStorage.allCases)
    func busyTimeout(storage: TestStorage) throws {
        let database = try storage.openWithItems { $0.busyTimeout = .milliseconds(77) }
        try database.write { db in try db.setBusyTimeout(.milliseconds(3)) }
        let timeout = try database.write { try $0.busyTimeout }
        #expect(timeout == .milliseconds(77))
        #expect(database.statistics.openedConnections == 1)
    }

    @Test("A snapshot rejects changes of its connection", arguments: TestStorage.allCases)
    func snapshot(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        let snapshot = try database.snapshot()
        for script in [
            "PRAGMA foreign_keys = 0", "ATTACH ':memory:' AS a", "CREATE TEMP TABLE t(x)",
        ] {
            let error = try failure { try snapshot.read { try $0.execute(script: script) } }
            #expect(error.resultCode == .misuse)
            #expect(error.message.contains("snapshot cannot be changed"))
        }
        let isOn = try snapshot.read { try $0.foreignKeys }
        #expect(isOn)
    }

    @Test(
        "Statements without lasting effect on the connection keep it in the pool",
        arguments: [
            "PRAGMA user_version = 3", "PRAGMA table_info(items)", "PRAGMA foreign_keys",
            "PRAGMA optimize", "BEGIN; PRAGMA defer_foreign_keys = 1; COMMIT", "CREATE TABLE t(x)",
            "PRAGMA main.data_version", "ANALYZE", "DROP TABLE items", "PRAGMA journal_mode;",
        ])
    func unchanged(script: String) throws {
        let database = try TestStorage.file.openWithItems()
        try database.writeWithoutTransaction { db in try db.execute(script: script) }
        try database.writeWithoutTransaction { _ in }
        #expect(database.statistics.openedConnections == 1)
    }

    @Test("Foreign keys that are deferred outside a transaction are not deferred in the next write")
    func deferredForeignKeys() throws {
        let database = try TestStorage.file.openWithItems()
        let pragma: SQL = "PRAGMA defer_foreign_keys"
        try database.writeWithoutTransaction { db in try db.execute("\(pragma) = ON") }
        #expect(try database.write { db in try db.value(pragma, as: Int.self) } == 0)
        try database.write { db in
            try db.execute("\(pragma) = ON")
            #expect(try db.value(pragma, as: Int.self) == 1)
        }
        #expect(database.statistics.openedConnections == 2)
    }

    @Test("A read that creates a temporary table keeps its connection in the pool")
    func temporaryTable() throws {
        let database = try TestStorage.file.openWithItems { $0.readerLimit = 1 }
        for _ in 1...3 {
            _ = try database.read { db in try db.execute("CREATE TEMP TABLE numbers(x)") }
        }
        #expect(database.statistics.openedConnections == 2)
    }
}
