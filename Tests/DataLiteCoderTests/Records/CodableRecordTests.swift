import DataLiteCoder
import DataLiteCore
import Foundation
import Testing

@Suite("A Codable value as a record")
struct CodableRecordTests {
    private struct User: Codable, Equatable {
        var id: Int?
        var name: String
        var email: String?
        var score = 0.0
    }

    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try db.execute(
            script: """
                CREATE TABLE users(
                    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, email TEXT, score REAL);
                CREATE TABLE marks(
                    player TEXT, game BLOB, points INT, doubled INT AS (points * 2),
                    PRIMARY KEY (player, game)) WITHOUT ROWID;
                """)
    }

    private func table(_ query: String) throws -> String {
        try db.rows(SQL(raw: query)).map { row in
            row.values.map(\.sqliteLiteral).joined(separator: " | ")
        }.joined(separator: "\n")
    }

    @Test("A value without a key is inserted, and saving returns the new key")
    func newKey() throws {
        #expect(try db.save(User(name: "Ada"), into: "users", key: "id") == 1)
        #expect(try db.save(User(name: "Jean"), into: "users", key: "ID") == 2)
        #expect(try table("SELECT id, name FROM users") == "1 | 'Ada'\n2 | 'Jean'")
    }

    @Test("A value without a key gets the key that the column's default computes")
    func computedKey() throws {
        struct Code: Codable { var code: String?, count: Int }
        try db.execute(
            "CREATE TABLE codes(code TEXT NOT NULL PRIMARY KEY DEFAULT ('c' || 1), count INT)")
        try db.save(Code(code: nil, count: 2), into: "codes", key: "code")
        #expect(try table("SELECT * FROM codes") == "'c1' | 2")
    }

    @Test("A value with a key updates its row in all columns, or is inserted")
    func save() throws {
        #expect(
            try db.save(User(id: 7, name: "Ada", email: "a@b"), into: "users", key: "id") == 7)
        #expect(try db.save(User(id: 7, name: "Eva"), into: "users", key: "id") == nil)
        #expect(try table("SELECT * FROM users") == "7 | 'Eva' | NULL | 0.0")
        let partial = RowEncoder(omitsNil: true)
        let other = User(id: 7, name: "Eva", email: "e@b")
        try db.save(other, into: "users", schema: "main", key: "id")
        try db.save(User(id: 7, name: "Ivy"), into: "users", key: "id", encoder: partial)
        #expect(try table("SELECT * FROM users") == "7 | 'Ivy' | 'e@b' | 0.0")
    }

    @Test("Saving a value is atomic")
    func atomicSave() throws {
        try db.save(User(id: 1, name: "Ada"), into: "users", key: "id")
        #expect(throws: SQLiteError.self) {
            try db.save(User(id: 2, name: "Ada"), into: "users", key: "id")
        }
        #expect(db.isAutocommit)
        let skipped = try db.save(
            User(id: 2, name: "Ada"), into: "users", key: "id", or: .ignore)
        #expect(skipped == nil)
        try db.save(User(id: 2, name: "Ada"), into: "users", key: "id", or: .replace)
        #expect(try table("SELECT id, name FROM users") == "2 | 'Ada'")
    }

    @Test("An update of a value that is not in the table names the table and the key")
    func notFound() throws {
        let error = try #require(throws: SQLiteError.self) {
            try db.update(User(id: 3, name: "Ada"), in: "users", key: "id")
        }
        #expect(error.resultCode == .notFound)
        #expect(error.message == #"no row of "users" has the key "id": 3"#)
        #expect(
            error.underlyingError as? RecordNotFound
                == RecordNotFound(table: "users", key: ["id": 3]))
        let noKey = try #require(throws: SQLiteError.self) {
            try db.update(User(name: "Ada"), in: "users", key: "id")
        }
        #expect(noKey.message == #"no row of "users" has the key "id": NULL"#)
    }

    @Test("An update writes all columns, or those that are named")
    func update() throws {
        try db.save(User(id: 1, name: "Ada", email: "a@b"), into: "users", key: "id")
        let user = User(id: 1, name: "Eva", score: 3)
        try db.update(user, in: "users", key: "id", columns: ["SCORE", "email"])
        #expect(try table("SELECT * FROM users") == "1 | 'Ada' | NULL | 3.0")
        try db.update(user, in: "users", key: "id")
        #expect(try table("SELECT * FROM users") == "1 | 'Eva' | NULL | 3.0")
    }

    @Test("A name without a property is refused")
    func unknownNames() throws {
        let user = User(id: 1, name: "Ada")
        let key = try #require(throws: SQLiteError.self) {
            try db.update(user, in: "users", key: "uid")
        }
        #expect(key.message == #"the value has no property for the key "uid" of "users""#)
        let column = try #require(throws: SQLiteError.self) {
            try db.update(user, in: "users", key: "id", columns: ["name", "nome"])
        }
        #expect(
            column.message == #"the value has no property for the columns "nome" of "users""#)
        #expect(column.resultCode == .misuse)
    }

    @Test("Changes are written where the stored values differ")
    func changes() throws {
        let old = User(id: 1, name: "Ada", email: "a@b")
        try db.save(old, into: "users", key: "id")
        try db.execute("UPDATE users SET email = 'kept'")
        var user = old
        #expect(try !db.updateChanges(user, from: old, in: "users", key: "id"))
        user.score = -0.0
        user.name = "A\u{301}"
        #expect(try db.updateChanges(user, from: old, in: "users", key: "id"))
        #expect(try table("SELECT hex(name), email FROM users") == "'41CC81' | 'kept'")
        var composed = user
        composed.name = "\u{C1}"
        #expect(composed == user)
        #expect(try db.updateChanges(composed, from: user, in: "users", key: "id"))
        user.email = nil
        let partial = RowEncoder(omitsNil: true)
        #expect(
            try db.updateChanges(user, from: old, in: "users", key: "id", encoder: partial))
        #expect(try table("SELECT email FROM users") == "NULL")
    }

    @Test("Changes of the key, and of a row that is not there, are errors")
    func refusedChanges() throws {
        let old = User(id: 1, name: "Ada")
        let key = try #require(throws: SQLiteError.self) {
            try db.updateChanges(User(id: 2, name: "Ada"), from: old, in: "users", key: "id")
        }
        #expect(key.resultCode == .misuse)
        let missing = try #require(throws: SQLiteError.self) {
            try db.updateChanges(User(id: 1, name: "B"), from: old, in: "users", key: "id")
        }
        #expect(missing.resultCode == .notFound)
    }

    @Test("A value says whether its row was there")
    func deletion() throws {
        let user = User(id: 1, name: "Ada")
        #expect(try !db.exists(user, in: "users", key: "id"))
        try db.save(user, into: "users", key: "id")
        #expect(try db.exists(user, in: "users", key: "id"))
        #expect(try !db.exists(User(name: "Ada"), in: "users", key: "id"))
        #expect(try !db.delete(User(name: "Ada"), from: "users", key: "id"))
        #expect(try db.delete(user, from: "users", key: "id"))
        #expect(try !db.delete(user, from: "users", key: "id"))
    }

    private struct Mark: Codable, Equatable {
        var player: String
        var game: UUID
        var points: Int
        var doubled: Int?
    }

    @Test("A key of several columns in the coder's form, without a rowid, identifies a row")
    func compositeKey() throws {
        var coder = SQLiteCoder()
        coder.uuids = .blob
        let encoder = RowEncoder(coder: coder, excluding: ["doubled"])
        var mark = Mark(player: "Ada", game: UUID(), points: 1)
        try db.save(mark, into: "marks", key: "player", "game", encoder: encoder)
        mark.points = 4
        try db.save(mark, into: "marks", key: "player", "game", encoder: encoder)
        let other = Mark(player: "Ada", game: UUID(), points: 2)
        try db.save(other, into: "marks", key: "player", "game", encoder: encoder)
        #expect(
            try table("SELECT points, doubled, typeof(game) FROM marks ORDER BY points")
                == "2 | 4 | 'blob'\n4 | 8 | 'blob'")
        #expect(
            try db.updateChanges(
                mark, from: Mark(player: "Ada", game: mark.game, points: 3, doubled: 5),
                in: "marks", key: "player", "game", encoder: encoder))
        #expect(try db.delete(other, from: "marks", key: "player", "game", encoder: encoder))
        #expect(try table("SELECT points FROM marks") == "4")
    }

    @Test("A row in a view is saved and deleted by the view's triggers")
    func view() throws {
        try db.execute(
            script: """
                CREATE VIEW people AS SELECT id, name FROM users;
                CREATE TRIGGER t INSTEAD OF UPDATE ON people BEGIN
                    UPDATE users SET name = new.name WHERE id = new.id;
                END;
                CREATE TRIGGER u INSTEAD OF INSERT ON people BEGIN
                    INSERT INTO users(id, name) VALUES (new.id, new.name);
                END;
                CREATE TRIGGER v INSTEAD OF DELETE ON people BEGIN
                    DELETE FROM users WHERE id = old.id;
                END;
                """)
        let encoder = RowEncoder(excluding: ["email", "score"])
        try db.save(User(id: 1, name: "Ada"), into: "people", key: "id", encoder: encoder)
        try db.save(User(id: 1, name: "Eva"), into: "people", key: "id", encoder: encoder)
        #expect(try table("SELECT id, name FROM users") == "1 | 'Eva'")
        #expect(try db.delete(User(id: 1, name: ""), from: "people", key: "id"))
        #expect(try !db.delete(User(id: 1, name: ""), from: "people", key: "id"))
        #expect(try table("SELECT id FROM users") == "")
    }

    @Test("The trigger of a view runs once in an update")
    func updateOfView() throws {
        struct Point: Codable { var id: Int, x: Int }
        try db.execute(
            script: """
                CREATE TABLE points(id INTEGER PRIMARY KEY, x INT);
                INSERT INTO points VALUES (1, 1);
                CREATE VIEW moves AS SELECT * FROM points;
                CREATE TRIGGER move INSTEAD OF UPDATE ON moves BEGIN
                    UPDATE points SET x = x + new.x WHERE id = old.id;
                END;
                """)
        try db.update(Point(id: 1, x: 10), in: "moves", key: "id")
        #expect(try table("SELECT x FROM points") == "11")
        try db.updateChanges(
            Point(id: 1, x: 5), from: Point(id: 1, x: 0), in: "moves", key: "id")
        #expect(try table("SELECT x FROM points") == "16")
        #expect(throws: SQLiteError.self) {
            try db.update(Point(id: 2, x: 10), in: "moves", key: "id")
        }
    }
}
