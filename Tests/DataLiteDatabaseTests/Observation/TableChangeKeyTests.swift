import Testing

@testable import DataLiteDatabase

@Suite(
    "The keys of changed rows", .timeLimit(.minutes(20)), .enabled(if: !ChangeCollector.isMissing))
struct TableChangeKeyTests {
    private static let schema = """
        CREATE TABLE ids(id INTEGER PRIMARY KEY, x UNIQUE, v);
        CREATE TABLE texts(k TEXT PRIMARY KEY, v);
        CREATE TABLE pairs(n INT, k TEXT, v, PRIMARY KEY (k, n)) WITHOUT ROWID;
        INSERT INTO ids VALUES (1, 10, x'00'), (2, 20, NULL);
        INSERT INTO texts VALUES ('a', 1), ('b', 2);
        INSERT INTO pairs VALUES (1, 'a', 1), (2, 'b', 2);
        """

    /// The changes of a table that a closure commits.
    private func changes(
        of table: String, storage: TestStorage = .file,
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> Void
    ) throws -> [TableChange] {
        let database = try storage.open()
        try database.write { db in try db.execute(script: Self.schema) }
        let id = database.pool.observers.delivery.addStream(TableName(table), bufferLimit: 100)
        try database.writeWithoutTransaction(body)
        return database.takeChanges(id)
    }

    @Test(
        "Undoing a savepoint or a statement keeps the other changed keys",
        arguments: [
            (
                "BEGIN; INSERT INTO ids VALUES (3, 30, 0); SAVEPOINT s; DELETE FROM ids WHERE id = 3; "
                    + "ROLLBACK TO s; COMMIT",
                RowChanges(inserted: [3])
            ),
            (
                "BEGIN; DELETE FROM ids WHERE id = 1; SAVEPOINT s; INSERT INTO ids VALUES (1, 10, 0); "
                    + "ROLLBACK TO s; RELEASE s; COMMIT",
                RowChanges(deleted: [1])
            ),
            (
                "BEGIN; SAVEPOINT s; INSERT INTO ids VALUES (3, 30, 0); ROLLBACK TO s; COMMIT",
                RowChanges()
            ),
            (
                "BEGIN; INSERT INTO ids VALUES (3, 30, 0); INSERT INTO ids VALUES (4, 40, 0); "
                    + "UPDATE OR IGNORE ids SET x = 10 WHERE id = 3; COMMIT",
                RowChanges(inserted: [3, 4])
            ),
        ])
    func undone(script: String, expected: RowChanges) throws {
        let changes = try changes(of: "ids") { db in try db.execute(script: script) }
        #expect(changes == (expected.isEmpty ? [] : [.rows(expected)]))
    }

    @Test("A statement that fails halfway keeps the other changed keys")
    func failed() throws {
        let changes = try changes(of: "ids") { db in
            try db.transaction {
                try db.execute("INSERT INTO ids VALUES (3, 30, 0)")
                #expect(throws: SQLiteError.self) {
                    try db.execute("UPDATE ids SET id = id + 100, x = 5")
                }
                #expect(throws: SQLiteError.self) {
                    try db.execute("INSERT OR FAIL INTO ids VALUES (4, 40, 0), (5, 40, 0)")
                }
                #expect(throws: SQLiteError.self) {
                    try db.execute("INSERT INTO ids VALUES (6, 60, 0), (7, 60, 0)")
                }
            }
        }
        #expect(
            changes == [.rows(RowChanges(inserted: [3, 4], updated: [1]))]
                || changes == [.rows(RowChanges(inserted: [3, 4]))])
    }

    @Test(
        "The keys of a table with a text key are strings",
        arguments: [
            ("DELETE FROM texts WHERE k = 'a'", RowChanges(deleted: ["a"])),
            ("DELETE FROM texts", RowChanges(deleted: ["a", "b"])),
            ("UPDATE texts SET v = 5", RowChanges(updated: ["a", "b"])),
            ("UPDATE texts SET k = 'c' WHERE k = 'a'", RowChanges(inserted: ["c"], deleted: ["a"])),
            (
                "REPLACE INTO texts VALUES ('a', 9), ('z', 9)",
                RowChanges(inserted: ["z"], updated: ["a"])
            ),
        ])
    func texts(sql: String, expected: RowChanges) throws {
        let changes = try changes(of: "texts") { db in try db.execute(script: sql) }
        #expect(changes == [.rows(expected)])
    }

    @Test("The keys of a WITHOUT ROWID table are its primary keys, in key order")
    func pairs() throws {
        let changes = try changes(of: "pairs") { db in
            try db.execute("INSERT INTO pairs VALUES (3, 'a', 1)")
            try db.execute("DELETE FROM pairs WHERE n < 3")
            try db.execute("UPDATE pairs SET n = 4")
        }
        let key = { (k: String, n: Int64) in RowKey([.text(k), .int(n)]) }
        #expect(
            changes == [
                .rows(RowChanges(inserted: [key("a", 3)])),
                .rows(RowChanges(deleted: [key("a", 1), key("b", 2)])),
                .rows(RowChanges(inserted: [key("a", 4)], deleted: [key("a", 3)])),
            ])
    }

    @Test("Writing a BLOB in place reports its row as updated", arguments: TestStorage.allCases)
    func blob(storage: TestStorage) throws {
        let changes = try changes(of: "ids", storage: storage) { db in
            try db.withBlob(in: "ids", column: "v", row: 1, access: .readWrite) { blob in
                try blob.write(Array("x".utf8), at: 0)
            }
        }
        #expect(changes == [.rows(RowChanges(updated: [1]))])
    }

    @Test("Changed keys follow a table that is recreated with another key")
    func recreated() throws {
        let changes = try changes(of: "pairs") { db in
            try db.execute(
                script: "DROP TABLE pairs; CREATE TABLE pairs(id INTEGER PRIMARY KEY, v)")
            try db.execute("INSERT INTO pairs VALUES (7, 1)")
            try db.transaction {
                try db.execute("DROP TABLE pairs")
                try db.execute("CREATE TABLE pairs(k TEXT PRIMARY KEY) WITHOUT ROWID")
            }
            try db.execute("INSERT INTO pairs VALUES ('x')")
        }
        #expect(
            changes == [
                .unknown, .rows(RowChanges(inserted: [7])), .unknown,
                .rows(RowChanges(inserted: ["x"])),
            ])
    }

    @Test("Keys are unknown after recreating a table was undone")
    func recreatedAndUndone() throws {
        let changes = try changes(of: "ids") { db in
            try db.transaction {
                try db.execute(
                    script: """
                        SAVEPOINT s; DROP TABLE ids; CREATE TABLE ids(id INTEGER PRIMARY KEY, x, v);
                        INSERT INTO ids VALUES (1, 1, 1); ROLLBACK TO s; DELETE FROM ids WHERE id = 1;
                        """)
            }
            try db.execute("DELETE FROM ids WHERE id = 2")
        }
        #expect(changes == [.unknown, .rows(RowChanges(deleted: [2]))])
    }

    @Test("Keys are unknown for text that is not valid UTF-8")
    func invalidText() throws {
        let changes = try changes(of: "texts") { db in
            try db.execute("INSERT INTO texts VALUES (CAST(x'ff' AS TEXT), 1)")
            try db.execute("INSERT INTO texts VALUES ('ok', 1)")
        }
        #expect(changes == [.unknown, .rows(RowChanges(inserted: ["ok"]))])
    }

    @Test("Keys that take too much memory are unknown")
    func tooLarge() throws {
        let changes = try changes(of: "texts") { db in
            try db.execute(
                """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 18)
                INSERT INTO texts SELECT printf('%.1000000d', i), 0 FROM n
                """)
        }
        #expect(changes == [.unknown])
    }

    @Test("Keys are buffered until they take too much memory")
    func bufferedBytes() throws {
        var stream = ChangeStream(table: TableName("t"), bufferLimit: 1000)
        let text = RowKey(String(repeating: "x", count: 1 << 20))
        for _ in 1...40 { stream.append(.rows(RowChanges(inserted: [text]))) }
        _ = stream.popFirst()
        for _ in 1...20 { stream.append(.rows(RowChanges(inserted: [text]))) }
        #expect(stream.popFirst() == .rows(RowChanges(inserted: [text])))
        for _ in 1...20 { stream.append(.rows(RowChanges(inserted: [text]))) }
        #expect(stream.popFirst() == .unknown)
    }
}

