import DataLiteAltering
import DataLiteCore
import Foundation
import Testing

@Suite("Altering tables of every kind")
struct AlterTableKindTests {
    private let db: Connection

    init() throws { db = try Connection(location: .inMemory) }

    private func rows(_ sql: SQL) throws -> [[SQLiteValue]] { try db.rows(sql).map(\.values) }

    @Test("A table changes between rowids and WITHOUT ROWID, and becomes STRICT")
    func options() throws {
        try db.execute("CREATE TABLE t(k TEXT PRIMARY KEY NOT NULL, v INT)")
        try db.execute("INSERT INTO t(rowid, k, v) VALUES (9, 'b', 1), (4, 'c', 2), (6, 'a', '3')")
        try db.alterTable("t") { $0.changeOptions(to: "STRICT") }
        #expect(
            try rows("SELECT rowid, k, v FROM t ORDER BY rowid") == [
                [4, "c", 2], [6, "a", 3], [9, "b", 1],
            ])
        try db.alterTable("t") { $0.changeOptions(to: "WITHOUT ROWID, STRICT") }
        #expect(try db.schema.table("t")?.hasRowID == false)
        try db.alterTable("t") { $0.changeOptions(to: "") }
        #expect(try rows("SELECT rowid, k FROM t") == [[1, "a"], [2, "b"], [3, "c"]])
        #expect(try db.schema.table("t")?.isStrict == false)
    }

    @Test("Rowids are kept if columns have their names, and become a new integer key")
    func rowIDs() throws {
        try db.execute("CREATE TABLE t(rowid TEXT, OID INT)")
        try db.execute("INSERT INTO t(_rowid_, rowid, oid) VALUES (5, 'x', 1), (-3, 'y', 2)")
        try db.alterTable("t") { $0.addColumn("z INT") }
        #expect(try rows("SELECT _rowid_, rowid FROM t") == [[-3, "y"], [5, "x"]])
        try db.alterTable("t") { $0.addColumn("id INTEGER PRIMARY KEY") }
        #expect(try rows("SELECT id, rowid FROM t") == [[-3, "y"], [5, "x"]])
        try db.alterTable("t") { $0.changeColumn("id", to: "id INTEGER") }
        #expect(try rows("SELECT _rowid_, id FROM t") == [[-3, -3], [5, 5]])
        try db.alterTable("t") { $0.addColumn("_rowid_ INT") }
        #expect(try rows("SELECT id, _rowid_ FROM t") == [[-3, .null], [5, .null]])
        try db.alterTable("t") { $0.dropColumn("z") }
        #expect(try rows("SELECT id FROM t") == [[-3], [5]])
    }

    @Test("A view that would read the rowid instead of a column of that name is named")
    func rowIDNames() throws {
        try db.execute("CREATE TABLE t(oid TEXT, a INT)")
        try db.execute("CREATE VIEW v AS SELECT oid FROM t")
        var error = #expect(throws: SQLiteError.self) {
            try db.alterTable("t") { $0.dropColumn("OID") }
        }
        #expect(error?.message.contains("view \"v\"") == true)
        try db.execute("DROP VIEW v")
        try db.alterTable("t") { $0.dropColumn("oid") }
        try db.execute("CREATE TRIGGER tr AFTER INSERT ON t BEGIN SELECT new.\"rowid\"; END")
        error = #expect(throws: SQLiteError.self) {
            try db.alterTable("t") { $0.addColumn("rowid INT") }
        }
        #expect(error?.message.contains("trigger \"tr\"") == true)
        try db.alterTable("t") { $0.addColumn("_rowid_ INT") }
    }

    @Test("Generated columns are computed again, and can become ordinary ones")
    func generated() throws {
        try db.execute("CREATE TABLE t(a INT, b AS (a * 2), c AS (a + 1) STORED)")
        try db.execute("INSERT INTO t(a) VALUES (1), (NULL)")
        try db.alterTable("t") { table in
            table.changeColumn("b", to: "b INT")
            table.changeColumn("c", to: "c INT AS (a + 2)")
            table.addColumn("d INT NOT NULL GENERATED ALWAYS AS (coalesce(b, 0)) STORED")
        }
        #expect(try rows("SELECT a, b, c, d FROM t") == [[1, 2, 3, 2], [.null, .null, .null, 0]])
        #expect(throws: SQLiteError.self) {
            try db.alterTable("t") { $0.changeColumn("c", to: "c AS (a)", values: "1") }
        }
    }

    @Test("Values keep their types unless the new type converts them")
    func values() throws {
        try db.execute("CREATE TABLE t(a, b NUMERIC)")
        try db.execute(
            "INSERT INTO t VALUES ('1', 1.5), (x'31', 'x'), (1.0, 2.0), (NULL, NULL), (9007199254740993, 1)"
        )
        let before = try rows("SELECT typeof(a), a, typeof(b), b FROM t")
        try db.alterTable("t") { $0.addColumn("c") }
        #expect(try rows("SELECT typeof(a), a, typeof(b), b FROM t") == before)
        try db.alterTable("t") { $0.changeColumn("a", to: "a TEXT") }
        #expect(
            try rows("SELECT a FROM t")
                == [["1"], [.blob(Data([0x31]))], ["1.0"], [.null], ["9007199254740993"]])
    }

    @Test("Names that are keywords, have quotes, or differ in case")
    func names() throws {
        try db.execute("CREATE TABLE \"a \"\"b\"(`select` INT, [x y] TEXT, 'str' INT, é INT)")
        try db.execute("CREATE INDEX \"i \"\"x\" ON \"a \"\"b\"(\"select\")")
        try db.execute(
            "CREATE TRIGGER [if] AFTER INSERT ON \"a \"\"b\" BEGIN SELECT new.[x y]; END")
        try db.execute("INSERT INTO \"a \"\"b\" VALUES (1, 'x', 2, 3)")
        try db.alterTable("A \"B") { table in
            table.changeColumn("SELECT", to: "\"select\" TEXT")
            table.dropColumn("STR")
            table.changeColumn("x Y", to: "'x y' TEXT NOT NULL")
            table.addColumn("\"group\" INT DEFAULT (1)")
            table.changeColumn("é", to: "é TEXT")
        }
        #expect(try rows("SELECT * FROM \"a \"\"b\"") == [["1", "x", "3", 1]])
        #expect(try db.schema.table("a \"b")?.indexes.map(\.name) == ["i \"x"])
        #expect(try db.triggerExists("if"))
    }

    @Test("Tables of attached and temporary databases are altered where they are")
    func schemas() throws {
        try db.execute("ATTACH ':memory:' AS \"oth er\"")
        for schema in ["main", "oth er", "temp"] {
            try db.execute("CREATE TABLE \(identifier: schema).t(a INT, b INT)")
            try db.execute("INSERT INTO \(identifier: schema).t VALUES (\(schema), 1)")
            try db.execute(
                "CREATE INDEX \(identifier: schema).\(identifier: "i_" + schema) ON t(b)")
            try db.execute(
                """
                CREATE TRIGGER \(identifier: schema).\(identifier: "tr_" + schema) AFTER INSERT ON t
                BEGIN DELETE FROM t WHERE b = new.b - 1; END
                """)
        }
        for schema in ["oth er", "temp", "main"] {
            try db.alterTable("t", of: schema) { $0.addColumn("c TEXT DEFAULT ('d')") }
            #expect(try rows("SELECT * FROM \(identifier: schema).t") == [[.text(schema), 1, "d"]])
            let table = try #require(try db.schema(of: schema).table("t"))
            #expect(table.indexes.map(\.name) == ["i_" + schema])
            #expect(table.triggers.map(\.name) == ["tr_" + schema])
            try db.execute("INSERT INTO \(identifier: schema).t(a, b) VALUES ('new', 2)")
            #expect(try rows("SELECT a FROM \(identifier: schema).t") == [["new"]])
        }
        try db.rebuildTable("t", of: "temp", as: "CREATE TEMP TABLE temp.t(a, b, c, d)")
        #expect(try db.schema(of: "temp").table("t")?.columns.count == 4)
    }

    @Test("Virtual tables, views, internal and missing tables are refused")
    func refused() throws {
        try db.execute("CREATE VIRTUAL TABLE v USING fts5(a)")
        try db.execute("CREATE TABLE t(a)")
        try db.execute("CREATE VIEW w AS SELECT a FROM t")
        for name in ["v", "w", "v_data", "missing", "sqlite_master"] {
            #expect(throws: SQLiteError.self) { try db.alterTable(name) { $0.addColumn("b") } }
        }
        #expect(throws: SQLiteError.self) {
            try db.alterTable("t", of: "nowhere") { $0.addColumn("b") }
        }
        try db.alterTable("missing") { _ in }
    }

    @Test(
        "A change that does not fit the table is an error",
        arguments: [
            { $0.dropColumn("b") }, { $0.dropColumn("a") }, { $0.changeColumn("a", to: "c INT") },
            { $0.changeColumn("a", to: "a INT, b INT") },
            { $0.addColumn("b INT); DROP TABLE t; --") },
            { $0.addColumn("") }, { $0.addColumn("UNIQUE (a)") }, { $0.addConstraint("b INT") },
            { $0.addConstraint("CHECK (a > 'x)") }, { $0.dropConstraint("a") },
            { $0.dropConstraint(sql: "NOT NULL") }, { $0.changeOptions(to: "STRICT)") },
            { $0.addColumn("a INT") }, { $0.addColumn("b INT CHECK (b > ?)") },
            { $0.addConstraint("CHECK (missing > 0)") }, { $0.renameColumn("b", to: "c") },
            { $0.addColumn("b INT", values: "missing") }, { $0.changeOptions(to: "WITHOUT ROWID") },
        ] as [@Sendable (inout TableAlteration) -> Void])
    func misuse(change: @Sendable (inout TableAlteration) -> Void) throws {
        try db.execute("CREATE TABLE t(a INT NOT NULL)")
        try db.execute("INSERT INTO t VALUES (1)")
        let before = try rows("SELECT sql, rootpage FROM sqlite_master")
        #expect(throws: SQLiteError.self) { try db.alterTable("t", change) }
        #expect(try rows("SELECT sql, rootpage FROM sqlite_master") == before)
        #expect(try rows("SELECT a FROM t") == [[1]])
    }

    @Test(
        "A definition that does not create the table is refused",
        arguments: [
            "CREATE TABLE other(a)", "CREATE TABLE t AS SELECT 1 AS a", "CREATE TEMP TABLE t(a)",
            "CREATE TABLE temp.t(a)", "CREATE VIEW t(a) AS SELECT 1",
            "CREATE TABLE t(a); DROP TABLE t",
            "DROP TABLE t", "", "CREATE TABLE t(b)", "CREATE VIRTUAL TABLE t USING fts5(a)",
        ])
    func definitions(sql: String) throws {
        try db.execute("CREATE TABLE t(a INT NOT NULL)")
        try db.execute("INSERT INTO t VALUES (1)")
        #expect(throws: SQLiteError.self) {
            try db.rebuildTable("t", as: sql, values: ["a": "a"])
        }
        #expect(try rows("SELECT a FROM t") == [[1]])
    }

    @Test("Constraints are removed by name and by text")
    func constraints() throws {
        try db.execute(
            """
            CREATE TABLE t(
                a INT CONSTRAINT "A B" NOT NULL CONSTRAINT c1 CHECK (a > 0) DEFAULT NULL REFERENCES t(b) ON DELETE SET NULL,
                b INT CHECK (b <> 'CHECK' ) UNIQUE NOT NULL,
                UNIQUE (a, b) CONSTRAINT f FOREIGN KEY (b) REFERENCES t (b) ON UPDATE SET DEFAULT NOT DEFERRABLE
            )
            """)
        try db.alterTable("t") { table in
            table.dropConstraint("a b")
            table.dropConstraint("C1")
            table.dropConstraint(sql: "check ([b] <> 'CHECK')")
            table.dropConstraint(sql: "unique(\"A\",`b`)")
            table.dropConstraint("f")
        }
        let sql = try db.schema.table("t")?.sql.split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
        #expect(
            sql
                == "CREATE TABLE t( a INT DEFAULT NULL REFERENCES t(b) ON DELETE SET NULL, b INT UNIQUE NOT NULL )"
        )
    }

    @Test("A string in double quotes does not hide that something loses its column")
    func doubleQuotes() throws {
        var configuration = Connection.Configuration()
        configuration.doubleQuotedStrings = [.ddl, .dml]
        for (name, sql) in [
            ("index \"i\"", "CREATE INDEX i ON t(\"b\")"),
            ("view \"v\"", "CREATE VIEW v AS SELECT \"b\" FROM t"),
            (
                "trigger \"r\"",
                "CREATE TRIGGER r AFTER INSERT ON t BEGIN UPDATE t SET a = \"b\"; END"
            ),
            ("table \"t\"", "SELECT 1"),
        ] {
            let db = try Connection(location: .inMemory, configuration: configuration)
            let check = name.hasPrefix("table") ? ", CHECK (\"b\" <> 'x')" : ""
            try db.execute("CREATE TABLE t(a INT, b INT\(raw: check))")
            try db.execute("CREATE VIEW other AS SELECT \"c\" AS c FROM t")
            try db.execute(SQL(raw: sql))
            let error = #expect(throws: SQLiteError.self) {
                try db.alterTable("t") { $0.dropColumn("b") }
            }
            #expect(error?.message.contains(name) == true, "\(String(describing: error))")
        }
    }

    @Test("A statement that reads the table makes the change fail without changing anything")
    func openCursor() throws {
        try db.execute("CREATE TABLE t(a INT)")
        try db.execute("INSERT INTO t VALUES (1), (2)")
        let cursor = try db.cursor("SELECT a FROM t")
        _ = try cursor.next()
        let totalChanges = db.totalChanges
        let error = #expect(throws: SQLiteError.self) {
            try db.alterTable("t") { $0.addColumn("b") }
        }
        #expect(error?.resultCode.primary == .locked)
        #expect(error?.message.hasSuffix("statement is running: SELECT a FROM t") == true)
        #expect(db.totalChanges == totalChanges)
        try cursor.close()
        #expect(try db.schema.table("t")?.columns.count == 1)
        let values = try db.cursor("VALUES (1), (2)")
        _ = try values.next()
        try db.alterTable("t") { $0.addColumn("b") }
        #expect(try rows("SELECT * FROM t") == [[1, .null], [2, .null]])
    }

    @Test("A table with the greatest number of columns can be changed, if one of them is the rowid")
    func manyColumns() throws {
        let others = (1..<2000).map { "c\($0)" }.joined(separator: ", ")
        try db.execute(sql: "CREATE TABLE t(id INTEGER PRIMARY KEY, \(others))")
        try db.execute("INSERT INTO t(id, c1999) VALUES (7, 'a')")
        try db.alterTable("t") { $0.changeColumn("c1", to: "c1 TEXT DEFAULT 'x'") }
        #expect(try rows("SELECT rowid, c1999 FROM t") == [[7, "a"]])
        try db.execute(sql: "CREATE TABLE u(c0, \(others))")
        let error = #expect(throws: SQLiteError.self) {
            try db.alterTable("u") { $0.changeColumn("c1", to: "c1 TEXT") }
        }
        #expect(error?.message.hasPrefix("table \"u\" cannot be changed: with its rowid") == true)
    }

    @Test("The old rowids are kept if the column that had them has other values")
    func changedRowID() throws {
        try db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a)")
        try db.execute("INSERT INTO t VALUES (5, 'a'), (7, 'b')")
        try db.alterTable("t") { table in
            table.changeColumn("id", to: "id TEXT", values: "'x' || id")
        }
        #expect(try rows("SELECT rowid, id FROM t") == [[5, "x5"], [7, "x7"]])
        try db.alterTable("t") { $0.changeColumn("id", to: "id INT") }
        try db.alterTable("t") { $0.addColumn("n INTEGER PRIMARY KEY") }
        try db.alterTable("t") { $0.dropColumn("n") }
        #expect(try rows("SELECT rowid, id FROM t") == [[5, "x5"], [7, "x7"]])
    }
}
