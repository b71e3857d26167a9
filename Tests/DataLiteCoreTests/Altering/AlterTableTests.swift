import DataLiteAltering
import DataLiteCore
import Testing

@Suite("Altering a table")
struct AlterTableTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try db.execute(
            script: """
                CREATE TABLE people( -- everybody
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    name TEXT NOT NULL, -- the name
                    nick TEXT CONSTRAINT short CHECK (length(nick) < 9) DEFAULT 'x',
                    age INT,
                    boss REFERENCES people ON DELETE SET NULL,
                    CONSTRAINT once UNIQUE (name, age) CHECK (people.age < 200)
                );
                CREATE TABLE pets(id INTEGER PRIMARY KEY, owner INT REFERENCES people ON DELETE CASCADE);
                CREATE INDEX by_age ON people(age DESC) WHERE age > 3;
                CREATE UNIQUE INDEX by_name ON people(lower(name));
                CREATE TABLE log(text TEXT);
                CREATE TRIGGER logged AFTER UPDATE OF age ON people BEGIN
                    INSERT INTO log VALUES (new.name);
                END;
                CREATE VIEW adults AS SELECT name FROM people WHERE age >= 18;
                CREATE TEMP TRIGGER watched AFTER DELETE ON main.people BEGIN
                    INSERT INTO log VALUES ('deleted ' || old.id);
                END;
                INSERT INTO people(id, name, age, boss) VALUES
                    (3, 'Ann', 30, NULL), (7, 'Bob', NULL, 3), (9, 'Cid', 18, 9), (20, 'Dan', 1, 3);
                DELETE FROM people WHERE id = 20;
                DELETE FROM log;
                INSERT INTO pets VALUES (1, 3), (2, 7);
                ANALYZE;
                """)
    }

    private func people() throws -> [String] {
        try db.rows("SELECT * FROM people ORDER BY id").map { row in
            row.values.map(\.debugDescription).joined(separator: " ")
        }
    }

    private func text(of name: String) throws -> String? {
        try db.value("SELECT sql FROM sqlite_master WHERE name = \(name)")
    }

    @Test("ALTER TABLE renames a table and a column, and adds and drops a column")
    func helpers() throws {
        try db.renameTable("people", to: "per sons")
        try db.renameColumn("name", to: "full \"name\"", in: "per sons")
        try db.addColumn("size INTEGER NOT NULL DEFAULT 3", to: "per sons")
        try db.dropColumn("size", from: "per sons")
        let table = try #require(try db.schema.table("per sons"))
        #expect(table.columns.map(\.name) == ["id", "full \"name\"", "nick", "age", "boss"])
        #expect(try db.schema.table("pets")?.foreignKeys.map(\.parent) == ["per sons"])
        #expect(try db.value("SELECT count(*) FROM adults") == 2)
        #expect(throws: SQLiteError.self) { try db.dropColumn("age", from: "per sons") }
    }

    @Test("ALTER TABLE changes views and foreign keys even with legacy_alter_table, which stays on")
    func legacyAlterTable() throws {
        try db.execute("PRAGMA foreign_keys = OFF")
        try db.execute("PRAGMA legacy_alter_table = ON")
        #expect(throws: SQLiteError.self) { try db.dropColumn("age", from: "people") }
        try db.renameTable("people", to: "persons")
        #expect(try db.schema.table("pets")?.foreignKeys.map(\.parent) == ["persons"])
        #expect(try db.value("SELECT count(*) FROM adults") == 2)
        #expect(try db.isOn(.legacyAlterTable))
    }

    @Test("ALTER TABLE runs no statement for each other table")
    func statementCount() throws {
        var count = 0
        let hook = try db.onTrace { _ in count += 1 }
        defer { hook.cancel() }
        try db.addColumn("a", to: "log")
        let few = count
        for number in 1...20 { try db.execute("CREATE TABLE \(identifier: "t\(number)")(a)") }
        let before = count
        try db.addColumn("b", to: "log")
        #expect(few > 0 && count - before == few)
    }

    @Test("Every kind of change keeps rows, indexes, triggers, views and references")
    func everything() throws {
        let statistics = try db.rows(
            "SELECT idx, stat FROM sqlite_stat1 WHERE idx LIKE 'by%' ORDER BY 1")
        try db.alterTable("people") { table in
            table.renameColumn("name", to: "full_name")
            table.changeColumn(
                "age", to: "age INTEGER NOT NULL DEFAULT 0", values: "coalesce(age, 0)")
            table.dropColumn("nick")
            table.addColumn("size REAL CHECK (size > 0)", values: "length(full_name)")
            table.addColumn("\"order\" TEXT DEFAULT ('n' || 1)")
            table.addConstraint("CONSTRAINT valid CHECK (age >= 0 /* , */) -- end")
            table.dropConstraint("ONCE")
        }
        #expect(
            try people() == [
                "3 'Ann' 30 NULL 3.0 'n1'", "7 'Bob' 0 3 3.0 'n1'", "9 'Cid' 18 9 3.0 'n1'",
            ])
        #expect(
            try text(of: "people") == """
                CREATE TABLE people( -- everybody
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    "full_name" TEXT NOT NULL,
                    age INTEGER NOT NULL DEFAULT 0,
                    boss REFERENCES people ON DELETE SET NULL, size REAL CHECK (size > 0), "order" TEXT DEFAULT ('n' || 1),
                     CHECK (people.age < 200), CONSTRAINT valid CHECK ( age >= 0 )
                )
                """)
        let schema = try db.schema
        #expect(schema.table("people")?.indexes.map(\.name) == ["by_age", "by_name"])
        #expect(schema.trigger("logged")?.table == "people")
        #expect(schema.table("pets")?.foreignKeys.map(\.parent) == ["people"])
        #expect(try db.foreignKeys)
        #expect(
            try db.rows("SELECT idx, stat FROM sqlite_stat1 WHERE idx LIKE 'by%' ORDER BY 1")
                == statistics)
        try db.execute("UPDATE people SET age = age + 1 WHERE id = 7")
        try db.execute("DELETE FROM people WHERE id = 3")
        #expect(try db.rows("SELECT text FROM log", as: String.self) == ["Bob", "deleted 3"])
        #expect(try db.rows("SELECT owner FROM pets", as: Int.self) == [7])
        #expect(try db.value("SELECT boss IS NULL FROM people WHERE id = 7", as: Bool.self) == true)
        try db.execute("INSERT INTO people(full_name) VALUES ('Eve')")
        #expect(db.lastInsertRowID == 21)
        #expect(try db.rows("PRAGMA integrity_check", as: String.self) == ["ok"])
    }

    @Test("A table gets a new definition, with expressions for its columns")
    func rebuild() throws {
        try db.execute("DROP VIEW adults; ")
        try db.execute("DROP TRIGGER logged")
        try db.execute("DROP INDEX by_name")
        try db.rebuildTable(
            "people",
            as: """
                CREATE TABLE IF NOT EXISTS "PEOPLE"(
                    first TEXT NOT NULL, age TEXT, id INTEGER PRIMARY KEY, initial TEXT AS (substr(first, 1, 1))
                ) STRICT;
                """, values: ["FIRST": "name || \("!")"])
        #expect(try people() == ["'Ann!' '30' 3 'A'", "'Bob!' NULL 7 'B'", "'Cid!' '18' 9 'C'"])
        #expect(try db.schema.table("people")?.isStrict == true)
        #expect(try db.schema.table("people")?.name == "PEOPLE")
        #expect(try db.value("SELECT count(*) FROM sqlite_sequence WHERE name = 'people'") == 0)
    }

    @Test(
        "An object that would no longer work is named, and nothing changes",
        arguments: [
            ("index \"by_age\"", "age"), ("view \"adults\"", "age"), ("trigger \"logged\"", "name"),
        ])
    func brokenObjects(object: String, column: String) throws {
        for name in ["by_age", "by_name"] where !object.contains(name) {
            try db.execute("DROP INDEX \(identifier: name)")
        }
        if !object.contains("adults") { try db.execute("DROP VIEW adults") }
        if object.contains("adults") { try db.execute("DROP TRIGGER logged") }
        let before = try (people(), db.rows("SELECT * FROM sqlite_master ORDER BY 1, 2"))
        let error = #expect(throws: SQLiteError.self) {
            try db.alterTable("people") { table in
                table.dropConstraint("once")
                table.dropConstraint(sql: "check(\"PEOPLE\" . age<200)")
                table.dropColumn(column)
            }
        }
        #expect(error?.message.contains(object) == true, "\(String(describing: error))")
        #expect(error?.message.contains("no such column") == true)
        #expect(try people() == before.0)
        #expect(try db.rows("SELECT * FROM sqlite_master ORDER BY 1, 2") == before.1)
        #expect(try db.foreignKeys)
        #expect(db.isAutocommit)
    }

    @Test("A temporary trigger and a trigger of another table are named")
    func distantTriggers() throws {
        try db.execute("DROP TRIGGER logged")
        try db.execute("DROP INDEX by_name")
        try db.execute("DROP VIEW adults")
        try db.execute(
            """
            CREATE TRIGGER fed AFTER INSERT ON pets BEGIN UPDATE people SET nick = 'y' WHERE id = new.owner; END
            """)
        try db.execute(
            "CREATE TRIGGER a_first AFTER INSERT ON log BEGIN INSERT INTO pets(owner) VALUES (3); END"
        )
        var error = #expect(throws: SQLiteError.self) {
            try db.alterTable("people") { $0.dropColumn("nick") }
        }
        #expect(error?.message.contains("trigger \"fed\"") == true, "\(String(describing: error))")
        try db.execute("DROP TRIGGER fed")
        try db.execute("CREATE TEMP TRIGGER mine AFTER UPDATE ON people BEGIN SELECT new.nick; END")
        error = #expect(throws: SQLiteError.self) {
            try db.alterTable("people") { $0.dropColumn("nick") }
        }
        #expect(error?.message.contains("trigger \"mine\"") == true, "\(String(describing: error))")
        try db.execute("DROP TRIGGER mine")
        try db.alterTable("people") { $0.dropColumn("nick") }
        #expect(try db.value("SELECT count(*) FROM sqlite_temp_master WHERE name = 'watched'") == 1)
    }

    @Test("A view that did not compile before is not an error")
    func brokenBefore() throws {
        try db.execute("CREATE VIEW broken AS SELECT * FROM missing")
        try db.execute(
            "CREATE TRIGGER bad AFTER INSERT ON people BEGIN SELECT missing FROM people; END")
        try db.alterTable("people") { $0.addColumn("size INT") }
        #expect(try db.schema.table("broken")?.problem != nil)
        #expect(try db.triggerExists("bad"))
    }

    @Test("Rows that violate a constraint are an error, whatever its conflict clause says")
    func violations() throws {
        for constraint in [
            "CHECK (age > 5)", "UNIQUE (boss) ON CONFLICT REPLACE",
            "UNIQUE (boss) ON CONFLICT IGNORE",
        ] {
            let before = try people()
            try db.execute("INSERT INTO people(name, boss) VALUES ('Fay', 3)")
            let error = #expect(throws: SQLiteError.self) {
                try db.alterTable("people") { table in
                    table.changeColumn("age", to: "age INT", values: "1")
                    table.addConstraint(constraint)
                }
            }
            #expect(error?.resultCode.primary == .constraint)
            #expect(error?.message.hasPrefix("table \"people\": ") == true)
            try db.execute("DELETE FROM people WHERE name = 'Fay'")
            #expect(try people() == before)
        }
        let error = #expect(throws: SQLiteError.self) {
            try db.alterTable("people") {
                $0.changeColumn("age", to: "age INT NOT NULL ON CONFLICT IGNORE DEFAULT 3")
            }
        }
        #expect(error?.resultCode == .constraintNotNull)
    }

    @Test("Foreign keys that would no longer work, or that rows would violate, are an error")
    func foreignKeys() throws {
        var error = #expect(throws: SQLiteError.self) {
            try db.alterTable("pets") {
                $0.addColumn("vet INT REFERENCES people", values: "id + 100")
            }
        }
        #expect(error?.resultCode == .constraintForeignKey)
        #expect(error?.message.contains("row 1 of \"pets\" (\"vet\")") == true)
        error = #expect(throws: SQLiteError.self) {
            try db.alterTable("people") { $0.changeColumn("id", to: "id INTEGER") }
        }
        #expect(error?.message.contains("foreign key") == true, "\(String(describing: error))")
        #expect(try db.schema.table("people")?.primaryKey == ["id"])
        try db.setForeignKeys(false)
        try db.execute("UPDATE pets SET owner = 99 WHERE id = 1")
        try db.alterTable("people") { $0.addColumn("size INT") }
        try db.alterTable("pets") { $0.addColumn("size INT") }
        #expect(try !db.foreignKeys)
        #expect(try db.foreignKeyViolations().count == 1)
    }

    @Test("A referenced table cannot be rebuilt in a transaction that enforces foreign keys")
    func transactions() throws {
        let error = #expect(throws: SQLiteError.self) {
            try db.transaction { try db.alterTable("people") { $0.addColumn("size INT") } }
        }
        #expect(error?.resultCode.primary == .misuse)
        #expect(error?.message.contains("\"people\" refers to it") == true)
        try db.transaction {
            try db.alterTable("pets") { $0.addColumn("size INT") }
            try db.alterTable("people") { $0.renameColumn("age", to: "years") }
        }
        #expect(try db.value("SELECT count(*) FROM pets") == 2)
        try db.setForeignKeys(false)
        try db.transaction {
            try? db.savepoint {
                try db.alterTable("people") { $0.addColumn("size INT") }
                throw SQLiteError(.error, message: "undone")
            }
            try db.alterTable("people") { $0.addColumn("height INT") }
        }
        #expect(try db.schema.table("people")?.columns.map(\.name).last == "height")
        #expect(try db.value("SELECT count(*) FROM people") == 3)
    }
}
