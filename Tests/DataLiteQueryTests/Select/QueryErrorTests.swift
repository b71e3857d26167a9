import DataLiteC
import DataLiteQuery
import Foundation
import Testing

@Suite("An error of a query")
struct QueryErrorTests {
    /// A cause that makes a query fail although it has run earlier, the error message, and the repair that makes it run
    /// again.
    struct Failure: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let cause: String
        let message: String
        let code: ResultCode
        let repair: String
        let run: @Sendable (Connection) throws -> Void

        init(
            _ name: String, cause: String, _ message: String, _ code: ResultCode = .mismatch,
            repair: String, _ run: @escaping @Sendable (Connection) throws -> Void
        ) {
            testDescription = name
            (self.cause, self.message, self.code) = (cause, message, code)
            (self.repair, self.run) = (repair, run)
        }
    }

    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try db.execute(
            script: """
                CREATE TABLE notes(id INTEGER PRIMARY KEY, text, parent, isDeleted);
                INSERT INTO notes VALUES (1, 'a', NULL, 0), (2, 'b', 1, 0), (3, 'c', 2, 0);
                CREATE TABLE attachments(id, link, note, caption, url);
                INSERT INTO attachments(id, note)
                    VALUES ('\(UUID.test(1).uuidString)', 'x'), ('\(UUID.test(2).uuidString)', 'y');
                CREATE TABLE log(entry);
                """)
    }

    private static let notes: @Sendable (Connection) throws -> Void = { db in
        _ = try Note.unscoped.order(by: \.id).fetchAll(db)
    }

    private static let failures = [
        Failure(
            "NULL in a column that is not optional",
            cause: "UPDATE notes SET text = NULL WHERE id = 2",
            #"column "text" of table "notes", row 2: expected String, found NULL"#,
            repair: "UPDATE notes SET text = 'b' WHERE id = 2", notes),
        Failure(
            "NULL in a selected column",
            cause: "UPDATE notes SET text = NULL WHERE id = 3",
            #"column "text" of table "notes", row 3: expected String, found NULL"#,
            repair: "UPDATE notes SET text = 'c' WHERE id = 3"
        ) { db in
            let cursor = try Note.unscoped.select { ($0.id, $0.text) }.fetchCursor(db)
            while try cursor.next() != nil {}
        },
        Failure(
            "a value of another type",
            cause: "UPDATE notes SET isDeleted = 'maybe' WHERE id = 1",
            #"column "isDeleted" of table "notes", row 1: expected Bool, found TEXT 'maybe'"#,
            repair: "UPDATE notes SET isDeleted = 0 WHERE id = 1", notes),
        Failure(
            "NULL in an expression", cause: "UPDATE notes SET text = NULL WHERE id = 1",
            #"column "upper("notes"."text")" of row 1: expected String, found NULL"#,
            repair: "UPDATE notes SET text = 'a' WHERE id = 1"
        ) { db in
            _ = try Note.unscoped.select { $0.text.upper() }.fetchAll(db)
        },
        Failure(
            "a missing table", cause: "ALTER TABLE notes RENAME TO other",
            "no such table: notes", .error, repair: "ALTER TABLE other RENAME TO notes", notes),
        Failure(
            "a missing column", cause: "ALTER TABLE notes RENAME COLUMN parent TO other",
            "no such column: notes.parent", .error,
            repair: "ALTER TABLE notes RENAME COLUMN other TO parent", notes),
        Failure(
            "an enum with no case", cause: "UPDATE attachments SET note = NULL",
            """
            columns "link", "note", "caption", "url" of row 1: expected the columns of exactly one \
            case of Kind to be set, found 0
            """,
            repair: "UPDATE attachments SET note = 'x'"
        ) { _ = try Attachment.all.fetchAll($0) },
        Failure(
            "an enum with two cases",
            cause: "UPDATE attachments SET link = 'x:y' WHERE note = 'y'",
            """
            columns "link", "note", "caption", "url" of row 2: expected the columns of exactly one \
            case of Kind to be set, found 2
            """,
            repair: "UPDATE attachments SET link = NULL"
        ) { _ = try Attachment.all.fetchAll($0) },
        Failure(
            "a row that a change returns", cause: "UPDATE notes SET text = NULL WHERE id = 2",
            #"column "text" of table "notes", row 1: expected String, found NULL"#,
            repair: "UPDATE notes SET text = 'b' WHERE id = 2"
        ) { db in
            _ = try Note.find(2).update { $0.parent = nil }.returning(\.self).fetchAll(db)
        },
        Failure(
            "a trigger that refuses a change",
            cause: """
                CREATE TRIGGER refuse BEFORE DELETE ON notes
                BEGIN SELECT raise(ABORT, 'notes are kept'); END
                """,
            "notes are kept", .constraint, repair: "DROP TRIGGER refuse"
        ) { _ = try Note.where { $0.id == 99 || $0.id == 3 }.delete().execute($0) },
    ]

    @Test(
        "An error names its location, and leaves the transaction and the statement unchanged",
        arguments: failures)
    func failure(_ failure: Failure) throws {
        let isDelete = failure.repair.hasPrefix("DROP")
        try db.transaction {
            try db.execute("INSERT INTO log VALUES ('before')")
            if !isDelete { try failure.run(db) }
            try db.execute(SQL(raw: failure.cause))
            let error = #expect(throws: SQLiteError.self) { try failure.run(db) }
            // Not every build of SQLite reports the tables of columns.
            let withoutTable = failure.message.replacing(#/ of table "\w+",/#, with: " of")
            #expect([failure.message, withoutTable].contains(error?.message))
            #expect(error?.resultCode.primary == failure.code)
            #expect(error?.sql?.isEmpty == false)
            #expect(!db.isAutocommit)
            #expect(try db.busyStatementCount() == 0)
            try db.execute(SQL(raw: failure.repair))
            try failure.run(db)
            try db.execute("INSERT INTO log VALUES ('after')")
        }
        #expect(try db.rows("SELECT entry FROM log", as: String.self) == ["before", "after"])
    }

    @Test("A draft without a required value fails, names the column, and inserts nothing")
    func draft() throws {
        try db.execute("DROP TABLE notes")
        try Note.createTable().execute(db)
        try db.transaction {
            try Note.insert { Note.Draft(text: "a", isDeleted: false) }.execute(db)
            let drafts = [
                Note.Draft(text: "b", isDeleted: false), Note.Draft(isDeleted: false),
                Note.Draft(text: "c", isDeleted: false),
            ]
            let error = #expect(throws: SQLiteError.self) { try Note.insert { drafts }.execute(db) }
            #expect(error?.message == "NOT NULL constraint failed: notes.text")
            #expect(try db.busyStatementCount() == 0)
            #expect(!db.isAutocommit)
            try Note.insert { Note.Draft(text: "d", isDeleted: false) }.execute(db)
        }
        #expect(try Note.select(\.text).fetchAll(db).sorted() == ["a", "d"])
    }
}

extension Connection {
    /// The number of prepared statements that have been stepped and not reset.
    fileprivate func busyStatementCount() throws -> Int {
        try withUnsafeHandle { pointer in
            var count = 0
            var statement = sqlite3_next_stmt(pointer, nil)
            while let current = statement {
                if sqlite3_stmt_busy(current) != 0 { count += 1 }
                statement = sqlite3_next_stmt(pointer, current)
            }
            return count
        }
    }
}
