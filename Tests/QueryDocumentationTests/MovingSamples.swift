import DataLite
import DataLiteClauses
import DataLiteCoder
import Foundation
import Testing

@Table struct SongText: FTS5 {
    let rowid: Int
    let title: String
}

@Table struct Clip: Identifiable {
    let id: Int
    @Column(generated: .virtual) let length: Int
}

enum Moved {
    enum Priority: Int, QueryBindable { case low = 1, high }

    @Table struct Chore {
        let id: Int
        var priority: Priority = .low
        @Column(as: Date?.UnixTimeRepresentation.self) var dueDate: Date?
    }
}

/// The code in the right columns of the guide's tables. A test searches this file for each entry.
@Suite("The forms of the guide for users of other libraries")
struct MovingSamples {
    private let db: Connection

    init() throws {
        db = try MusicDatabase.open()
    }

    @Test("run the query forms")
    func queries() throws {
        let queries: [any Query] = [
            Album.all,
            Album.find(1),
            Album.where { $0.price < 10 },
            Album.where { $0.title == "Blue" },
            Album.where { $0.year == nil },
            Album.where { $0.title.contains("Blue") },
            Album.where { $0.title.like("B%") },
            Album.where { $0.isFavorite && $0.price < 10 },
            Album.order { ($0.year.desc(), $0.title) },
            Album.order { [$0.year.desc, $0.title] },
            Album.limit(10, offset: 20),
            Album.select(\.title),
            Album.select { ($0.id, $0.title) },
            Album.where { $0.title.eq("Blue") },
            Album.where { $0.year.is(nil) },
            Album.where { $0.price.lt(10) },
            Album.join(Artist.all) { $0.artistID.eq($1.id) },
            Album.select(\.artistID).distinct(),
            Album.select { $0.price.max() },
            Album.join(Artist.all) { $0.artistID == $1.id },
            Album.leftJoin(Artist.all) { $0.artistID == $1.id },
            Album.group(by: \.artistID).select { ($0.artistID, $0.id.count()) },
            Artist.select { a in (a.name, Album.where { $0.artistID.eq(a.id) }.count()) },
            Album.select { Case().when($0.year < 1970, then: $0.title).groupConcat() },
            Album.select(\.title).map { $0.length() },
        ]
        for query in queries { try db.execute(query.sql()) }
    }

    @Test("run the forms of StructuredQueries")
    func structuredQueries() throws {
        // swift-format-ignore
        let queries: [any Query] = [
            Album.where { $0.price > Album.select { $0.price.avg() } },
            Artist.where { a in Album.where { $0.artistID.eq(a.id) }.count() > 1 },
            Album.where(\.isFavorite).and(.where { $0.price < 10 }),
            Album.where(\.isFavorite).or(.find([1, 2])),
            Album.limit { $0.id.max() } offset: { $0.id.min() },
            Album.find(Album.where(\.isFavorite).select(\.id)),
        ]
        for query in queries { try db.execute(query.sql()) }
        try Album.find(1).update { $0.year = Album.select { $0.year.max() } }.execute(db)
    }

    @Test("run the date and JSON forms")
    func functions() throws {
        let queries: [any Query] = [
            Event.select { $0.startsAt.datetime(.startOf(.month)) },
            Event.select { $0.startsAt.date(.days(-7)) },
            Event.select { ($0.startsAt.year, $0.startsAt.month) },
            Event.select { $0.startsAt(.startOfMonth.months(1).days(-1)) },
            Event.where { $0.startsAt < Date() },
            Dinner.select { $0.details.json["minutes"] },
            Dinner.select { $0.details.jsonExtract("$.steps[0]") },
            Dinner.select { $0.tags.jsonArrayLength() },
            Dinner.select { $0.title.jsonGroupArray(filter: $0.id > 1) },
        ]
        let calendar = try CalendarDatabase.open()
        for query in queries { try calendar.execute(query.sql()) }
    }

