import DataLiteC
import Testing

@testable import DataLiteCore

/// The changes reported by the preupdate hook, if SQLite was built with it.
@Suite(.enabled(if: PreupdateFunctions.shared != nil)) struct ChangeCollectorTests {
    private let connection: Connection
    private let collector: ChangeCollector

    init() throws {
        connection = try Connection(location: .inMemory)
        try connection.execute(
            script: """
                CREATE TABLE t(id INTEGER PRIMARY KEY, a, b, c UNIQUE);
                CREATE TABLE keyed(k TEXT PRIMARY KEY, v) WITHOUT ROWID;
                CREATE TABLE log(message);
                CREATE TABLE child(id INTEGER PRIMARY KEY, t INT REFERENCES t ON DELETE CASCADE);
                INSERT INTO t VALUES (1, 'x', 1.5, 10), (2, 'y', NULL, 20), (3, x'00', 3, 30);
                INSERT INTO keyed VALUES ('k', 1);
                """)
        collector = try #require(try ChangeCollector(on: connection))
    }

    /// The changes of one table: `rows`, and the positions of updated columns.
    private func changes(
        _ sql: String, of table: String = "t"
    ) throws -> (rows: Bool, columns: Set<Int>)? {
        try connection.execute(script: sql)
        return collector.take().tables[TableName(table)].map { ($0.rows, $0.columns) }
    }

    @Test func `inserted and deleted rows are collected`() throws {
        #expect(try changes("INSERT INTO t(a) VALUES (1)")?.rows == true)
        #expect(try changes("DELETE FROM t WHERE id = 1")?.rows == true)
    }

    @Test func `updated columns are collected`() throws {
        let change = try #require(try changes("UPDATE t SET a = 'z', b = b WHERE id = 1"))
        #expect(change == (false, [1]))
    }

    @Test(arguments: [
        ("a = 'X'", true), ("a = 'x'", false), ("b = 1.5", false), ("b = 2.5", true),
        ("b = NULL", true), ("b = '1.5'", true), ("a = ''", true), ("a = x'78'", true),
        ("c = 10", false), ("c = 11", true),
    ])
    func `an unchanged value is not collected`(set: String, isChange: Bool) throws {
        let change = try #require(try changes("UPDATE t SET \(set) WHERE id = 1"))
        #expect(change.columns.isEmpty == !isChange)
        #expect(change.rows == false)
    }

    @Test func `the sign of zero is a change`() throws {
        try connection.execute("UPDATE t SET b = 0.0 WHERE id = 1")
        _ = collector.take()
        #expect(try changes("UPDATE t SET b = 0.0 WHERE id = 1")?.columns == [])
        #expect(try changes("UPDATE t SET b = -0.0 WHERE id = 1")?.columns == [2])
    }

    @Test func `NULL in a column that is newer than the row is collected`() throws {
        try connection.execute("ALTER TABLE t ADD COLUMN later DEFAULT 5")
        try connection.execute("UPDATE t SET later = NULL WHERE id = 1")
        let change = try #require(collector.take().tables[TableName("t")])
        #expect(change.columns.union(change.nullColumns).contains(4))
    }

    @Test func `a BLOB that is written in place is an update of its column`() throws {
        collector.observed.tablesOfRows = [TableName("t")]
        try connection.withUnsafeHandle { handle in
            var blob: OpaquePointer?
            #expect(sqlite3_blob_open(handle, "main", "t", "a", 3, 1, &blob) == SQLITE_OK)
            #expect(sqlite3_blob_write(blob, "x", 1, 0) == SQLITE_OK)
            #expect(sqlite3_blob_close(blob) == SQLITE_OK)
        }
        let change = try #require(collector.take().tables[TableName("t")])
        #expect(change.rows == false)
        #expect(change.columns == [1])
        #expect(change.actions == [.updated(rowID: 3)])
    }

    @Test func `strings are compared beyond a NUL character`() throws {
        try connection.execute("UPDATE t SET a = char(97, 0, 98)")
        _ = collector.take()
        #expect(try changes("UPDATE t SET a = char(97, 0, 99)")?.columns == [1])
    }

    @Test func `a new rowid is a change of rows`() throws {
        #expect(try changes("UPDATE t SET id = 100 WHERE id = 1")?.rows == true)
    }

    @Test func `a statement that matches no row changes nothing`() throws {
        #expect(try changes("UPDATE t SET a = 0 WHERE id = 99") == nil)
        #expect(try changes("DELETE FROM t WHERE id = 99") == nil)
    }

    @Test func `a DELETE without WHERE changes rows`() throws {
        #expect(try changes("DELETE FROM t")?.rows == true)
    }

    @Test func `rows that REPLACE deletes are collected`() throws {
        collector.observed.tablesOfRows = [TableName("t")]
        try connection.execute("REPLACE INTO t(id, c) VALUES (7, 10)")
        #expect(
            collector.take().tables[TableName("t")]?.actions
                == [.deleted(rowID: 1), .inserted(rowID: 7)])
    }

    @Test func `changes of WITHOUT ROWID tables are collected`() throws {
        #expect(try changes("INSERT INTO keyed VALUES ('l', 2)", of: "keyed")?.rows == true)
        #expect(try changes("UPDATE keyed SET v = 3 WHERE k = 'k'", of: "keyed") != nil)
        #expect(try changes("DELETE FROM keyed", of: "keyed")?.rows == true)
    }

    @Test func `changes by triggers and cascades are collected`() throws {
        try connection.execute(
            script: """
                INSERT INTO child VALUES (1, 1);
                CREATE TRIGGER tell AFTER DELETE ON t BEGIN INSERT INTO log VALUES ('x'); END;
                """)
        _ = collector.take()
        try connection.execute("DELETE FROM t WHERE id = 1")
        let tables = collector.take().tables
        #expect(Set(tables.keys.map(\.table)) == ["t", "log", "child"])
    }

    @Test func `full-text tables change the tables that store them`() throws {
        try connection.execute("CREATE VIRTUAL TABLE notes USING fts5(text)")
        _ = collector.take()
        try connection.execute("INSERT INTO notes VALUES ('a text')")
        let names = Set(collector.take().tables.keys.map(\.table))
        #expect(names.contains("notes_content") && names.contains("notes_data"))
    }

    @Test func `changes of other schemas are collected, in any letter case`() throws {
        try connection.execute("ATTACH ':memory:' AS Other")
        try connection.execute(script: "CREATE TABLE other.T(x); INSERT INTO other.T VALUES (1)")
        #expect(collector.take().tables[TableName(schema: "other", "t")]?.rows == true)
    }

    @Test func `changes made with the C interface are collected`() throws {
        let sql = "INSERT INTO log VALUES (1)"
        try connection.withUnsafeHandle { _ = sqlite3_exec($0, sql, nil, nil, nil) }
        #expect(collector.take().tables[TableName("log")]?.rows == true)
    }

    @Test func `a table that replaces another one has its own changes`() throws {
        for k in 0..<20 {
            try connection.execute(
                script: """
                    CREATE TABLE first\(k)(x); INSERT INTO first\(k) VALUES (1);
                    DROP TABLE first\(k);
                    CREATE TABLE other\(k)(x); INSERT INTO other\(k) VALUES (1);
                    """)
            let tables = collector.take().tables
            #expect(tables[TableName("other\(k)")]?.rows == true)
        }
    }

    @Test func `alternating changes of several tables are added up`() throws {
        collector.observed.tablesOfRows = [TableName("log"), TableName("t")]
        try connection.execute(
            script: """
                INSERT INTO log VALUES (1); UPDATE t SET a = 5 WHERE id = 2; INSERT INTO log VALUES (2);
                UPDATE t SET b = 5 WHERE id = 3; DELETE FROM t WHERE id = 1;
                """)
        let tables = collector.take().tables
        #expect(
            tables[TableName("log")]?.actions == [.inserted(rowID: 1), .inserted(rowID: 2)])
        #expect(
            tables[TableName("t")]?.actions
                == [.updated(rowID: 2), .updated(rowID: 3), .deleted(rowID: 1)])
        #expect(tables[TableName("t")]?.columns == [1, 2])
        #expect(tables[TableName("t")]?.rows == true)
        #expect(collector.take().isEmpty)
    }

    @Test func `only observed tables and columns are collected`() throws {
        collector.observed.columns = [TableName("t"): .some([1])]
        try connection.execute(
            script: """
                INSERT INTO log VALUES (1); UPDATE t SET a = 5, b = 5 WHERE id = 2; INSERT INTO log VALUES (2);
                UPDATE t SET b = 6
                """)
        let tables = collector.take().tables
        #expect(Array(tables.keys) == [TableName("t")])
        #expect(tables[TableName("t")]?.columns == [1])
        collector.observed.columns = [:]
        collector.observed.tablesOfRows = [TableName("log")]
        #expect(try changes("UPDATE t SET a = 7; INSERT INTO log VALUES (1)") == nil)
        #expect(try changes("INSERT INTO log VALUES (1)", of: "log")?.rows == true)
    }

    @Test func `rows are collected only for tables whose rows are observed`() throws {
        try connection.execute("INSERT INTO log VALUES (1)")
        #expect(collector.take().tables[TableName("log")]?.actions.isEmpty == true)
    }

    @Test func `a stopped collector collects nothing`() throws {
        collector.stop()
        #expect(try changes("DELETE FROM t") == nil)
    }

    @Test func `a released collector removes its hook`() throws {
        try connection.execute("ATTACH ':memory:' AS other")
        var second = try ChangeCollector(on: connection)
        withExtendedLifetime(second) {}
        second = nil
        try connection.execute("DELETE FROM t")
    }
}

@Suite(.enabled(if: PreupdateFunctions.shared == nil)) struct MissingChangeCollectorTests {
    @Test func `a collector cannot be created without the hook`() throws {
        let connection = try Connection(location: .inMemory)
        #expect(try ChangeCollector(on: connection) == nil)
    }
}
