import DataLiteMacros
import Foundation
import Testing

@Table("articles") private struct Article: Hashable, Identifiable {
    let id: Int
    var text: String
    var version = 0
    var slug: String?
}

@Table("versions") private struct Version: Hashable {
    @Selection struct Key: Hashable {
        let name: String
        let number: Int
    }

    @Column(primaryKey: true) let key: Key
    var note: String?
}

@Table("shown") private struct Shown: Identifiable {
    let id: Int
    var text: String
}

@Suite("The row that a change returns")
struct StoredRowTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Article.createTable().execute(db)
    }

    private func addTrigger() throws {
        try Article.createTrigger(
            "slugs",
            after: .insert { new in
                Article.find(new.id).update {
                    $0.slug = $0.text.lower()
                    $0.version = 1
                }
            }
        ).execute(db)
    }

    @Test("An inserted draft is the row after its triggers")
    func draft() throws {
        try addTrigger()
        let article = try Article.Draft(text: "Hello").insert(db)
        #expect(article == Article(id: 1, text: "Hello", version: 1, slug: "hello"))
        let saved = try Article.Draft(id: 2, text: "A").save(db)
        #expect(saved.slug == "a")
        #expect(try db.transaction { try Article.Draft(text: "B").insert(db) }.slug == "b")
        #expect(db.isAutocommit)
    }

    @Test("Rows of several statements are the rows after their triggers, in their order")
    func batches() throws {
        try addTrigger()
        let texts = (0..<300).map { "T\($0)" }
        let articles = try Article.insert { texts.map { Article.Draft(text: $0) } }
            .returning(\.self).fetchAll(db)
        #expect(articles.map(\.slug) == texts.map { $0.lowercased() })
        #expect(articles == (try Article.order(by: \.id).fetchAll(db)))
    }

    @Test("A temporary trigger, an upsert and an update return the row after their triggers")
    func updates() throws {
        try db.execute(
            script: """
                CREATE TEMP TRIGGER touch AFTER UPDATE OF "text" ON main.articles BEGIN
                    UPDATE articles SET version = version + 1 WHERE id = new.id;
                END
                """)
        try Article(id: 1, text: "a").insert(db)
        #expect(try Article.Draft(id: 1, text: "b").save(db).version == 1)
        let updated = try Article.find(1).update { $0.text = "c" }.returning(Article.self)
            .fetchAll(db)
        #expect(updated == [Article(id: 1, text: "c", version: 2)])
    }

    @Test("A key of several columns finds the row again")
    func compositeKey() throws {
        try Version.createTable().execute(db)
        try db.execute(
            script: """
                CREATE TRIGGER notes AFTER INSERT ON versions BEGIN
                    UPDATE versions SET note = new.name || new.number
                    WHERE (name, number) = (new.name, new.number);
                END
                """)
        let version = Version(key: .init(name: "a", number: 3))
        let returned = try Version.insert { version }.returning(Version.self).fetchOne(db)
        #expect(returned?.note == "a3")
    }

    @Test(
        "A row that a trigger deletes is returned as it was inserted, and deleted rows as they were"
    )
    func deleted() throws {
        try db.execute(
            script: """
                CREATE TRIGGER consume AFTER INSERT ON articles BEGIN
                    DELETE FROM articles WHERE id = new.id;
                END;
                CREATE TABLE log(id);
                CREATE TRIGGER log AFTER DELETE ON articles WHEN old.id = 9 BEGIN
                    INSERT INTO log VALUES (old.id);
                END;
                """)
        #expect(try Article.Draft(id: 4, text: "a").insert(db).id == 4)
        #expect(try Article.fetchCount(db) == 0)
        try db.execute("DROP TRIGGER consume")
        try Article(id: 9, text: "x").insert(db)
        let deleted = try Article.find(9).delete().returning(Article.self).fetchAll(db)
        #expect(deleted == [Article(id: 9, text: "x")])
    }

    @Test("Without changes of triggers, only the statement runs")
    func statements() throws {
        let log = try RecordLog()
        try log.db.execute(
            """
            CREATE TRIGGER t AFTER INSERT ON notebook WHEN 0 BEGIN DELETE FROM records; END
            """)
        let statements = try log.statements {
            _ = try NotebookEntry.Draft(text: "a").insert($0)
        }
        // SQLite reports a trigger as a comment.
        #expect(statements.split(separator: "\n").filter { !$0.hasPrefix("--") }.count == 1)
    }

    // MARK: Errors

    @Test("A row that cannot be decoded is not inserted outside a transaction")
    func undone() throws {
        try db.execute("CREATE TABLE shown(id INTEGER PRIMARY KEY, text ANY)")
        try db.execute("CREATE TABLE log(id)")
        try db.execute(
            """
            CREATE TRIGGER t AFTER INSERT ON shown WHEN new.text = 'log' BEGIN
                INSERT INTO log VALUES (new.id); UPDATE shown SET text = NULL;
            END
            """)
        for text in ["log", "plain"] {
            let insert = { try Shown.Draft(text: text).insert(db) }
            if text == "plain" {
                #expect(try insert().text == text)
            } else {
                #expect(throws: SQLiteError.self) { try insert() }
            }
            #expect(db.isAutocommit)
        }
        #expect(try db.value("SELECT count(*) FROM shown") == 1)
        #expect(try db.value("SELECT count(*) FROM log") == 0)
    }

    @Test("A draft of a view whose row cannot be decoded inserts nothing")
    func view() throws {
        try db.execute(
            script: """
                CREATE TABLE stored(id INTEGER PRIMARY KEY, text TEXT);
                CREATE VIEW shown AS SELECT * FROM stored;
                CREATE TRIGGER i INSTEAD OF INSERT ON shown BEGIN
                    INSERT INTO stored VALUES (new.id, upper(new.text));
                END;
                """)
        #expect(throws: SQLiteError.self) { try Shown.Draft(text: "a").insert(db) }
        #expect(try db.value("SELECT count(*) FROM stored") == 0)
        #expect(try Shown.Draft(id: 5, text: "a").insert(db).text == "A")
        #expect(db.isAutocommit)
    }

    @Test("A change that returns several rows instead of one changes none")
    func only() throws {
        try Article.insert { [Article(id: 1, text: "a"), Article(id: 2, text: "b")] }.execute(db)
        #expect(throws: SQLiteError.self) {
            try Article.all.update { $0.version = 1 }.returning(\.id).fetchOnly(db)
        }
        #expect(try Article.where { $0.version == 1 }.fetchCount(db) == 0)
    }
}
