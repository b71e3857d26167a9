import DataLite
import Foundation
import Testing

// sample: tables
@Table struct Room: Identifiable {
    let id: Int
    @Column(unique: true) var name: String
}

@Table struct Novel: Identifiable {
    let id: Int
    var title: String
    var pages = 0
    var isReserved = false
    @Column(references: Room.self, onDelete: .cascade) var roomID: Int
}
// end

// sample: generated
@Table struct Parcel: Identifiable {
    let id: Int
    var width: Double
    var height: Double
    @Column(generated: "width * height", storage: .stored) let area: Double
}
// end

// sample: constraints
@Table struct Showing: Identifiable {
    let id: Int
    var hall: Int
    var seat: Int
    @Column(as: Date.UnixTimeRepresentation.self) var startsAt: Date
    var price = 0

    static let opening = Date(timeIntervalSince1970: 1_735_808_400)

    static var constraints: [TableConstraint<Showing>] {
        [
            .unique(\.hall, \.startsAt),
            .check { $0.price >= 0 && $0.startsAt >= opening }.named("valid_showing"),
            .foreignKey(\.hall, \.seat, references: TheaterSeat.self, onDelete: .cascade),
        ]
    }
}

@Table("seats") struct TheaterSeat {
    @Selection struct Place { let hall: Int; let seat: Int }
    @Column(primaryKey: true) let place: Place

    static var constraints: [TableConstraint<TheaterSeat>] { [.withoutRowID, .strict] }
}
// end

// sample: view
@Table @Selection struct NovelPlace {
    let title: String
    let room: String
}
// end