@Suite("Observed values", .timeLimit(.minutes(20)), .enabled(if: !ChangeCollector.isMissing))
struct ObservedUpdateTests {
    @Test(
        "Observed values detect changes that SQLite reports as equal values",
        arguments: [
            "UPDATE t SET later = NULL", "UPDATE t SET zero = -0.0",
            "UPDATE t SET later = NULL; UPDATE t SET x = 1",
        ])
    func update(script: String) async throws {
        let database = try TestStorage.file.open()
        try await database.write { db in
            try db.execute(
                script: """
                    CREATE TABLE t(x, zero); INSERT INTO t VALUES (0, 0.0);
                    ALTER TABLE t ADD COLUMN later DEFAULT 5
                    """)
        }
        var values = database.values(ObservationOptions(pollInterval: nil)) { db in
            try db.rows("SELECT later, zero FROM t").map { "\($0)" }
        }.makeAsyncIterator()
        _ = try await values.next()
        try await database.write { db in try db.execute(script: script) }
        #expect(database.staleObservers == 1)
    }

    @Test("A NULL that stays NULL in a column without a default is not a change")
    func null() async throws {
        let database = try TestStorage.file.open()
        try await database.write { db in
            try db.execute(
                script: "CREATE TABLE t(x, y, z DEFAULT NULL); INSERT INTO t(x) VALUES (0)")
        }
        var values = database.values(ObservationOptions(pollInterval: nil)) { db in
            try db.rows("SELECT y, z FROM t").count
        }.makeAsyncIterator()
        _ = try await values.next()
        try await database.write { db in try db.execute("UPDATE t SET x = 1, y = NULL") }
        #expect(database.staleObservers == 0)
    }

    @Test("Observed values detect each commit of a long write", arguments: TestStorage.allCases)
    func longWrite(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        var counts = database.itemCounts(ObservationOptions(pollInterval: nil)).makeAsyncIterator()
        #expect(try await counts.next() == 0)
        let id = database.pool.observers.delivery.addStream(TableName("items"), bufferLimit: 100)
        try await database.writeWithoutTransaction { db in
            #expect(database.staleObservers == 0)
            try db.addItem()
            #expect(database.staleObservers == 1)
            #expect(database.takeChanges(id) == [.rows(RowChanges(inserted: [1]))])
            try db.transaction {
                try db.addItem()
                #expect(database.takeChanges(id) == [])
            }
            #expect(database.takeChanges(id) == [.rows(RowChanges(inserted: [2]))])
        }
        #expect(database.takeChanges(id) == [])
        #expect(try await counts.next() == 2)
    }
}

extension Database {
    func takeChanges(_ id: Int) -> [TableChange] {
        pool.observers.delivery.state.withLock { state in
            var changes: [TableChange] = []
            while let change = state.streams[id]?.popFirst() { changes.append(change) }
            return changes
        }
    }
}
