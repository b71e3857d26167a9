import DataLiteCore
import DataLiteTestSupport
import Testing

@Suite("The schema of a database")
struct DatabaseSchemaTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try db.execute(
            script: """
                CREATE TABLE artists(
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    name TEXT NOT NULL COLLATE NOCASE CHECK (length(name) > 0 /* not ")" */),
                    "born on" DATE DEFAULT (date('now')),
                    initial TEXT AS (substr(name, 1, 1)) VIRTUAL,
                    UNIQUE (name, "born on")
                );
                CREATE TABLE albums(
                    code TEXT, artist INT REFERENCES artists ON DELETE CASCADE, year INT,
                    PRIMARY KEY (code, artist),
                    CONSTRAINT years CHECK (year > 1900),
                    FOREIGN KEY (artist, year) REFERENCES tours(artist, year)
                        ON UPDATE SET NULL DEFERRABLE INITIALLY DEFERRED
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX byYear ON albums(year DESC, lower(code || ',') COLLATE RTRIM ASC)
                    WHERE year IS NOT NULL AND code <> ')';
                CREATE UNIQUE INDEX byCode ON albums(code);
                CREATE VIEW names AS SELECT id, name FROM artists;
                CREATE TRIGGER added AFTER INSERT ON artists BEGIN SELECT 1; END;
                """)
    }

    @Test("Tables have their columns, keys and options")
    func tables() throws {
        let schema = try db.schema
        #expect(schema.tables.map(\.name) == ["artists", "albums", "names"])
        let artists = try #require(schema.table("ARTISTS"))
        #expect(artists.kind == .table)
        #expect(artists.isAutoincrement)
        #expect(artists.hasRowID)
        #expect(!artists.isStrict)
        #expect(artists.primaryKey == ["id"])
        #expect(artists.uniqueKeys == [["id"], ["name", "born on"]])
        #expect(artists.identifiesRow(["NAME", "born on", "initial"]))
        #expect(!artists.identifiesRow(["name"]))
        #expect(artists.checks.map(\.sql) == ["length ( name ) > 0"])
        #expect(artists.triggers.map(\.name) == ["added"])
        #expect(schema.trigger("Added")?.table == "artists")
        let albums = try #require(schema.table("albums"))
        #expect(albums.isStrict)
        #expect(!albums.hasRowID)
        #expect(!albums.isAutoincrement)
        #expect(albums.primaryKey == ["code", "artist"])
        #expect(albums.checks.map(\.name) == ["years"])
        #expect(albums.checks.map(\.sql) == ["year > 1900"])
        #expect(schema.table("nothing") == nil)
    }

    @Test("Columns have their types, defaults, collations and expressions")
    func columns() throws {
        let artists = try #require(try db.schema.table("artists"))
        #expect(artists.columns.map(\.name) == ["id", "name", "born on", "initial"])
        #expect(artists.columns.map(\.type) == ["INTEGER", "TEXT", "DATE", "TEXT"])
        #expect(artists.columns.map(\.isNullable) == [false, false, true, true])
        #expect(artists.columns.map(\.isRowID) == [true, false, false, false])
        #expect(artists.column("Name")?.collation == "NOCASE")
        #expect(artists.column("born on")?.defaultSQL == "date('now')")
        #expect(artists.column("initial")?.storage == .virtual)
        #expect(artists.column("initial")?.generatedSQL == "substr(name, 1, 1)")
        let albums = try #require(try db.schema.table("albums"))
        #expect(albums.columns.map(\.keyPosition) == [1, 2, 0])
        #expect(albums.columns.map(\.isNullable) == [false, false, true])
    }

    @Test("Indexes have their terms and conditions")
    func indexes() throws {
        let schema = try db.schema
        let index = try #require(schema.index("byyear"))
        #expect(index.table == "albums")
        #expect(index.origin == .createIndex)
        #expect(!index.isUnique)
        #expect(index.isPartial)
        #expect(index.terms.map(\.column) == ["year", nil])
        #expect(index.terms.map(\.expression) == [nil, "lower(code || ',')"])
        #expect(index.terms.map(\.isDescending) == [true, false])
        #expect(index.terms.map(\.collation) == ["BINARY", "RTRIM"])
        #expect(index.condition == "year IS NOT NULL AND code <> ')'")
        let albums = try #require(schema.table("albums"))
        #expect(albums.indexes.map(\.origin) == [.primaryKey, .createIndex, .createIndex])
        #expect(albums.uniqueKeys == [["code", "artist"], ["code"]])
    }

    @Test("Foreign keys have their columns and actions")
    func foreignKeys() throws {
        let keys = try #require(try db.schema.table("albums")).foreignKeys
        #expect(keys.map(\.parent) == ["artists", "tours"])
        #expect(keys.map(\.columns) == [["artist"], ["artist", "year"]])
        #expect(keys.map(\.parentColumns) == [["id"], ["artist", "year"]])
        #expect(keys.map(\.onDelete) == [.cascade, .noAction])
        #expect(keys.map(\.onUpdate) == [.noAction, .setNull])
        #expect(keys.map(\.isDeferred) == [false, true])
    }

    @Test("What cannot be read is a problem of its table only")
    func problems() throws {
        try db.execute(
            script: """
                CREATE VIEW broken AS SELECT * FROM missing;
                CREATE VIRTUAL TABLE words USING fts5(text);
                PRAGMA writable_schema = ON;
                INSERT INTO sqlite_schema VALUES(
                    'table', 'shapes', 'shapes', 0, 'CREATE VIRTUAL TABLE shapes USING unknown(a)');
                PRAGMA writable_schema = RESET;
                """)
        let schema = try db.schema
        #expect(schema.table("broken")?.problem?.contains("missing") == true)
        #expect(schema.table("broken")?.columns == [])
        #expect(schema.table("shapes")?.kind == .virtual(module: "unknown"))
        #expect(schema.table("shapes")?.problem?.contains("unknown") == true)
        #expect(schema.table("words")?.columns.map(\.storage) == [.ordinary, .hidden, .hidden])
        #expect(schema.table("words_data")?.kind == .shadow)
        #expect(schema.table("artists")?.problem == nil)
    }

    @Test("A problem is gone when the function that a view needs is there")
    func repairedProblem() throws {
        try db.execute("CREATE VIEW loud AS SELECT shout(name) AS name FROM artists")
        #expect(try db.schema.table("loud")?.problem?.contains("shout") == true)
        try db.add(function: "shout") { (text: String) in text.uppercased() }
        #expect(try db.schema.table("loud")?.problem == nil)
        #expect(try db.schema.table("loud")?.columns.map(\.name) == ["name"])
    }

    @Test("A changed schema is read again, also after a rollback")
    func changes() throws {
        #expect(try db.schema == db.schema)
        try? db.transaction {
            try db.execute("CREATE TABLE lost(a)")
            #expect(try db.schema.table("lost") != nil)
            throw SQLiteError(.abort, message: "")
        }
        // This change has the version that was rolled back.
        try db.execute("CREATE TABLE found(b)")
        #expect(try db.schema.table("found") != nil)
        #expect(try db.schema.table("lost") == nil)
        try db.execute("ALTER TABLE found ADD COLUMN c DEFAULT 5")
        #expect(try db.schema.table("found")?.columns.map(\.defaultSQL) == [nil, "5"])
    }

    @Test("Other databases of a connection have schemas of their own")
    func attached() throws {
        try db.execute(
            script:
                "ATTACH ':memory:' AS other; CREATE TABLE other.pets(a); CREATE TEMP TABLE notes(b)"
        )
        #expect(try db.schema(of: "other").tables.map(\.name) == ["pets"])
        #expect(try db.schema(of: "temp").tables.map(\.name) == ["notes"])
        #expect(try db.schema.table("pets") == nil)
        #expect(throws: SQLiteError.self) { try db.schema(of: "unknown") }
    }

    @Test("An unchanged schema costs one statement")
    func cached() throws {
        _ = try db.schema
        let trace = TraceRecorder()
        db.add(traceDelegate: trace)
        defer { db.remove(traceDelegate: trace) }
        _ = try db.schema
        let reads = trace.statements.filter { !$0.contains("BEGIN") && !$0.contains("COMMIT") }
        #expect(reads == ["PRAGMA main.schema_version"])
    }

    @Test("Objects are found by name in the main and the temporary database")
    func existence() throws {
        try db.execute("CREATE TEMP TABLE notes(b)")
        #expect(try db.tableExists("ARTISTS"))
        #expect(try db.tableExists("notes"))
        #expect(try !db.tableExists("names"))
        #expect(try db.viewExists("names"))
        #expect(try db.indexExists("byYear"))
        #expect(try !db.indexExists("added"))
        #expect(try db.triggerExists("added"))
    }

    @Test("Objects are found by name in one database")
    func existenceInDatabase() throws {
        try db.execute(
            script: """
                CREATE TEMP TABLE notes(b);
                ATTACH ':memory:' AS "old ""files";
                CREATE TABLE "old ""files".songs(a);
                CREATE INDEX "old ""files".byA ON songs(a);
                CREATE VIEW "old ""files".titles AS SELECT a FROM songs;
                CREATE TRIGGER "old ""files".log AFTER INSERT ON songs BEGIN SELECT 1; END;
                """)
        let old = "old \"files"
        #expect(try db.tableExists("SONGS", of: old) && db.viewExists("titles", of: old))
        #expect(try db.indexExists("bya", of: old) && db.triggerExists("log", of: old))
        #expect(try !db.tableExists("songs") && !db.tableExists("songs", of: "main"))
        #expect(try !db.tableExists("artists", of: old))
        #expect(try db.tableExists("notes", of: "temp") && !db.tableExists("notes", of: "main"))
        #expect(throws: SQLiteError.self) { try db.tableExists("songs", of: "missing") }
    }

    @Test("Rows that violate a foreign key are found")
    func violations() throws {
        let db = try Connection(location: .inMemory)
        try db.execute(
            script: """
                PRAGMA foreign_keys = OFF;
                CREATE TABLE a(id INTEGER PRIMARY KEY);
                CREATE TABLE b(x REFERENCES a); CREATE TABLE c(y REFERENCES a);
                INSERT INTO b VALUES(1), (NULL), (2); INSERT INTO c VALUES(3);
                """)
        let all = try db.foreignKeyViolations()
        #expect(all.map(\.table).sorted() == ["b", "b", "c"])
        #expect(try db.foreignKeyViolations(limit: 1).count == 1)
        let some = try db.foreignKeyViolations(in: "b")
        #expect(
            some == [
                ForeignKeyViolation(table: "b", rowID: 1, columns: ["x"], parent: "a"),
                ForeignKeyViolation(table: "b", rowID: 3, columns: ["x"], parent: "a"),
            ])
        #expect(throws: SQLiteError.self) { try db.foreignKeyViolations(in: "missing") }
    }

    @Test("The columns of violated keys are read once for each table")
    func violatedKeys() throws {
        let db = try Connection(location: .inMemory)
        try db.execute(
            script: """
                PRAGMA foreign_keys = OFF;
                CREATE TABLE a(id INTEGER PRIMARY KEY, x, y, UNIQUE (x, y));
                CREATE TABLE b(p REFERENCES a, r, q, FOREIGN KEY (q, r) REFERENCES a(x, y));
                CREATE TABLE c(p REFERENCES a);
                """)
        for number in 1...50 {
            try db.execute("INSERT INTO b VALUES (\(number), \(number), \(number))")
            try db.execute("INSERT INTO c VALUES (\(number))")
        }
        let recorder = TraceRecorder()
        db.add(traceDelegate: recorder)
        let violations = try db.foreignKeyViolations()
        let lookups = recorder.statements.filter { $0.contains("pragma_foreign_key_list") }
        #expect(lookups.count == 2)
        let keys = Dictionary(grouping: violations) { "\($0.table) \($0.columns)" }
        #expect(
            keys.mapValues(\.count) == [
                "b [\"p\"]": 50, "b [\"q\", \"r\"]": 50, "c [\"p\"]": 50,
            ])
    }
}

/// Records the statements of a connection.
private final class TraceRecorder: ConnectionTraceDelegate {
    var statements: [String] = []

    func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
        statements.append(trace.unexpandedSQL)
    }
}
