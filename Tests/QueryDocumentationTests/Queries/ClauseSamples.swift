import DataLite
// sample: import clauses
import DataLiteClauses
// end
import DataLiteTesting
import Testing

@Suite("The samples of the guide to clauses")
struct ClauseSamples {
    private let db: Connection

    init() throws {
        db = try MusicDatabase.open()
    }

    @Test("write queries as clauses")
    func clauses() throws {
        // sample: clause builder
        let query = sql { schema in
            let album = schema.table(Album.self)
            let artist = schema.table(Artist.self)
            Select(artist.name, album.title)
            From(album)
            Join(artist, on: album.artistID == artist.id)
            Where(album.isFavorite)
            OrderBy(album.year.desc())
        }
        // end
        try expect(
            query, on: db,
            shows: """
                SELECT "artists:2"."name", "albums:1"."title"
                FROM "albums" AS "albums:1"
                JOIN "artists" AS "artists:2" ON "albums:1"."artistID" IS "artists:2"."id"
                WHERE "albums:1"."isFavorite"
                ORDER BY "albums:1"."year" DESC

                name           title
                -------------  ------------
                Joni Mitchell  Blue
                Miles Davis    Kind of Blue
                """)
        // sample: outer clauses
        let all = sql { schema in
            let artist = schema.table(Artist.self)
            let album = schema.optionalTable(Album.self)
            Select(artist.name, album.title)
            From(artist)
            LeftJoin(album, on: artist.id == album.artistID && album.isFavorite == true)
            OrderBy(artist.name)
        }
        let rows = try all.fetchAll(db)  // [(String, String?)]
        // end
        try expect(
            all, on: db,
            gives: """
                SELECT "artists:1"."name", "albums:2"."title"
                FROM "artists" AS "artists:1"
                LEFT JOIN "albums" AS "albums:2" ON "artists:1"."id" IS "albums:2"."artistID" AND
                    "albums:2"."isFavorite" IS ?
                ORDER BY "artists:1"."name"
                -- 1

                name           title
                -------------  ------------
                Anonymous      NULL
                Fela Kuti      NULL
                Joni Mitchell  Blue
                Miles Davis    Kind of Blue
                """)
        #expect(rows.map(\.1) == [nil, nil, "Blue", "Kind of Blue"])
        // sample: named parameter
        let year = NamedParameter<Int>(named: "year")
        var request = try db.request(Album.where { $0.year < year }.select(\.title))
        request[year] = 1960
        let old = try request.fetchAll()  // ["Kind of Blue"]
        // end
        #expect(old == ["Kind of Blue"])
    }

    @Test("run a query with parameters")
    func request() async throws {
        let database = try TestDatabase(
            schema: """
                CREATE TABLE albums(
                    id INTEGER PRIMARY KEY, title TEXT NOT NULL, artistID INTEGER, year INTEGER,
                    price REAL NOT NULL, isFavorite INTEGER NOT NULL);
                INSERT INTO albums VALUES (1, 'Kind of Blue', 1, 1959, 9.5, 1);
                """)
        let text = NamedParameter<String>(named: "text")
        var request = try await database.request(
            Album.where { $0.title.contains(text) }.order(by: \.title).select(\.title))
        request[text] = "Blue"
        let found = try await request.fetchAll()  // ["Kind of Blue"]
        #expect(found == ["Kind of Blue"])
    }
}