    @Test("run the fetching forms")
    func fetching() throws {
        let albums = try Album.all.fetchAll(db)
        let album = try Album.find(1).fetchOne(db)
        let count = try Album.where(\.isFavorite).fetchCount(db)
        for album in try Album.all.fetchAll(db) { print(album.title) }
        let cursor = try Album.all.fetchCursor(db)
        #expect(try cursor.next() != nil)
        #expect(albums.count == 6)
        #expect(album?.title == "Kind of Blue")
        #expect(count == 2)
    }

    @Test("begin with nil and with values of other types")
    func initialValues() throws {
        let id = 1
        @FetchOne(Reminder.find(id)) var reminder: Reminder? = nil
        #expect(reminder?.id == nil)
        try Moved.Chore.createTable().execute(db)
        try Moved.Chore.insert { Moved.Chore.Draft(priority: .high, dueDate: Date()) }.execute(db)
        #expect(try db.value("SELECT typeof(dueDate) FROM chores", as: String.self) == "integer")
        #expect(try Moved.Chore.where { $0.priority == .high }.fetchCount(db) == 1)
    }

    @Test("run the forms with checked SQL")
    func checkedText() throws {
        let pattern = "B*"
        let albums = #sql("SELECT * FROM albums WHERE price < \(10)", as: Album.self)
        #expect(try albums.fetchAll(db).count == 3)
        #expect(try Album.where { #sql("\($0.title) GLOB \(pattern)") }.fetchCount(db) == 2)
        try #sql("UPDATE albums SET \(identifier: Album.title) = 'x'").execute(db)
        try db.add(function: $isClassic)
    }

    @Test("run the forms that change rows")
    func changing() throws {
        let album = try #require(try Album.find(1).fetchOne(db))
        let draft = Album.Draft(title: "Court and Spark", price: 9)
        try Album.insert { Album.Draft(title: "Mingus", price: 8) }.execute(db)
        #expect(try Album.Draft.find(1).fetchOne(db)?.title == Album.find(1).fetchOne(db)?.title)
        try Album.insert { draft }.returning(\.id).fetchOne(db)
        try Album.update(album).execute(db)
        try Album.find(1).update { $0.price = 9 }.execute(db)
        try Album.find(1).delete().execute(db)
        try Album.insert { album }.execute(db)
        try Album.where { $0.price > 11 }.update { $0.isFavorite = true }.execute(db)
        try Album.where { $0.price > 11 }.delete().execute(db)
        #expect(try Album.all.fetchCount(db) == 7)
    }

    @Test("run the forms of rows that change themselves")
    func records() throws {
        let old = try Album.find(1).fetchRequired(db)
        var album = old
        album.year = 1959
        try album.updateChanges(db, from: old)
        try album.updateChanges(db) { $0.year = 1960 }
        try album.save(db)
        try album.update(db)
        try album.update(db, columns: \.title, \.year)
        try Album.insert { album }.onConflictDoUpdate { $0.title = $1.title }.execute(db)
        #expect(try album.exists(db))
        try album.delete(db)
        #expect(try !Album.find(1).exists(db))
        let gone = album
        let error = try #require(throws: SQLiteError.self) { try gone.update(db) }
        #expect(error.resultCode == .notFound)
        try album.insert(db)
        try album.delete(db)
        let stored = try Album.insert { album }.returning(Album.self).fetchRequired(db)
        #expect(stored.year == 1960)
    }

    @Test("run the forms of Codable values that are records")
    func codableRecords() throws {
        struct User: Codable, Equatable {
            var id: Int
            var joined: Date
            var token: UUID
        }
        var coder = SQLiteCoder()
        coder.datesByKey["joined"] = .unixSeconds
        coder.uuidsByKey["token"] = .blob
        try db.execute("CREATE TABLE users(id INTEGER PRIMARY KEY, joined, token)")
        let user = User(id: 1, joined: Date(timeIntervalSince1970: 5), token: UUID())
        try db.save(user, into: "users", key: "id")
        try db.update(user, in: "users", key: "id")
        try db.save(user, into: "users", key: "id", encoder: RowEncoder(coder: coder))
        #expect(try db.requiredRow("SELECT * FROM users", as: User.self, coder: coder) == user)
        #expect(try db.requiredValue("SELECT joined FROM users", as: Int.self) == 5)
    }

