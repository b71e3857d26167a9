import Testing

@testable import DataLiteDatabase

/// A query, a change, and whether the change affects the query.
struct RegionCase: CustomTestStringConvertible, Sendable {
    let query: String
    let change: String
    let isTouched: Bool

    init(_ query: String, _ change: String, _ isTouched: Bool) {
        self.query = query
        self.change = change
        self.isTouched = isTouched
    }

    var testDescription: String { "\(query) / \(change)" }
}

@Suite("Observed regions", .timeLimit(.minutes(20)))
struct ObservedRegionTests {
    static let cases: [RegionCase] = [
        // Columns.
        RegionCase("SELECT name FROM people", "UPDATE people SET name = 'x'", true),
        RegionCase("SELECT name FROM people", "UPDATE people SET age = 99", false),
        RegionCase("SELECT name FROM people WHERE age > 3", "UPDATE people SET age = 99", true),
        RegionCase("SELECT name FROM people", "UPDATE people SET name = name", false),
        RegionCase("SELECT name FROM people", "INSERT INTO people(age) VALUES (1)", true),
        RegionCase("SELECT name FROM people", "DELETE FROM people", true),
        RegionCase("SELECT name FROM people", "DELETE FROM people WHERE id = 100", false),
        RegionCase("SELECT name FROM people", "UPDATE people SET id = 50 WHERE id = 2", true),
        RegionCase("SELECT rowid FROM people", "UPDATE people SET name = 'x'", false),
        RegionCase("SELECT rowid FROM people", "UPDATE people SET rowid = 50 WHERE id = 2", true),
        RegionCase("SELECT id FROM people", "UPDATE people SET id = 50 WHERE id = 2", true),
        RegionCase("SELECT id FROM people", "UPDATE people SET name = 'x'", false),
        // This primary key is not the rowid (https://sqlite.org/lang_createtable.html#rowid).
        RegionCase("SELECT id FROM descending", "UPDATE descending SET id = 50", true),
        RegionCase("SELECT id FROM descending", "UPDATE descending SET v = 50", false),
        RegionCase("SELECT count(*) FROM people", "UPDATE people SET name = 'x'", false),
        RegionCase("SELECT count(*) FROM people", "DELETE FROM people WHERE id = 1", true),
        RegionCase("SELECT * FROM people", "INSERT INTO pets(name) VALUES ('x')", false),
        RegionCase("SELECT 1", "DELETE FROM people", false),
        RegionCase("SELECT NAME FROM PEOPLE", "UPDATE people SET name = 'x'", true),
        // An added column.
        RegionCase("SELECT later FROM people", "UPDATE people SET later = 5", true),
        RegionCase("SELECT later FROM people", "UPDATE people SET age = 50", false),
        RegionCase("SELECT twice FROM computed", "UPDATE computed SET x = 50", true),
        RegionCase("SELECT y FROM computed", "UPDATE computed SET y = 50", true),
        RegionCase("SELECT k FROM keyed", "UPDATE keyed SET v = 50", true),
        // Names that are not tables.
        RegionCase("SELECT name FROM adults", "UPDATE people SET age = 1", true),
        RegionCase("SELECT count(*) FROM adults", "INSERT INTO pets(name) VALUES ('x')", false),
        RegionCase("SELECT value FROM json_each('[1]')", "DELETE FROM people", false),
        RegionCase(
            "WITH c AS (SELECT name FROM people) SELECT count(*) FROM c", "DELETE FROM people", true
        ),
        RegionCase(
            "WITH c AS (SELECT name FROM people) SELECT count(*) FROM c",
            "INSERT INTO pets(name) VALUES ('x')", false),
        RegionCase("SELECT name FROM pragma_table_info('people')", "DELETE FROM people", false),
        RegionCase("SELECT seq FROM sqlite_sequence", "INSERT INTO pets(name) VALUES ('x')", true),
        // Indirect changes.
        RegionCase("SELECT name FROM pets", "DELETE FROM people WHERE id = 1", true),
        RegionCase("SELECT message FROM log", "DELETE FROM people WHERE id = 1", true),
        RegionCase("SELECT * FROM people", "REPLACE INTO people(id, name) VALUES (1, 'x')", true),
        // The schema.
        RegionCase("SELECT name FROM people", "CREATE TABLE other_table(x)", true),
        RegionCase("SELECT name FROM sqlite_schema", "CREATE TABLE other_table(x)", true),
        RegionCase("SELECT name FROM people", "SAVEPOINT s; DROP TABLE log; ROLLBACK TO s", false),
        // Virtual tables.
        RegionCase(
            "SELECT text FROM notes WHERE notes MATCH 'a'", "INSERT INTO notes VALUES ('a')", true),
        RegionCase("SELECT count(*) FROM notes", "DELETE FROM notes", true),
        RegionCase("SELECT text FROM notes", "INSERT INTO pets(name) VALUES ('x')", false),
        RegionCase(
            "SELECT name FROM people_text WHERE people_text MATCH 'Ann'",
            "UPDATE people SET name = 'x'", true),
        RegionCase("SELECT term FROM terms", "INSERT INTO notes VALUES ('b')", true),
        RegionCase("SELECT id FROM boxes", "INSERT INTO boxes VALUES (2, 0, 1)", true),
        RegionCase("SELECT id FROM boxes", "INSERT INTO pets(name) VALUES ('x')", false),
        // Other schemas.
        RegionCase("SELECT x FROM other.items", "INSERT INTO other.items VALUES (1)", true),
        RegionCase("SELECT count(*) FROM items", "INSERT INTO other.items VALUES (1)", true),
        RegionCase("SELECT x FROM other.items", "INSERT INTO pets(name) VALUES ('x')", false),
        RegionCase("SELECT name FROM people", "INSERT INTO other.items VALUES (1)", false),
        RegionCase("SELECT name FROM other.people", "UPDATE main.people SET name = 'x'", false),
        RegionCase(
            "SELECT (SELECT count(*) FROM items), x FROM other.items",
            "UPDATE other.items SET x = 2", true),
    ]

