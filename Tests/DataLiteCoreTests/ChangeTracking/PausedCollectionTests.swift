import DataLiteC
import Testing

@testable import DataLiteCore

/// The hook is removed while a statement can change nothing that needs to be collected.
@Suite(
    "A collector that can be paused",
    .enabled(if: PreupdateFunctions.shared != nil))
struct PausedCollectionTests {
    private let connection: Connection
    private let collector: ChangeCollector

    /// Whether the hook was removed in each call of the function `paused`.
    private let pauses = Pauses()

    init() throws {
        connection = try .inMemory()
        try connection.set(pragma: .foreignKeys, value: true)
        try connection.execute(
            script: """
                CREATE TABLE t(id INTEGER PRIMARY KEY, a, b, c);
                CREATE TABLE child(t REFERENCES t ON DELETE CASCADE ON UPDATE CASCADE, d);
                CREATE TABLE other(x UNIQUE, y);
                CREATE TABLE keyed(k TEXT PRIMARY KEY, v) WITHOUT ROWID;
                CREATE VIEW v AS SELECT a, b FROM t;
                CREATE TRIGGER insteadOf INSTEAD OF UPDATE ON v BEGIN UPDATE t SET a = new.a; END;
                CREATE VIRTUAL TABLE docs USING fts5(text);
                INSERT INTO t VALUES (1, 1, 1, 1), (2, 2, 2, 2), (3, 3, 3, 3);
                INSERT INTO child VALUES (1, 1), (2, 2);
                INSERT INTO other VALUES (1, 1), (2, 2), (3, 3);
                INSERT INTO keyed VALUES ('a', 1), ('b', 2);
                """)
        collector = try #require(try ChangeCollector(on: connection))
        // The collector keeps the connection's handle, which has the function.
        let pauses = pauses
        try connection.add(function: "paused", argc: 1) { [unowned collector] args in
            pauses.list.append(collector.isPaused)
            return args[0]
        }
    }

    private final class Pauses { var list: [Bool] = [] }

    private func observe(_ columns: [TableName: ObservedColumns]) throws {
        var observed = ChangeCollector.Observed()
        observed.version = collector.observed.version + 1
        observed.columns = columns
        observed.schema = try ObservedSchema(of: ["main"], on: connection)
        try observed.schema?.readColumns(of: columns.keys, on: connection)
        collector.observed = observed
    }

    /// Runs a statement, and returns whether the hook was removed when its rows were written.
    private func pauses(_ sql: String) throws -> [Bool] {
        pauses.list = []
        try connection.execute(SQL(raw: sql))
        #expect(!collector.isPaused)
        return pauses.list
    }

    @Test(
        "A collector is paused from the start if no observed change is possible",
        arguments: [
            "UPDATE other SET y = paused(y)", "UPDATE t SET b = paused(b)",
            "INSERT INTO other SELECT paused(x) + 10, y FROM other",
            "DELETE FROM other WHERE paused(y)",
            "UPDATE t SET b = paused(b), c = 5", "REPLACE INTO other VALUES (paused(1), 2)",
        ])
    func fromStart(sql: String) throws {
        try observe([TableName("t"): .some([1])])
        #expect(try Set(pauses(sql)) == [true])
        #expect(collector.take().isEmpty)
    }

    // FTS5 writes its pending changes when a statement begins a savepoint, as this update of a unique column
    // does.
    @Test("A collector is not paused in a transaction that has written to a virtual table")
    func virtualTable() throws {
        try observe([TableName("docs_data"): .some([])])
        let update = "UPDATE other SET y = paused(y)"
        try connection.beginTransaction()
        try connection.execute("INSERT INTO docs VALUES ('text')")
        #expect(try pauses("UPDATE other SET x = paused(x) + 10") == [false, false, false])
        #expect(collector.change(of: TableName("docs_data")).rows)
        try connection.commitTransaction()
        #expect(collector.take().tables[TableName("docs_data")]?.rows == true)
        #expect(try Set(pauses(update)) == [true])
        try connection.beginTransaction()
        #expect(try Set(pauses(update)) == [true])
        try connection.commitTransaction()
    }