    @Test("run the forms with clauses")
    func clauses() throws {
        let query = sql { schema in
            let album = schema.table(Album.self)
            Select(album)
            From(album)
            Where(album.price < 10)
        }
        let albums = try query.fetchAll(db)
        let year = NamedParameter<Int>(named: "year")
        var request = try db.request(Album.where { $0.year < year })
        request[year] = 1960
        let old = try request.fetchAll()
        #expect(albums.count == 3)
        #expect(old.map(\.title) == ["Kind of Blue"])
    }

    @Test("run the forms with SQL text")
    func text() throws {
        let id = 9
        let albums = try db.rows("SELECT * FROM albums WHERE price < \(10)", as: Album.self)
        let rows = try db.rows("SELECT * FROM albums WHERE id = ?", [1])
        let count: Int? = try db.value("SELECT count(*) FROM albums")
        try db.execute("DELETE FROM albums WHERE id = \(id)")
        #expect(albums.count == 3)
        #expect(rows.count == 1)
        #expect(count == 6)
    }

    @Test("run the forms for schemas and full text")
    func schema() throws {
        let text = "river"
        try SongText.createTable(content: .table(Song.self)).execute(db)
        try SongText.createTriggers(syncing: Song.self).execute(db)
        try SongText.rebuild().execute(db)
        try Album.update { $0.price += 1 }.where { $0.year < 1970 }.execute(db)
        let shouted = try Values(#bind("blue").upper()).fetchRequired(db)
        let rows = Power(value: 1).union(Power.select { Power.Columns(value: $0.value * 2) })
        let powers = try With {
            rows
        } query: {
            Power.limit(9)
        }.fetchAll(db)
        #expect(powers.last?.value == 256)
        #expect(shouted == "BLUE")
        let trigger =
            Song.createTemporaryTrigger(after: .insert { new in Album.find(new.albumID).delete() })
        try trigger.execute(db)
        try Album.createIndex(on: \.title).execute(db)
        try trigger.drop().execute(db)
        try Album.dropIndex("albums_on_title").execute(db)
        try Album.createIndex(on: \.title, unique: true).execute(db)
        #expect(
            try SongText.where { $0.match(allOf: text) }.select(\.title).fetchAll(db) == ["River"])
        #expect(try SongText.where { $0.match("river") }.fetchCount(db) == 1)
        let found = SongText.where { $0.match("blue") }.order { $0.bm25([\.title: 10]) }
        #expect(try found.fetchCount(db) == 1)
        try Album.dropTable(ifExists: true).execute(db)
        try SongText.createTriggers(syncing: Song.self).drop().execute(db)
        try Song.dropColumn("seconds").execute(db)
        #expect(throws: SQLiteError.self) {
            try Song.addColumn(\.seconds).execute(db)  // it may not be NULL and has no default
        }
    }

    struct User: Codable {
        var id: Int
        var name: String
    }

    @Test("run the renamed forms of Mite3")
    func codable() throws {
        try db.execute("DELETE FROM songs WHERE id = ?", [9])
        let users = try db.rows("SELECT * FROM artists", as: User.self)
        let user = try db.requiredRow("SELECT * FROM artists", as: User.self)
        let first = try db.row("SELECT * FROM artists", as: User.self)
        let values = try db.requiredRow("SELECT 1, 'a', NULL", as: [SQLiteValue].self)
        #expect(users.count == 4)
        #expect(user.id == 1)
        #expect(first?.name == "Miles Davis")
        #expect(values == [1, "a", .null])
    }

    @Test("run the renamed forms of the older core")
    func core() throws {
        let script = "CREATE TABLE a(x); CREATE TABLE b(y);"
        try db.execute(script: script)
        func work() throws { try db.execute("DELETE FROM songs") }
        try db.transaction(.immediate) { try work() }
        let id = 1
        let rows = try db.rows("SELECT name FROM artists WHERE id = \(id)")
        #expect(rows == [["name": "Miles Davis"]])
        #expect(throws: SQLiteError.self) { try db.execute("SELEC") }
    }
}
