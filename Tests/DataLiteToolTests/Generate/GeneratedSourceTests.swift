import DataLiteCore
import Testing

@testable import DataLiteTool

@Suite("The generated source")
struct GeneratedSourceTests {
    @Test("The source has its origin, the imports and the tables in order")
    func wholeFile() throws {
        let source = try generatedFile(
            "CREATE TABLE zebras(id INTEGER PRIMARY KEY); CREATE TABLE apes(name TEXT NOT NULL)",
            name: "zoo.db")
        #expect(
            source == """
                // Written by "datalite generate" from "zoo.db".
                // swift-format-ignore-file

                import DataLite
                import Foundation

                @Table("zebras")
                struct Zebra: Identifiable {
                    let id: Int
                }

                @Table("apes")
                struct Ape {
                    var name: String
                }

                """)
    }

    @Test("Columns are generated with their names, types and defaults")
    func columns() throws {
        let source = try generated(
            """
            CREATE TABLE reminders(
                id INTEGER PRIMARY KEY,
                title TEXT NOT NULL DEFAULT '',
                is_completed BOOLEAN NOT NULL DEFAULT 0,
                due_date DATETIME,
                created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
                position INT NOT NULL DEFAULT -1,
                weight REAL,
                price DECIMAL(10, 2) NOT NULL DEFAULT (1 + 2),
                image BLOB,
                token UUID NOT NULL UNIQUE,
                extra
            )
            """)
        #expect(
            source == """
                @Table("reminders")
                struct Reminder: Identifiable {
                    let id: Int
                    var title: String = ""
                    @Column("is_completed") var isCompleted: Bool = false
                    @Column("due_date") var dueDate: Date?
                    @Column("created_at", default: "CURRENT_TIMESTAMP") var createdAt: Date
                    var position: Int = -1
                    var weight: Double?
                    @Column(default: "1 + 2") var price: Double
                    var image: Data?
                    @Column(unique: true) var token: UUID
                    var extra: SQLiteValue?
                }

                """)
    }

    @Test("Foreign keys to tables with a single-column key are generated")
    func foreignKeys() throws {
        let source = try generated(
            """
            CREATE TABLE people(email TEXT PRIMARY KEY NOT NULL, nick TEXT UNIQUE);
            CREATE TABLE employees(
                id INTEGER PRIMARY KEY,
                manager INTEGER REFERENCES employees ON DELETE SET NULL,
                work_email TEXT NOT NULL REFERENCES People(EMAIL) ON DELETE CASCADE ON UPDATE RESTRICT,
                nick TEXT REFERENCES people(nick),
                office INTEGER REFERENCES offices
            )
            """)
        #expect(
            source == """
                @Table("people")
                struct Person {
                    @Column(primaryKey: true) let email: String
                    @Column(unique: true) var nick: String?
                }

                // Not expressed: FOREIGN KEY ("office") REFERENCES "offices".
                @Table("employees")
                struct Employee: Identifiable {
                    let id: Int
                    @Column(references: Employee.self, onDelete: .setNull) var manager: Int?
                    @Column("work_email", references: Person.self, onDelete: .cascade, onUpdate: .restrict)
                    var workEmail: String
                    var nick: String?
                    var office: Int?

                    nonisolated static var constraints: [TableConstraint<Employee>] {
                        [.foreignKey(\\.nick, references: Person.self, \\.nick)]
                    }
                }

                """)
    }

    @Test("A key of several columns is generated as a group")
    func compoundKey() throws {
        let source = try generated(
            """
            CREATE TABLE albums(id INTEGER PRIMARY KEY);
            CREATE TABLE tracks(
                title TEXT, position INT NOT NULL, album_id INT NOT NULL REFERENCES albums, key TEXT,
                PRIMARY KEY (album_id, position)
            ) WITHOUT ROWID
            """, tables: ["tracks", "albums"])
        #expect(
            source == """
                @Table("albums")
                struct Album: Identifiable {
                    let id: Int
                }

                @Table("tracks")
                struct Track {
                    @Selection
                    struct Key: Hashable {
                        @Column("album_id", references: Album.self) let albumID: Int
                        let position: Int
                    }

                    @Column(primaryKey: true) let key2: Key
                    var title: String?
                    var key: String?

                    nonisolated static var constraints: [TableConstraint<Track>] {
                        [.withoutRowID]
                    }
                }

                """)
    }

    @Test("Comments list what a struct cannot express")
    func limits() throws {
        let source = try generated(
            """
            CREATE TABLE users(
                id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT COLLATE NOCASE CHECK (name <> ''),
                "CHECK" TEXT, code TEXT, UNIQUE (name, code) ON CONFLICT IGNORE
            ) STRICT;
            CREATE INDEX by_code ON users(code, length(name));
            CREATE UNIQUE INDEX "by ""name" ON users(name) WHERE code IS NULL;
            CREATE TRIGGER audit AFTER INSERT ON users BEGIN SELECT 1; END;
            """)
        #expect(
            source == """
                // Not expressed: ON CONFLICT.
                // Not expressed: INDEX "by_code" ON ("code", expression).
                // Not expressed: partial UNIQUE INDEX "by ""name" ON ("name").
                // Not expressed: trigger "audit".
                @Table("users")
                struct User: Identifiable {
                    let id: Int
                    @Column(collate: .nocase) var name: String?
                    @Column("CHECK") var check: String?
                    var code: String?

                    nonisolated static var constraints: [TableConstraint<User>] {
                        [
                            .strict,
                            .autoincrement,
                            .unique(\\.name, \\.code),
                            .check(sql: "name <> ''"),
                        ]
                    }
                }

                """)
    }

    @Test("Constraints of several columns are generated, and comments do not end a condition")
    func constraints() throws {
        let source = try generated(
            """
            CREATE TABLE pages(book INT, "number" INT, size TEXT, PRIMARY KEY (book, "number"));
            CREATE TABLE notes(
                b INT CONSTRAINT `is "positive"` CHECK (b > 0 -- not zero
                    AND b <> ')'),
                p INT, t TEXT, UNIQUE (p, b),
                FOREIGN KEY (b, p) REFERENCES Pages DEFERRABLE INITIALLY DEFERRED,
                FOREIGN KEY (p, b) REFERENCES pages("number", book) ON DELETE CASCADE,
                FOREIGN KEY (b, t) REFERENCES pages
            )
            """)
        #expect(
            source.contains(
                """
                // Not expressed: FOREIGN KEY ("b", "t") REFERENCES "pages".
                @Table("notes")
                struct Note {
                    var b: Int?
                    var p: Int?
                    var t: String?

                    nonisolated static var constraints: [TableConstraint<Note>] {
                        [
                            .unique(\\.p, \\.b),
                            .foreignKey(\\.b, \\.p, references: Page.self, deferred: true),
                            .foreignKey(\\.p, \\.b, references: Page.self, \\.key.number, \\.key.book, onDelete: .cascade),
                            .check(sql: "b > 0 AND b <> ')'").named("is \\"positive\\""),
                        ]
                    }
                }
                """))
    }
}
