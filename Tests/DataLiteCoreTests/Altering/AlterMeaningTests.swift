import DataLiteAltering
import DataLiteCore
import Testing

@Suite("What the change of a table would silently change elsewhere")
struct AlterMeaningTests {
    private func database(_ script: String) throws -> Connection {
        var configuration = Connection.Configuration()
        configuration.doubleQuotedStrings = [.ddl, .dml]
        let db = try Connection(location: .inMemory, configuration: configuration)
        try db.execute(script: script)
        return db
    }

    @Test(
        "A string in double quotes does not become the name of a new column",
        arguments: [
            ("view", "CREATE VIEW v AS SELECT \"new\" AS h, a FROM t"),
            ("trigger", "CREATE TRIGGER r AFTER INSERT ON t BEGIN UPDATE t SET b = \"new\"; END"),
            ("index", "CREATE INDEX i ON t(a) WHERE b <> \"new\""),
            ("index", "CREATE INDEX i ON t(lower(\"New\"))"),
            ("constraint of table", "CREATE TABLE t(a, b, CHECK (b <> \"new\"))"),
            ("constraint of table", "CREATE TABLE t(a, b, c AS (b || \"new\"))"),
        ])
    func strings(type: String, sql: String) throws {
        let table = sql.hasPrefix("CREATE TABLE") ? "" : "CREATE TABLE t(a, b);"
        let db = try database(table + sql)
        let error = #expect(throws: SQLiteError.self) {
            try db.alterTable("t") { $0.addColumn("new UNIQUE") }
        }
        #expect(error?.message.hasPrefix(type) == true, "\(String(describing: error))")
        #expect(error?.message.contains("would mean something else") == true)
        try db.alterTable("t") { $0.addColumn("other UNIQUE") }

        let added = #expect(throws: SQLiteError.self) { try db.addColumn("new", to: "t") }
        #expect(added?.message == error?.message)
        #expect(try db.schema.table("t")?.column("new") == nil)
        try db.addColumn("another", to: "t")
        #expect(try db.value("PRAGMA integrity_check") == "ok")
    }

    @Test("A column that is added does not hide the rowid from a trigger")
    func rowID() throws {
        let db = try database(
            """
            CREATE TABLE t(a);
            CREATE TRIGGER r AFTER INSERT ON t BEGIN UPDATE t SET a = new.rowid; END;
            """)
        let error = #expect(throws: SQLiteError.self) { try db.addColumn("rowid TEXT", to: "t") }
        #expect(error?.message.hasPrefix("trigger \"r\"") == true, "\(String(describing: error))")
        try db.addColumn("oid TEXT", to: "t")
        try db.execute("INSERT INTO t(oid) VALUES ('x')")
        #expect(try db.value("SELECT a FROM t") == 1)
    }

    @Test("A name in double quotes that is not a string may be that of a new column")
    func otherNames() throws {
        let db = try database(
            """
            CREATE TABLE u("new" UNIQUE); INSERT INTO u VALUES (1);
            CREATE TABLE t(a REFERENCES u("new"), b TEXT DEFAULT "new", CONSTRAINT "new" CHECK (a <> 3));
            CREATE INDEX "new" ON t(a);
            CREATE VIEW v AS SELECT a AS "new", u."new" AS other FROM t, u;
            """)
        try db.alterTable("t") { table in
            table.addColumn("new UNIQUE")
            table.addConstraint("CHECK (\"new\" <> 4)")
        }
        try db.execute("INSERT INTO t(a, new) VALUES (1, 2)")
        #expect(try db.value("SELECT b FROM t") == "new")
    }

    @Test("A trigger for the updates of a column that is dropped is an error")
    func updateOf() throws {
        let db = try database(
            """
            CREATE TABLE t(a, b, c);
            CREATE TRIGGER "update" AFTER UPDATE OF b, [A] ON t BEGIN SELECT 1; END;
            CREATE TRIGGER always AFTER UPDATE ON t BEGIN SELECT 1; END;
            """)
        for drop in [
            { try db.alterTable("t") { $0.dropColumn("a") } },
            { try db.dropColumn("a", from: "t") },
        ] as [() throws -> Void] {
            let error = #expect(throws: SQLiteError.self) { try drop() }
            #expect(error?.message.hasPrefix("trigger \"update\"") == true)
        }
        #expect(try db.schema.table("t")?.columns.count == 3)
        try db.dropColumn("c", from: "t")
        try db.execute("DROP TRIGGER \"update\"")
        try db.alterTable("t") { $0.dropColumn("a") }
    }
}