@Suite("The samples of the guide to schemas")
struct SchemaSamples {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Room.createTable(strict: true).execute(db)
        try Novel.createTable(strict: true).execute(db)
        try Room.insert {
            Room(id: 1, name: "Hall")
            Room(id: 2, name: "Attic")
        }.execute(db)
        try Novel.insert {
            Novel(id: 1, title: "Emma", pages: 474, roomID: 1)
            Novel(id: 2, title: "Ulysses", pages: 732, isReserved: true, roomID: 2)
        }.execute(db)
    }

    @Test("declare constraints")
    func constraints() throws {
        expect(
            try Showing.createTable().sql(),
            gives: """
                CREATE TABLE "showings" (
                  "id" INTEGER PRIMARY KEY,
                  "hall" INTEGER NOT NULL,
                  "seat" INTEGER NOT NULL,
                  "startsAt" INTEGER NOT NULL,
                  "price" INTEGER NOT NULL DEFAULT 0,
                  UNIQUE ("hall", "startsAt"),
                  CONSTRAINT "valid_showing" CHECK ("price" >= 0 AND "startsAt" >= 1735808400),
                  FOREIGN KEY ("hall", "seat") REFERENCES "seats" ("hall", "seat") ON DELETE CASCADE
                )
                """)
        try TheaterSeat.createTable().execute(db)
        try Showing.createTable().execute(db)
        #expect(try Schema(Showing.self, TheaterSeat.self).differences(in: db) == [])
    }

    @Test("create tables")
    func tables() throws {
        let db = try Connection(location: .inMemory)
        // sample: create
        try Room.createTable(strict: true).execute(db)
        try Novel.createTable(ifNotExists: true, strict: true).execute(db)
        // end
        expect(
            try Novel.createTable(ifNotExists: true, strict: true).sql(),
            shows: """
                CREATE TABLE IF NOT EXISTS "novels" (
                  "id" INTEGER PRIMARY KEY,
                  "title" TEXT NOT NULL,
                  "pages" INTEGER NOT NULL DEFAULT 0,
                  "isReserved" INTEGER NOT NULL DEFAULT 0,
                  "roomID" INTEGER NOT NULL REFERENCES "rooms"("id") ON DELETE CASCADE
                ) STRICT
                """)
        expect(
            try Parcel.createTable().sql(),
            gives: """
                CREATE TABLE "parcels" (
                  "id" INTEGER PRIMARY KEY,
                  "width" REAL NOT NULL,
                  "height" REAL NOT NULL,
                  "area" REAL NOT NULL GENERATED ALWAYS AS (width * height) STORED
                )
                """)
        try Parcel.createTable().execute(db)
        try Parcel.insert { Parcel.Draft(width: 2, height: 3) }.execute(db)
        let area = try Parcel.find(1).select(\.area).fetchOne(db)  // 6.0
        #expect(area == 6)
    }

    @Test("alter tables")
    func altering() throws {
        let db = try Connection(location: .inMemory)
        try db.execute(
            """
            CREATE TABLE volumes(id INTEGER PRIMARY KEY, name TEXT NOT NULL, isbn TEXT,
                roomID INTEGER NOT NULL REFERENCES rooms ON DELETE CASCADE,
                isReserved INTEGER NOT NULL DEFAULT 0)
            """)
        // sample: alter
        try Novel.renameTable(from: "volumes").execute(db)
        try Novel.renameColumn("name", to: \.title).execute(db)
        try Novel.addColumn(\.pages).execute(db)
        try Novel.dropColumn("isbn").execute(db)
        // end
        #expect(try Novel.differences(in: db) == [])
        expect(
            try Novel.addColumn(\.pages).sql(),
            gives: """
                ALTER TABLE "novels" ADD COLUMN "pages" INTEGER NOT NULL DEFAULT 0
                """)
    }

    @Test("create indexes")
    func indexes() throws {
        // sample: index
        let byTitle = Novel.createIndex("novels_by_title", on: \.title)
        let places = Novel.createIndex(on: \.roomID, \.title, unique: true)
        let reserved = Novel.createIndex("reserved_novels") {
            ($0.title.collate(.nocase), $0.pages.desc())
        } where: {
            $0.isReserved && $0.pages > 100
        }
        try byTitle.execute(db)
        try [places, reserved].execute(db)
        // end
        expect(
            SQL(
                raw: try [byTitle, places, reserved].map { try $0.sql().text }
                    .joined(separator: ";\n")),
            gives: """
                CREATE INDEX "novels_by_title" ON "novels" ("title");
                CREATE UNIQUE INDEX "novels_on_roomID_title" ON "novels" ("roomID", "title");
                CREATE INDEX "reserved_novels" ON "novels" ("title" COLLATE "NOCASE", "pages" DESC) WHERE "isReserved" AND "pages" > 100
                """)
        try byTitle.drop().execute(db)
        try Novel.dropIndex("reserved_novels", ifExists: true).execute(db)
    }

    @Test("create views")
    func views() throws {
        // sample: create view
        let view = NovelPlace.createView(
            as: Novel.join(Room.self) { $0.roomID == $1.id }
                .select { NovelPlace.Columns(title: $0.title, room: $1.name) })
        try view.execute(db)
        let query = NovelPlace.where { $0.room == "Hall" }
        // end
        expect(
            SQL(raw: SQLLayout.lines(of: try view.sql().text)),
            gives: """
                CREATE VIEW "novelPlaces" ("title", "room") AS
                SELECT "novels"."title", "rooms"."name" AS "room"
                FROM "novels"
                JOIN "rooms" ON "novels"."roomID" = "rooms"."id"
                """)
        try expect(
            query, on: db,
            gives: """
                SELECT "novelPlaces"."title", "novelPlaces"."room"
                FROM "novelPlaces"
                WHERE "novelPlaces"."room" = ?
                -- 'Hall'

                title  room
                -----  ----
                Emma   Hall
                """)
        // sample: writable view
        try NovelPlace.createTrigger(
            "novel_places_move",
            insteadOf: .update(of: \.room) { old, new in
                Novel.where { $0.title == old.title }
                    .update { $0.roomID = Room.where { $0.name == new.room }.select(\.id) }
            }
        ).execute(db)
        try NovelPlace.where { $0.title == "Emma" }.update { $0.room = "Attic" }.execute(db)
        // end
        #expect(try NovelPlace.where { $0.room == "Attic" }.fetchCount(db) == 2)
    }

    @Test("create triggers")
    func triggers() throws {
        // sample: trigger
        let trigger = Novel.createTrigger(
            "novels_lent",
            after: .update(of: \.isReserved) { old, new in
                Novel.find(new.id).update { $0.title = $0.title + " (reserved)" }
            } when: { old, new in
                new.isReserved && !old.isReserved
            })
        try trigger.execute(db)
        // end
        expect(
            try trigger.sql(),
            shows: """
                CREATE TRIGGER "novels_lent"
                AFTER UPDATE OF "isReserved" ON "novels" WHEN "new"."isReserved" AND NOT "old"."isReserved"
                BEGIN
                  UPDATE "novels" SET "title" = "novels"."title" || ' (reserved)' WHERE "novels"."id" = "new"."id";
                END
                """)
        try Novel.find(1).update { $0.isReserved = true }.execute(db)
        #expect(try Novel.find(1).select(\.title).fetchOne(db) == "Emma (reserved)")
        // sample: raise
        try Room.createTemporaryTrigger(
            before: .delete { old in
                Raise.abort("the room is not empty")
            } when: { old in
                Novel.where { $0.roomID == old.id }.exists()
            }
        ).execute(db)
        // end
        let error = #expect(throws: SQLiteError.self) { try Room.find(1).delete().execute(db) }
        #expect(error?.message.contains("the room is not empty") == true)
    }

    @Test("compare schemas")
    func differences() throws {
        try Novel.dropColumn("pages").execute(db)
        // sample: schema
        let schema = Schema(
            Room.self, Novel.self, objects: [Novel.createIndex("novels_by_title", on: \.title)])
        for difference in try schema.differences(in: db) { print(difference) }
        // end
        expect(
            SQL(
                raw: try schema.differences(in: db).map(\.description).joined(separator: "\n")),
            shows: """
                table "novels": column "pages" is missing
                index "novels_by_title" is missing
                """)
    }

    @Test("read a schema")
    func reading() throws {
        // sample: reading
        for table in try db.schema.tables {
            print(table.name, table.primaryKey, table.columns.map(\.name))
            for key in table.foreignKeys { print(key.columns, "->", key.parent, key.parentColumns) }
        }
        let loans = try db.schema.table("novels")
        print(loans?.identifiesRow(["id"]) ?? false)  // true
        print(try db.tableExists("novels"), try db.foreignKeyViolations(in: "novels"))
        // end
        #expect(loans?.identifiesRow(["id"]) == true)
        #expect(loans?.foreignKeys.map(\.parent) == ["rooms"])
        #expect(loans?.foreignKeys.map(\.onDelete) == [.cascade])
    }
}