    @Test("A collector is paused after the first change of an observed table")
    func afterFirstRow() throws {
        try observe([TableName("t"): .some([1])])
        #expect(try pauses("UPDATE t SET a = paused(a) + 1") == [false, true, true])
        #expect(collector.take().tables[TableName("t")]?.columns == [1])
        try observe([TableName("other"): .some([])])
        #expect(
            try pauses("INSERT INTO other SELECT id + 10, paused(b) FROM t") == [false, true, true])
        #expect(collector.take().tables[TableName("other")]?.rows == true)
        try connection.transaction {
            try connection.execute("DELETE FROM other WHERE x = 1")
            #expect(try Set(pauses("UPDATE other SET y = paused(y)")) == [true])
        }
        #expect(collector.take().tables[TableName("other")]?.rows == true)
    }

    @Test(
        "A collector is not paused while a change may have to be collected",
        arguments: [
            "UPDATE t SET b = paused(a), a = a", "UPDATE OR REPLACE t SET b = paused(a)",
            "UPDATE v SET b = paused(b)", "INSERT INTO docs VALUES (paused('a'))",
        ])
    func goesOn(sql: String) throws {
        try observe([TableName("t"): .some([1])])
        #expect(try Set(pauses(sql)) == [false])
    }

    @Test("A collector collects the change of a rowid", arguments: ["id", "rowid"])
    func rowID(column: String) throws {
        try observe([TableName("t"): .some([1])])
        #expect(try pauses("UPDATE t SET \(column) = paused(id) + 10").first == false)
        #expect(collector.take().tables[TableName("t")]?.rows == true)
    }

    @Test(
        "A collector is not paused if rows, keys or all tables are collected, or without a schema")
    func otherModes() throws {
        let update = "UPDATE t SET b = paused(b)"
        try observe([TableName("t"): .some([1])])
        #expect(try Set(pauses(update)) == [true])
        collector.observed.tablesOfRows = [TableName("t")]
        collector.observed.version += 1
        #expect(try Set(pauses(update)) == [false])
        collector.observed.tablesOfRows = []
        collector.observed.tablesOfKeys = [TableName("t")]
        collector.observed.version += 1
        #expect(try Set(pauses(update)) == [false])
        try observe([TableName("t"): .some([1])])
        collector.observed.columns = nil
        #expect(try pauses(update).first == false)
        try observe([TableName("t"): .some([1])])
        collector.observed.schema = nil
        #expect(try Set(pauses(update)) == [false])
    }

    @Test("A collector collects the changes of a function and of a trigger created later")
    func nested() throws {
        try observe([TableName("t"): .some([1])])
        try connection.add(function: "change", argc: 1) { args in
            try args.connection.execute("UPDATE t SET a = a + 1 WHERE id = 2")
            return args[0]
        }
        try connection.execute("UPDATE other SET y = change(y) WHERE x = 1")
        #expect(collector.take().tables[TableName("t")]?.columns == [1])
        let update: Statement = try connection.prepare(sql: "UPDATE other SET y = paused(y) + 1")
        try update.step()
        #expect(Set(pauses.list) == [true])
        #expect(collector.take().isEmpty)
        try connection.execute(
            "CREATE TRIGGER later AFTER UPDATE ON other BEGIN UPDATE t SET a = a + new.y; END")
        _ = collector.take()
        try update.step()
        #expect(collector.take().tables[TableName("t")]?.columns == [1])
    }

    @Test("A collector collects changes made with the C interface, and is then no longer paused")
    func unsafeHandle() throws {
        try observe([TableName("t"): .some([1])])
        #expect(try Set(pauses("UPDATE other SET y = paused(y)")) == [true])
        try connection.withUnsafeHandle { handle in
            #expect(sqlite3_exec(handle, "UPDATE t SET a = 9", nil, nil, nil) == SQLITE_OK)
        }
        #expect(collector.take().tables[TableName("t")]?.columns == [1])
        #expect(try Set(pauses("UPDATE other SET y = paused(y)")) == [false])
    }

    @Test("A collector collects the actions of foreign keys")
    func foreignKeys() throws {
        try observe([TableName("child"): .some([0])])
        try connection.execute("UPDATE t SET id = id + 10 WHERE id = 1")
        #expect(collector.take().tables[TableName("child")]?.columns == [0])
        try connection.execute("DELETE FROM t WHERE id = 2")
        #expect(collector.take().tables[TableName("child")]?.rows == true)
        #expect(try pauses("UPDATE t SET a = paused(a)") == [true, true])
    }

    @Test("A collector collects the rows that a constraint replaces")
    func conflictClause() throws {
        try connection.execute(
            script: """
                CREATE TABLE unique_values(x UNIQUE ON CONFLICT REPLACE, y, z);
                INSERT INTO unique_values VALUES (1, 1, 1), (2, 2, 2)
                """)
        _ = collector.take()
        try observe([TableName("unique_values"): .some([2])])
        try connection.execute("UPDATE unique_values SET x = 2 WHERE x = 1")
        #expect(collector.take().tables[TableName("unique_values")]?.rows == true)
    }
}
