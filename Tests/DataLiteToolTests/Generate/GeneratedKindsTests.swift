import DataLiteDatabase
import DataLiteCore
import Testing

@testable import DataLiteTool

@Suite("The generated source for each kind of table and column")
struct GeneratedKindsTests {
    @Test("A view is generated as a selection of constants")
    func views() throws {
        let source = try generated(
            """
            CREATE TABLE lists(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
            CREATE VIEW open_lists(id, title, "item count") AS
                SELECT id, title, count(*) FROM lists GROUP BY id
            """, tables: ["open_lists"])
        #expect(
            source == """
                @Table("open_lists")
                @Selection
                struct OpenList {
                    @Column(primaryKey: false) let id: Int?
                    let title: String?
                    @Column("item count") let itemCount: SQLiteValue?
                }

                """)
    }

    @Test("An unreadable view or virtual table is generated as a comment")
    func unreadable() throws {
        let source = try generated(
            """
            CREATE VIEW broken AS SELECT nope FROM missing;
            PRAGMA writable_schema = ON;
            INSERT INTO sqlite_schema VALUES
                ('table', 'maps', 'maps', 0, 'CREATE VIRTUAL TABLE maps USING no_such_module(x)');
            PRAGMA writable_schema = RESET;
            CREATE TABLE good(x INT)
            """)
        #expect(
            source.contains("// View \"broken\" cannot be read: no such table: main.missing.\n"))
        #expect(
            source.contains(
                "// Virtual table \"maps\" cannot be read: no such module: no_such_module.\n"))
        #expect(source.hasSuffix("struct Good {\n    var x: Int?\n}\n"))
    }

    @Test(
        "Full-text columns are generated as text without shadow tables",
        .enabled(if: hasModule("fts5")))
    func fullText() throws {
        let source = try generated("CREATE VIRTUAL TABLE notes USING fts5(title, body UNINDEXED)")
        #expect(
            source == """
                // Not expressed: the options of the full-text table.
                @Table("notes")
                struct Note: FTS5 {
                    var title: String?
                    var body: String?
                }

                """)
    }

    @Test("An R*Tree has the types that its module declares", .enabled(if: hasModule("rtree")))
    func rtree() throws {
        let source = try generated("CREATE VIRTUAL TABLE areas USING \"rtree\"(key, x0, x1)")
        #expect(
            source == """
                // Not expressed: virtual table of rtree.
                @Table("areas")
                struct Area {
                    var key: Int?
                    var x0: Double?
                    var x1: Double?
                }

                """)
    }

    @Test("Generated columns are constants with their SQL")
    func generatedColumns() throws {
        let source = try generated(
            """
            CREATE TABLE items(
                price INT NOT NULL, "Total, net" INT NOT NULL AS (price * (1 + CAST(2 AS INT))) STORED,
                label TEXT GENERATED ALWAYS AS (price || ', "€"')
            )
            """)
        #expect(
            source == """
                @Table("items")
                struct Item {
                    var price: Int
                    @Column("Total, net", generated: "price * (1 + CAST(2 AS INT))", storage: .stored)
                    let totalNet: Int
                    @Column(generated: "price || ', \\"€\\"'") let label: String?
                }

                """)
    }

    @Test("The collation of a column is generated, and that of a key's column is a comment")
    func collations() throws {
        let source = try generated(
            """
            CREATE TABLE names(
                id TEXT PRIMARY KEY COLLATE nocase, "a b" TEXT COLLATE "RTRIM" NOT NULL,
                c TEXT COLLATE BINARY DEFAULT '', d TEXT CHECK (d = '' COLLATE RTRIM),
                e TEXT UNIQUE COLLATE RTRIM DEFAULT (lower('x')) REFERENCES names
            );
            CREATE TABLE keys(a TEXT, b TEXT, PRIMARY KEY (a COLLATE NOCASE, b));
            """)
        #expect(source.contains("@Column(collate: .nocase) let id: String"))
        #expect(
            source.contains(
                #"@Column("a b", collate: .rtrim) var aB: String"#))
        #expect(source.contains("@Column(collate: .binary) var c: String? = \"\"\n"))
        #expect(source.contains("    var d: String?"))
        #expect(
            source.contains(
                #"@Column(unique: true, collate: .rtrim, default: "lower('x')", references: Name.self)"#
            ))
        #expect(source.contains("// Not expressed: COLLATE.\n@Table(\"keys\")"))
        #expect(!source.contains("COLLATE.\n@Table(\"names\")"))
    }

    @Test("Another collation is generated with its name")
    func otherCollations() throws {
        let connection = try Connection(location: .inMemory)
        try connection.add(collation: "my \"own\"") { _, _ in .orderedSame }
        try connection.execute(#"CREATE TABLE names(a TEXT COLLATE "my ""own""")"#)
        let source = try GeneratedSource(
            schema: SchemaReader(connection: connection).read(), databaseName: "a.db",
            access: .internal
        ).text()
        #expect(source.contains(#"@Column(collate: "my \"own\"") var a: String?"#))
    }

    @Test("SQLite's own tables are omitted from the generated source")
    func internalTables() throws {
        let source = try generated(
            "CREATE TABLE a(id INTEGER PRIMARY KEY AUTOINCREMENT); ANALYZE; CREATE TABLE b(x)")
        #expect(!source.contains("sqlite_"))
        #expect(try generatedFile("").hasSuffix("import Foundation\n"))
    }

    @Test("The table of migrations is omitted from the generated source")
    func migrations() throws {
        let connection = try Connection(location: .inMemory)
        var migrator = Migrator()
        migrator.add("1 lists") {
            try $0.execute("CREATE TABLE lists(id INTEGER PRIMARY KEY)")
        }
        try migrator.migrate(connection)
        let source = GeneratedSource(
            schema: try SchemaReader(connection: connection).read(), databaseName: "a.db",
            access: .internal)
        let text = try source.text()
        #expect(text.contains("struct List: Identifiable"))
        #expect(!text.contains("igration"))
        #expect(throws: GenerationError.self) { try source.text(tables: ["datalite_migrations"]) }
    }

    /// A default is a literal or SQL, whatever the type of the column and its position in the table.
    @Test(
        "A generated property keeps the default of its column",
        arguments: [
            "1", "-1", "1.5", "9e999", "'x'", "''", "'1'", "x'00'", "TRUE", "FALSE", "(1 + 2)",
            "CURRENT_DATE", "9007199254740993", "(datetime('now'))", "word", "\"quoted\"",
        ])
    func defaults(sql: String) throws {
        let types = [
            "", "INT", "TEXT", "REAL", "BLOB", "BOOLEAN", "DATE", "UUID", "URL", "NUMERIC", "ANY",
            "JSON",
        ]
        for type in types {
            let source = try generated(
                """
                CREATE TABLE a(p \(type) DEFAULT \(sql), q \(type) NOT NULL DEFAULT \(sql));
                CREATE TABLE b(r \(type) DEFAULT \(sql) PRIMARY KEY);
                CREATE TABLE c(s \(type) DEFAULT \(sql), t \(type) DEFAULT \(sql), PRIMARY KEY (s, t));
                """)
            let lines = source.split(separator: "\n").filter { $0.contains(/(let|var) [pqrst]:/) }
            #expect(lines.count == 5)
            for line in lines {
                #expect(line.contains(" = ") || line.contains("default: "), "\(type): \(line)")
            }
        }
    }

    @Test("A default that a Double cannot represent is generated as SQL")
    func exactDefault() throws {
        #expect(
            try generated("CREATE TABLE a(b DECIMAL DEFAULT 9007199254740993)")
                .contains("@Column(default: \"9007199254740993\") var b: Double?"))
    }

    @Test("A key is not optional, even if SQLite allows NULL")
    func nullableKeys() throws {
        let note = "    // Not declared NOT NULL: a NULL in this key is an error when it is read.\n"
        #expect(
            try generated("CREATE TABLE a(id TEXT PRIMARY KEY)").contains(
                note + "    let id: String"))
        // A descending key is not the rowid (<https://www.sqlite.org/lang_createtable.html#rowid>).
        #expect(
            try generated("CREATE TABLE a(id INTEGER PRIMARY KEY DESC)")
                .contains(note + "    let id: Int"))
        for sql in [
            "CREATE TABLE a(id INTEGER PRIMARY KEY)", "CREATE TABLE a(id INT PRIMARY KEY) STRICT",
            "CREATE TABLE a(id INTEGER, PRIMARY KEY (id DESC))",
            "CREATE TABLE a(id TEXT PRIMARY KEY) WITHOUT ROWID",
        ] {
            let source = try generated(sql)
            #expect(source.contains("struct A: Identifiable {\n    let id: "))
            #expect(!source.contains("?"))
        }
    }

    @Test("A table has the same name when it is generated without the others")
    func someTables() throws {
        let sql = """
            CREATE TABLE users(id INTEGER PRIMARY KEY);
            CREATE TABLE user(id INTEGER PRIMARY KEY, owner INT REFERENCES users);
            """
        #expect(
            try generated(sql, tables: ["USER", "user"]) == """
                // Not expressed: FOREIGN KEY ("owner") REFERENCES "users".
                @Table("user")
                struct User2: Identifiable {
                    let id: Int
                    var owner: Int?
                }

                """)
        #expect(throws: GenerationError.self) { try generated(sql, tables: ["users", "nope"]) }
    }

    @Test(
        "Each generated declaration has the modifier of the access level",
        arguments: [(AccessLevel.public, "public "), (.package, "package "), (.internal, "")])
    func access(level: AccessLevel, modifier: String) throws {
        let sql = "CREATE TABLE pairs(a INT NOT NULL, b INT NOT NULL, c TEXT, PRIMARY KEY (a, b))"
        #expect(
            try generated(sql, access: level) == """
                @Table("pairs")
                \(modifier)struct Pair {
                    @Selection
                    \(modifier)struct Key: Hashable {
                        \(modifier)let a: Int
                        \(modifier)let b: Int
                    }

                    @Column(primaryKey: true) \(modifier)let key: Key
                    \(modifier)var c: String?
                }

                """)
    }
}