    static let schema = """
        CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT, age INT);
        INSERT INTO people VALUES (1, 'Ann', 20), (2, 'Bo', 30);
        ALTER TABLE people ADD COLUMN later DEFAULT 3;
        UPDATE people SET later = 3;
        CREATE TABLE pets(
            id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT,
            owner INT REFERENCES people ON DELETE CASCADE);
        INSERT INTO pets VALUES (1, 'Rex', 1);
        CREATE TABLE log(message);
        CREATE TRIGGER tell AFTER DELETE ON people BEGIN INSERT INTO log VALUES ('x'); END;
        CREATE TABLE computed(twice AS (x * 2), x INT, y INT);
        INSERT INTO computed(x) VALUES (1);
        CREATE TABLE keyed(k TEXT PRIMARY KEY, v) WITHOUT ROWID;
        INSERT INTO keyed VALUES ('a', 1);
        CREATE TABLE descending(id INTEGER PRIMARY KEY DESC, v);
        INSERT INTO descending VALUES (1, 1);
        CREATE VIEW adults AS SELECT id, name FROM people WHERE age >= 18;
        CREATE VIRTUAL TABLE notes USING fts5(text);
        INSERT INTO notes VALUES ('a text');
        CREATE VIRTUAL TABLE people_text USING fts5(name, content='people', content_rowid='id');
        INSERT INTO people_text(people_text) VALUES ('rebuild');
        CREATE VIRTUAL TABLE terms USING fts5vocab('notes', 'row');
        CREATE VIRTUAL TABLE boxes USING rtree(id, low, high);
        CREATE TABLE other.items(x);
        INSERT INTO other.items VALUES (1);
        CREATE TABLE other.people(name TEXT);
        INSERT INTO other.people VALUES ('Di'), ('Ed');
        CREATE TABLE tags(id INTEGER PRIMARY KEY, label TEXT UNIQUE);
        INSERT INTO tags VALUES (1, 'a'), (2, 'b');
        INSERT INTO log VALUES ('first'), ('second');
        """

    /// A database with an attached database, which has the same name on all connections.
    static func open(in directory: String, _ storage: TestStorage) throws -> Database {
        let database: Database
        let configuration = Database.Configuration {
            let isFile = storage == .file
            $0.onOpen = { connection in
                let uri = "file:\(directory)/other.sqlite?vfs=unix"
                try connection.execute(
                    "ATTACH \(isFile ? directory + "/other.sqlite" : uri) AS other")
            }
        }
        let other = try Connection(path: directory + "/other.sqlite")
        try other.setJournalMode(.wal)
        try other.close()
        switch storage {
        case .file:
            database = try Database(path: directory + "/main.sqlite", configuration: configuration)
        case .memory: database = try Database.inMemory(configuration: configuration)
        }
        try database.write { db in try db.execute(script: schema) }
        return database
    }

