import DataLiteCore
import DataLiteTestSupport
import Testing

@Suite("A query plan")
struct QueryPlanTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try db.execute(
            script: """
                CREATE TABLE artists (id INTEGER PRIMARY KEY, name TEXT);
                CREATE TABLE albums (id INTEGER PRIMARY KEY, artist, year, title TEXT);
                CREATE INDEX albums_artist ON albums (artist, year);
                CREATE TABLE words (word TEXT PRIMARY KEY, count) WITHOUT ROWID;
                CREATE VIRTUAL TABLE notes USING fts5(body);
                """)
    }

    @Test("A search names its index and its terms")
    func search() throws {
        let artist = 7
        let plan = try db.plan("SELECT * FROM albums WHERE artist = \(artist) AND year > 1990")
        #expect(
            plan.description == "`--SEARCH albums USING INDEX albums_artist (artist=? AND year>?)")
        let step = try #require(plan.steps.first)
        #expect(
            step.operation
                == .search(
                    "albums", .index("albums_artist", isCovering: false),
                    [
                        QueryPlan.Term(column: "artist", comparison: "="),
                        QueryPlan.Term(column: "year", comparison: ">"),
                    ]))
        #expect(plan.usesIndex("Albums_Artist"))
        #expect(!plan.usesIndex("albums"))
        #expect(plan.fullScans.isEmpty)
        #expect(plan.sorts.isEmpty)
    }

    @Test(
        "Each way to read a table is told apart",
        arguments: [
            ("SELECT * FROM albums", .scan("albums", .table)),
            (
                "SELECT artist FROM albums",
                .scan("albums", .index("albums_artist", isCovering: true))
            ),
            (
                "SELECT * FROM albums ORDER BY artist",
                .scan("albums", .index("albums_artist", isCovering: false))
            ),
            (
                "SELECT * FROM albums WHERE id = 1",
                .search("albums", .rowID, [QueryPlan.Term(column: "rowid", comparison: "=")])
            ),
            (
                "SELECT * FROM words WHERE word = 1",
                .search("words", .primaryKey, [QueryPlan.Term(column: "word", comparison: "=")])
            ),
            (
                "SELECT * FROM notes WHERE notes MATCH 'a'",
                .scan("notes", .virtualTable("INDEX 0:M1"))
            ),
            ("SELECT 1", .other),
            ("DELETE FROM albums WHERE title = 'x'", .scan("albums", .table)),
            (
                "SELECT * FROM albums AS \"the USED (albums)\" WHERE artist = 1",
                .search(
                    "the USED (albums)", .index("albums_artist", isCovering: false),
                    [QueryPlan.Term(column: "artist", comparison: "=")])
            ),
        ] as [(String, QueryPlan.Operation)])
    func access(sql: String, operation: QueryPlan.Operation) throws {
        #expect(try db.plan(SQL(raw: sql)).steps.map(\.operation) == [operation])
    }

    @Test("A plan lists full scans, sorts and automatic indexes, and leaves out subqueries")
    func problems() {
        let plan = QueryPlan(steps: [
            QueryPlan.Step(id: 2, detail: "MATERIALIZE recent"),
            QueryPlan.Step(id: 5, parent: 2, depth: 1, detail: "SCAN albums"),
            QueryPlan.Step(id: 9, detail: "SCAN recent"),
            QueryPlan.Step(
                id: 12, detail: "SEARCH artists USING AUTOMATIC COVERING INDEX (name=?)"),
            QueryPlan.Step(id: 15, detail: "USE TEMP B-TREE FOR GROUP BY"),
            QueryPlan.Step(id: 17, detail: "USE TEMP B-TREE FOR ORDER BY"),
        ])
        #expect(plan.fullScans == ["albums"])
        #expect(
            plan.automaticIndexes == [QueryPlan.AutomaticIndex(table: "artists", columns: ["name"])]
        )
        #expect(plan.sorts == ["GROUP BY", "ORDER BY"])
        #expect(plan.steps[0].operation == .subquery("recent"))
    }

    @Test("A plan is a tree")
    func tree() throws {
        let or = "SELECT title FROM albums WHERE artist = 1 OR id = 2"
        let real = try db.plan(SQL(raw: "\(or) UNION SELECT name FROM artists"))
        #expect(real.steps.contains { $0.depth > 1 })
        #expect(
            real.steps.allSatisfy { step in
                step.depth == 0 || real.steps.contains { $0.id == step.parent }
            })

        let details = [
            (1, 0, 0, "COMPOUND QUERY"), (2, 1, 1, "LEFT-MOST SUBQUERY"),
            (5, 2, 2, "MULTI-INDEX OR"),
            (6, 5, 3, "INDEX 1"),
            (9, 6, 4, "SEARCH albums USING INDEX albums_artist (artist=?)"), (14, 5, 3, "INDEX 2"),
            (18, 14, 4, "SEARCH albums USING INTEGER PRIMARY KEY (rowid=?)"),
            (25, 1, 1, "UNION USING TEMP B-TREE"),
            (28, 25, 2, "SEARCH artists USING INTEGER PRIMARY KEY (rowid=?)"),
            (31, 25, 2, "LIST SUBQUERY 2"),
            (33, 31, 3, "SCAN albums USING COVERING INDEX albums_artist"),
        ]
        let plan = QueryPlan(
            steps: details.map { QueryPlan.Step(id: $0, parent: $1, depth: $2, detail: $3) })
        #expect(
            plan.description == """
                `--COMPOUND QUERY
                   |--LEFT-MOST SUBQUERY
                   |  `--MULTI-INDEX OR
                   |     |--INDEX 1
                   |     |  `--SEARCH albums USING INDEX albums_artist (artist=?)
                   |     `--INDEX 2
                   |        `--SEARCH albums USING INTEGER PRIMARY KEY (rowid=?)
                   `--UNION USING TEMP B-TREE
                      |--SEARCH artists USING INTEGER PRIMARY KEY (rowid=?)
                      `--LIST SUBQUERY 2
                         `--SCAN albums USING COVERING INDEX albums_artist
                """)
        let root = try #require(plan.roots.first)
        #expect(plan.roots.count == 1)
        #expect(
            plan.children(of: root).map(\.detail) == [
                "LEFT-MOST SUBQUERY", "UNION USING TEMP B-TREE",
            ])
        #expect(root.operation == .compound("COMPOUND QUERY"))
        #expect(plan.children(of: root)[1].operation == .compound("UNION"))
    }

    @Test(
        "The text of other versions of SQLite is read",
        arguments: [
            ("SCAN TABLE albums", .scan("albums", .table)),
            ("SCAN TABLE albums AS a", .scan("a", .table)),
            (
                "SEARCH TABLE albums AS a USING INDEX i (artist=?)",
                .search(
                    "a", .index("i", isCovering: false),
                    [QueryPlan.Term(column: "artist", comparison: "=")])
            ),
            ("USE TEMP B-TREE FOR LAST 2 TERMS OF ORDER BY", .sort("LAST 2 TERMS OF ORDER BY")),
            ("SCAN b LEFT-JOIN", .scan("b", .table)),
            (
                "SEARCH a USING INDEX i ((x,y)>(?,?))",
                .search(
                    "a", .index("i", isCovering: false),
                    [QueryPlan.Term(column: "(x,y)", comparison: ">")])
            ),
            ("SCAN 2 CONSTANT ROWS", .other), ("BLOOM FILTER ON a (x=?)", .other), ("", .other),
            ("SEARCH ", .search("", .table, [])),
            ("SEARCH a USING INDEX i )", .search("a", .index("i )", isCovering: false), [])),
        ] as [(String, QueryPlan.Operation)])
    func versions(detail: String, operation: QueryPlan.Operation) {
        #expect(QueryPlan.Step(id: 1, detail: detail).operation == operation)
    }

    @Test("A plan runs nothing")
    func runsNothing() throws {
        try db.execute("INSERT INTO artists VALUES (1, 'Ada')")
        _ = try db.plan("DELETE FROM artists WHERE id = 1")
        _ = try db.plan("BEGIN")
        #expect(db.isAutocommit)
        #expect(try db.requiredValue("SELECT count(*) FROM artists", as: Int.self) == 1)
        #expect(try db.plan("COMMIT").steps.isEmpty)
    }

    @Test("A plan follows the schema, even if another connection has changed it")
    func schemaChange() throws {
        try withTemporaryDirectory { directory in
            let first = try Connection(path: directory + "/plan.db")
            let second = try Connection(path: directory + "/plan.db")
            try first.execute("CREATE TABLE t (x)")
            let sql: SQL = "SELECT * FROM t WHERE x = 1"
            #expect(try second.plan(sql).fullScans == ["t"])
            try first.execute("CREATE INDEX t_x ON t (x)")
            #expect(try second.plan(sql).usesIndex("t_x"))
            #expect(try first.plan(sql).usesIndex("t_x"))
            try first.execute("DROP INDEX t_x")
            #expect(try first.plan(sql).fullScans == ["t"])
            #expect(try second.plan(sql).fullScans == ["t"])
        }
    }

    @Test(
        "An invalid statement throws SQLite's error",
        arguments: ["SELECT * FROM nowhere", "", "EXPLAIN SELECT 1", "SELECT 1; SELECT 2"])
    func invalid(sql: String) {
        #expect(throws: SQLiteError.self) { try db.plan(SQL(raw: sql)) }
    }

    @Test("A parameter without a value throws")
    func parameters() throws {
        #expect(throws: SQLiteError.self) { try db.plan("SELECT * FROM albums WHERE artist = ?") }
        let plan = try db.plan("SELECT * FROM albums WHERE artist = ?", [1])
        #expect(plan.usesIndex("albums_artist"))
    }
}
