import DataLiteMacros
import Foundation
import Testing

@Suite("A row that saves itself")
struct SavedRecordTests {
    private let log: RecordLog
    private var db: Connection { log.db }

    init() throws { log = try RecordLog() }

    @Test("Saving inserts a row with a new key, and updates the row with a known one")
    func save() throws {
        var record = Record(id: 1, title: "Blue", year: nil, isPlaying: true)
        let insert = try log.statements { try record.save($0) }
        #expect(
            insert == """
                BEGIN IMMEDIATE TRANSACTION
                UPDATE "records" SET "title" = ?, "year" = ?, "score" = ? WHERE "records"."id" = ?
                SELECT 1 FROM "records" WHERE "records"."id" = ?
                INSERT INTO "records" ("id", "title", "year", "score") VALUES (?, ?, ?, ?)
                COMMIT TRANSACTION
                """)
        record.title = "Green"
        record.year = 1999
        let update = try log.statements { db in try db.transaction { try record.save(db) } }
        #expect(
            update == """
                BEGIN IMMEDIATE TRANSACTION
                UPDATE "records" SET "title" = ?, "year" = ?, "score" = ? WHERE "records"."id" = ?
                COMMIT TRANSACTION
                """)
        record.year = nil
        try record.save(db)
        #expect(try log.table("SELECT * FROM records") == "1 | 'Green' | NULL | 0.0")
    }

    @Test("Saving fails as a whole if another row has a unique value")
    func saveConflict() throws {
        try Record(id: 1, title: "Blue").insert(db)
        #expect(throws: SQLiteError.self) { try Record(id: 2, title: "Blue").save(db) }
        #expect(db.isAutocommit)
        try Record(id: 2, title: "Red").save(db)
        #expect(throws: SQLiteError.self) { try Record(id: 2, title: "Blue").save(db) }
        try Record(id: 2, title: "Blue", year: 7).save(db, or: .ignore)
        #expect(
            try log.table("SELECT id, title FROM records ORDER BY id") == "1 | 'Blue'\n2 | 'Red'")
        try Record(id: 2, title: "Blue", year: 7).save(db, or: .replace)
        #expect(try log.table("SELECT id, title, year FROM records") == "2 | 'Blue' | 7")
    }

    /// Replaces the table by one with another name, for a view with the name of the table.
    private func makeStore() throws {
        try db.execute(
            script: """
                DROP TABLE records;
                CREATE TABLE store(id INTEGER PRIMARY KEY, title TEXT, year INT, score REAL);
                """)
    }

    @Test("Saving a row of a view runs the view's triggers once")
    func saveInView() throws {
        try makeStore()
        try db.execute(
            script: """
                CREATE VIEW records AS SELECT * FROM store;
                CREATE TRIGGER t INSTEAD OF UPDATE ON records BEGIN
                    UPDATE store SET title = new.title WHERE id = new.id;
                END;
                CREATE TRIGGER u INSTEAD OF INSERT ON records BEGIN
                    INSERT INTO store VALUES (new.id, new.title, new.year, new.score);
                END;
                """)
        try Record(id: 1, title: "Blue").save(db)
        try Record(id: 1, title: "Green").save(db)
        try Record(id: 1, title: "Red").update(db)
        #expect(try log.table("SELECT id, title FROM store") == "1 | 'Red'")
    }

    @Test("A row that the trigger of a view deletes or hides was deleted")
    func deleteInView() throws {
        try makeStore()
        try db.execute(
            script: """
                INSERT INTO store VALUES (1, 'Blue', 1, 1), (2, 'Red', 2, 2), (3, 'kept', 3, 3);
                CREATE VIEW records AS SELECT * FROM store WHERE year > 0;
                CREATE TRIGGER t INSTEAD OF DELETE ON records BEGIN
                    DELETE FROM store WHERE id = old.id AND id = 1;
                    UPDATE store SET year = -year WHERE id = old.id AND id = 2;
                    UPDATE store SET score = 0 WHERE id = old.id AND id = 3;
                END;
                """)
        let isDeleted = try (1...4).map { try Record(id: $0, title: "").delete(db) }
        #expect(isDeleted == [true, true, false, false])
        #expect(try log.table("SELECT id, year FROM store ORDER BY id") == "2 | -2\n3 | 3")
    }

    @Test("A row whose deletion a trigger skips was not deleted")
    func skippedDelete() throws {
        let record = Record(id: 1, title: "Blue")
        try record.insert(db)
        try db.execute(
            script: """
                CREATE TABLE attempts(id);
                CREATE TRIGGER t BEFORE DELETE ON records BEGIN
                    INSERT INTO attempts VALUES (old.id); SELECT RAISE(IGNORE);
                END;
                """)
        #expect(try !record.delete(db))
        #expect(try record.exists(db))
    }

    @Test("A deleted row says whether it was in the table")
    func delete() throws {
        let record = Record(id: 1, title: "Blue")
        try record.insert(db)
        #expect(try record.exists(db))
        let delete = try log.running { try record.delete($0) }
        #expect(delete == (#"DELETE FROM "records" WHERE "records"."id" = ?"#, true))
        #expect(try !record.delete(db))
        let exists = try log.running { try record.exists($0) }
        #expect(exists == (#"SELECT 1 FROM "records" WHERE "records"."id" = ?"#, false))
    }

    @Test(
        "A row without a key gets it when it is inserted or saved, and keeps its other properties")
    func assignedKey() throws {
        var first = NotebookEntry(id: nil, text: "a", isOpen: true)
        let insert = try log.statements { try first.insert($0) }
        #expect(
            insert == """
                INSERT INTO "notebook" ("text") VALUES (?) RETURNING "notebook"."id"
                """)
        #expect(first == NotebookEntry(id: 1, text: "a", isOpen: true))
        var second = NotebookEntry(id: nil, text: "b")
        try second.save(db)
        #expect(second.id == 2)
        second.text = "c"
        try second.save(db)
        var third = NotebookEntry(id: 9, text: "d")
        try third.save(db)
        #expect(try log.table("SELECT * FROM notebook") == "1 | 'a'\n2 | 'c'\n9 | 'd'")
    }

    @Test("A row without a key gets the key that the column's default computes")
    func computedKey() throws {
        try db.execute(
            """
            CREATE TABLE tokens(
                id BLOB PRIMARY KEY NOT NULL DEFAULT x'00000000000000000000000000000007', name TEXT,
                length INT AS (length(name)))
            """)
        var token = Token(id: nil, name: "abc")
        try token.insert(db)
        #expect(token.id?.uuidString == "00000000-0000-0000-0000-000000000007")
        token.name = "abcd"
        try token.save(db)
        #expect(try log.table("SELECT name, length FROM tokens") == "'abcd' | 4")
    }

    @Test("A row of a table without a key is inserted")
    func noKey() throws {
        try Mark.createTable().execute(db)
        try Mark(label: "a").insert(db)
        try Mark(label: "a").insert(db)
        #expect(try Mark.fetchCount(db) == 2)
    }

    @Test("A row that SQLite skips gets no key")
    func skippedKey() throws {
        var first = NotebookEntry(id: nil, text: "a")
        try first.insert(db)
        var second = NotebookEntry(id: nil, text: "a")
        try second.save(db, or: .ignore)
        #expect(second.id == nil)
        #expect(throws: SQLiteError.self) { try second.save(db) }
        #expect(second.id == nil)
        #expect(try !second.exists(db))
        #expect(try !second.delete(db))
        #expect(try NotebookEntry.fetchCount(db) == 1)
    }

    @Test("A key of several columns in their own forms, without a rowid, identifies a row")
    func compositeKey() throws {
        let game = UUID()
        var score = ScoreRecord(key: .init(player: "Ada", game: game), points: 1)
        try score.save(db)
        score.points = 5
        try score.save(db)
        try ScoreRecord(key: .init(player: "Ada", game: UUID()), points: 2).save(db)
        #expect(
            try log.table("SELECT points, doubled FROM scores ORDER BY points") == "2 | 4\n5 | 10")
        #expect(try score.exists(db))
        #expect(try score.delete(db))
        #expect(try !score.exists(db))
        #expect(try ScoreRecord.fetchCount(db) == 1)
    }

    @Test("A key with a representation identifies a row")
    func representedKey() throws {
        var visit = VisitRecord(
            id: UUID(), day: Date(timeIntervalSince1970: 2), kind: .note("a"))
        try visit.save(db)
        visit.day = nil
        visit.kind = .image(Data([1]))
        try visit.save(db)
        #expect(
            try log.table("SELECT typeof(id), day, tags, note, hex(image) FROM visits")
                == "'blob' | NULL | '[]' | NULL | '01'")
        #expect(try visit.exists(db))
        #expect(try VisitRecord.find(visit.id).fetchOne(db) == visit)
    }

    @Test("A draft is saved without a key, or by its key, and returns the stored row")
    func draft() throws {
        let stored = try Record.Draft(title: "Blue").save(db)
        #expect(stored == Record(id: 1, title: "Blue"))
        let updated = try Record.Draft(id: 1, title: "Green").save(db)
        #expect(updated.title == "Green")
        #expect(try Record.Draft(title: "Red", year: 3).insert(db).id == 2)
        #expect(throws: SQLiteError.self) { try Record.Draft(title: "Red").insert(db) }
        #expect(try Record.Draft(title: "Red").insert(db, or: .replace).id == 3)
        let skipped = #expect(throws: SQLiteError.self) {
            try Record.Draft(title: "Red").insert(db, or: .ignore)
        }
        #expect(skipped?.resultCode == .notFound)
    }

    @Test("A value that cannot be stored is an error before anything runs")
    func notStorable() throws {
        let curve = Curve(id: 1, points: [.nan])
        let statements = log.statements { db in
            #expect(throws: SQLiteError.self) { try curve.save(db) }
            #expect(throws: SQLiteError.self) { try curve.update(db) }
            #expect(throws: SQLiteError.self) { try curve.insert(db) }
        }
        #expect(statements == "")
    }
}

@Table("curves") private struct Curve {
    let id: Int
    @Column(as: JSONRepresentation<[Double]>.self) var points: [Double]
}

@Table("tokens") private struct Token {
    @Column(as: UUID.BytesRepresentation?.self) var id: UUID?
    var name: String
    @Column(generated: "length(name)") var length = 0
}

@Table("marks") private struct Mark {
    var label: String
}