    @Test(
        "A DELETE without WHERE that was compiled before the observation is detected",
        arguments: ["DELETE FROM items", "INSERT INTO log VALUES (1)"] as [SQL])
    func compiledBefore(deletion: SQL) async throws {
        let database = try TestStorage.file.openWithItems()
        try await database.write { db in
            try db.execute(
                script: """
                    CREATE TABLE log(n);
                    CREATE TRIGGER clear AFTER INSERT ON log BEGIN DELETE FROM items; END
                    """)
            try db.execute(deletion)
            try db.addItem()
        }
        var counts = database.itemCounts(ObservationOptions(pollInterval: nil))
            .makeAsyncIterator()
        #expect(try await counts.next() == 1)
        try await database.write { db in try db.execute(deletion) }
        #expect(database.staleObservers == 1)
        #expect(try await counts.next() == 0)
    }

    @Test("A schema change recomputes the observed region")
    func changedSchema() async throws {
        let database = try TestStorage.file.open()
        try await database.write { db in try db.execute("CREATE TABLE pairs(a, b)") }
        var values = database.values(ObservationOptions(pollInterval: nil)) { db in
            try db.value("SELECT coalesce(sum(a), 0) FROM pairs", as: Int.self)
        }.makeAsyncIterator()
        #expect(try await values.next() == 0)
        try await database.write { db in try db.execute("INSERT INTO pairs(a, b) VALUES (1, 1)") }
        try await database.write { db in
            try db.execute(
                script: """
                    DROP TABLE pairs; CREATE TABLE pairs(b, a);
                    INSERT INTO pairs(a, b) VALUES (2, 2)
                    """)
        }
        #expect(try await values.next() == 2)
        try await database.write { db in try db.execute("UPDATE pairs SET a = 3") }
        #expect(database.staleObservers == 1)
    }

    @Test("The region of a full-text table includes its content")
    func externalContent() async throws {
        try await withTemporaryDirectory { directory in
            let database = try Self.open(in: directory, .file)
            var values = database.values(ObservationOptions(pollInterval: nil)) { db in
                Unequal(
                    rows: try db.rows("SELECT name FROM people_text WHERE people_text MATCH 'Ann'"))
            }.makeAsyncIterator()
            for _ in 1...3 {
                _ = try await values.next()
                #expect(database.staleObservers == 0)
                try await database.write { db in
                    try db.execute("UPDATE people SET name = name || 'x' WHERE id = 1")
                }
                #expect(database.staleObservers == 1)
            }
        }
    }

    @Test("The region of a table without a schema is the whole database")
    func eponymousTable() async throws {
        let database = try TestStorage.file.openWithItems()
        let hasModule = try await database.read { db in
            try db.value(
                "SELECT count(*) FROM pragma_module_list WHERE name = 'dbstat'", as: Int.self)
        }
        guard hasModule == 1 else { return }
        var pages = database.values { db in
            try db.value("SELECT sum(pgsize) FROM dbstat", as: Int.self)
        }.makeAsyncIterator()
        _ = try await pages.next()
        try await database.write { db in try db.addItem() }
        #expect(database.staleObservers == 1)
    }

    @Test("Exactly the changes that affect a query are detected", arguments: cases + rowCases)
    func touched(region: RegionCase) async throws {
        try await withTemporaryDirectory { directory in
            let database = try Self.open(in: directory, .file)
            let query = SQL(raw: region.query)
            var values = database.values(ObservationOptions(pollInterval: nil)) { db in
                Unequal(rows: try db.rows(query))
            }.makeAsyncIterator()
            _ = try await values.next()
            let reads = database.statistics.reads
            try await database.write { db in try db.execute(script: region.change) }
            let touched = region.isTouched || ChangeCollector.isMissing
            #expect(database.staleObservers == (touched ? 1 : 0))
            if database.staleObservers == 1 {
                _ = try await values.next()
                #expect(database.statistics.reads == reads + 1)
            }
        }
    }
}

/// Rows that are not equal to any other rows.
private struct Unequal: Sendable {
    let rows: [SQLiteRow]
}

extension ChangeCollector {
    /// Whether SQLite was built without the preupdate hook.
    static var isMissing: Bool {
        guard let connection = try? Connection(location: .inMemory) else { return true }
        return (try? ChangeCollector(on: connection)) == nil
    }
}

extension Database {
    /// The number of observers that a commit has marked as stale.
    var staleObservers: Int {
        pool.observers.delivery.state.withLock { $0.observers.count { $0.isStale } }
    }

    var fetchingObservers: Int {
        pool.observers.delivery.state.withLock { $0.observers.count { $0.fetchStart != nil } }
    }
}
