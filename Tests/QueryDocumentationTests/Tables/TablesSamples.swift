// sample: imports
import DataLite
import Foundation
// end
import Testing

@Suite("The samples of the guide to tables")
struct TablesSamples {
    private func database() throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            script: """
                CREATE TABLE taskLists(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
                INSERT INTO taskLists VALUES (1, 'Home'), (2, 'Work');
                CREATE TABLE reminders(
                    id INTEGER PRIMARY KEY, title TEXT NOT NULL, isCompleted INTEGER NOT NULL,
                    dueDate TEXT, priority INTEGER, list_id INTEGER NOT NULL, tags TEXT NOT NULL);
                INSERT INTO reminders VALUES
                    (1, 'Buy milk', 0, '2026-11-21 17:00:00.000', 3, 1, '["shop","food"]'),
                    (2, 'Read the report', 1, NULL, NULL, 2, '[]');
                ATTACH ':memory:' AS archive;
                CREATE TABLE archive.people(email TEXT PRIMARY KEY, full_name TEXT NOT NULL);
                INSERT INTO people VALUES ('ada@example.org', 'Ada');
                CREATE TABLE tracks(albumID, position, title, PRIMARY KEY (albumID, position));
                INSERT INTO tracks VALUES (1, 1, 'So What'), (1, 2, 'Freddie Freeloader');
                CREATE TABLE articles(id INTEGER PRIMARY KEY, title, createdAt, updatedAt);
                INSERT INTO articles VALUES
                    (1, 'Old', '2024-02-01 08:00:00.000', NULL),
                    (2, 'New', '2026-05-01 08:00:00.000', '2026-06-01 08:00:00.000');
                CREATE TABLE attachments(id INTEGER PRIMARY KEY, link, note, caption, url);
                INSERT INTO attachments VALUES
                    (1, 'https://example.org', NULL, NULL, NULL), (2, NULL, 'Ask Ada', NULL, NULL),
                    (3, NULL, NULL, 'A cat', 'https://example.org/cat');
                CREATE TABLE labels(id INTEGER PRIMARY KEY, color);
                INSERT INTO labels VALUES (1, 'ff8800');
                CREATE TABLE cities(id INTEGER PRIMARY KEY, name, population);
                INSERT INTO cities VALUES (1, 'Lyon', 522000), (2, 'Atlantis', NULL);
                """)
        return connection
    }

    @Test("read the rows of a generic table")
    func generic() throws {
        let db = try database()
        try AuditRecord<Login>.createTable().execute(db)
        try AuditRecord<Login>.insert { AuditRecord(id: 101, payload: Login(user: "ada")) }
            .execute(db)
        let logins = try AuditRecord<Login>.where { $0.id > 100 }.fetchAll(db)
        #expect(logins.map(\.payload.user) == ["ada"])
    }

    @Test("read the rows of a table")
    func rows() throws {
        let db = try database()
        // sample: fetch
        let open = Reminder.where { !$0.isCompleted }
        let reminders = try open.fetchAll(db)  // [Reminder]
        // end
        try expect(
            open, on: db,
            shows: """
                SELECT "reminders"."id", "reminders"."title", "reminders"."isCompleted",
                    "reminders"."dueDate", "reminders"."priority", "reminders"."list_id",
                    "reminders"."tags"
                FROM "reminders"
                WHERE NOT "reminders"."isCompleted"

                id  title     isCompleted  dueDate                  priority  list_id  tags
                --  --------  -----------  -----------------------  --------  -------  ---------------
                1   Buy milk  0            2026-11-21 17:00:00.000  3         1        ["shop","food"]
                """)
        #expect(reminders.map(\.tags) == [["shop", "food"]])
    }

    @Test("name tables and columns")
    func names() throws {
        let db = try database()
        // sample: named
        let ada = Person.find("ada@example.org").select(\.name)
        // end
        try expect(
            ada, on: db,
            gives: """
                SELECT "people"."full_name"
                FROM "archive"."people"
                WHERE "people"."email" = ?
                -- 'ada@example.org'

                full_name
                ---------
                Ada
                """)
        #expect(try ada.fetchAll(db) == ["Ada"])
    }

    @Test("declare a primary key of several columns")
    func keys() throws {
        let db = try database()
        // sample: find by group
        let track = Track.find(Track.Key(albumID: 1, position: 2)).select(\.title)
        // end
        try expect(
            track, on: db,
            gives: """
                SELECT "tracks"."title"
                FROM "tracks"
                WHERE ("tracks"."albumID", "tracks"."position") = (?, ?)
                -- 1, 2

                title
                ------------------
                Freddie Freeloader
                """)
        #expect(try track.fetchAll(db) == ["Freddie Freeloader"])
    }

    @Test("declare groups of columns")
    func groups() throws {
        let db = try database()
        let cutoff = Date(timeIntervalSince1970: 1_735_689_600)
        // sample: group columns
        let old = Article.where { $0.timestamps.createdAt < cutoff }
            .select { ($0.title, $0.timestamps) }
        let rows = try old.fetchAll(db)  // [(String, Timestamps)]
        // end
        try expect(
            old, on: db,
            shows: """
                SELECT "articles"."title", "articles"."createdAt", "articles"."updatedAt"
                FROM "articles"
                WHERE "articles"."createdAt" < ?
                -- '2025-01-01 00:00:00.000'

                title  createdAt                updatedAt
                -----  -----------------------  ---------
                Old    2024-02-01 08:00:00.000  NULL
                """)
        #expect(rows.map(\.0) == ["Old"])
        #expect(rows.map(\.1.updatedAt) == [nil])
    }

    @Test("store enums in tables")
    func enumTable() throws {
        let db = try database()
        try Media.createTable().execute(db)
        let url = try #require(URL(string: "https://a.example/1"))
        try Media.insert {
            Media.note("Ask Ada")
            Media.image(Attachment.Image(caption: "Sea", url: url))
        }.execute(db)
        try Media.where { $0.note == "Ask Ada" }.update { $0.note = "Ask Grace" }.execute(db)
        let media = try Media.where { $0.note.isNot(nil) }.fetchAll(db)  // [.note("Ask Grace")]
        #expect(media == [.note("Ask Grace")])
    }

    @Test("share the forms of dates and UUIDs")
    func sharedForms() throws {
        let db = try database()
        try Visit.createTable(strict: true).execute(db)
        let visit = Visit(id: UUID(), startsAt: Date(timeIntervalSince1970: 1.5))
        try Visit.insert { visit }.execute(db)
        #expect(try db.requiredValue("SELECT startsAt FROM visits", as: Int.self) == 1500)
        #expect(try Visit.find(visit.id).fetchRequired(db).startsAt == visit.startsAt)
        try Arrival.createTable(strict: true).execute(db)
        try Arrival.insert { Arrival(id: visit.id, at: visit.startsAt) }.execute(db)
        #expect(try db.requiredValue("SELECT at FROM arrivals", as: Int.self) == 1500)
    }

    @Test("store enums in columns")
    func enums() throws {
        let db = try database()
        // sample: enum columns
        let notes = Attachment.where { $0.kind.note == "Ask Ada" }
        let kinds = try notes.fetchAll(db).map(\.kind)  // [.note("Ask Ada")]
        // end
        try expect(
            notes, on: db,
            gives: """
                SELECT "attachments"."id", "attachments"."link", "attachments"."note",
                    "attachments"."caption", "attachments"."url"
                FROM "attachments"
                WHERE "attachments"."note" IS ?
                -- 'Ask Ada'

                id  link  note     caption  url
                --  ----  -------  -------  ----
                2   NULL  Ask Ada  NULL     NULL
                """)
        #expect(kinds == [.note("Ask Ada")])
        let image = try Attachment.find(3).fetchOne(db)
        let url = try #require(URL(string: "https://example.org/cat"))
        #expect(image?.kind == .image(.init(caption: "A cat", url: url)))
    }

    @Test("store a column in another representation")
    func representations() throws {
        let db = try database()
        let colors = try Label.select(\.color).fetchAll(db)  // [Color]
        let orange = Label.where { $0.color == Color(red: 255, green: 136, blue: 0) }
        #expect(try orange.fetchCount(db) == 1)
        #expect(colors == [Color(red: 255, green: 136, blue: 0)])
        #expect(HexColor(Color(red: 255, green: 136, blue: 0)).sqliteValue == "ff8800")
    }

    @Test("write table types by hand")
    func byHand() throws {
        let db = try database()
        let large = City.where { $0.population > 100_000 }.order(by: \.name)
        try expect(
            large, on: db,
            gives: """
                SELECT "cities"."id", "cities"."name", "cities"."population"
                FROM "cities"
                WHERE "cities"."population" > ?
                ORDER BY "cities"."name"
                -- 100000

                id  name  population
                --  ----  ----------
                1   Lyon  522000
                """)
        #expect(try large.fetchAll(db).map(\.name) == ["Lyon"])
        let largest = City.order { $0.population.desc() }.limit(1)
            .select { CityStatistics.Columns(count: $0.id, largest: $0.population) }
        #expect(try largest.fetchOne(db) == CityStatistics(count: 1, largest: 522_000))
    }

    @Test("report rows that cannot be decoded")
    func errors() throws {
        let db = try database()
        try db.execute("UPDATE attachments SET note = 'two' WHERE id = 1")
        try db.execute("UPDATE cities SET name = NULL")
        var messages: [String] = []
        func print(_ message: String) { messages.append(message) }
        do {
            _ = try City.all.fetchAll(db)
        } catch {
            print(error.message)
            // column "name" of table "cities", row 1: expected String, found NULL
        }
        do {
            _ = try Attachment.all.fetchAll(db)
        } catch {
            print(error.message)
            // columns "link", "note", "caption", "url" of row 1: expected the columns of
            // exactly one case of Kind to be set, found 2
        }
        // SQLite may be compiled without the names of the tables that columns come from.
        #expect(
            messages.map { $0.replacing(#" of table "cities","#, with: " of") } == [
                #"column "name" of row 1: expected String, found NULL"#,
                #"columns "link", "note", "caption", "url" of row 1: expected the columns of "#
                    + "exactly one case of Kind to be set, found 2",
            ])
    }
}
