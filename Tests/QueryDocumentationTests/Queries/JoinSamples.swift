import DataLite
import Testing

// sample: employee
@Table struct Employee: Identifiable {
    let id: Int
    var name: String
    var managerID: Int?
}

enum Manager: TableAlias { typealias Table = Employee }
// end

// sample: album length
@Selection struct AlbumLength {
    let albumID: Int
    let seconds: Int
}
// end

@Suite("The samples of the guide to queries: joins")
struct JoinSamples {
    private let db: Connection

    init() throws {
        db = try MusicDatabase.open()
    }

    @Test("join tables")
    func join() throws {
        // sample: join
        let query = Album.join(Artist.all) { $0.artistID == $1.id }
            .where { $1.country == "US" }
            .order { ($0.year, $1.name) }
        let rows = try query.fetchAll(db)  // [(Album, Artist)]
        // end
        #expect(rows.map(\.1.name) == ["Miles Davis", "Miles Davis"])
        // sample: select of a join
        let titles = query.select { ($0.title, $1.name) }
        // end
        try expect(
            titles, on: db,
            shows: """
                SELECT "albums"."title", "artists"."name"
                FROM "albums"
                JOIN "artists" ON "albums"."artistID" IS "artists"."id"
                WHERE "artists"."country" IS ?
                ORDER BY "albums"."year", "artists"."name"
                -- 'US'

                title         name
                ------------  -----------
                Kind of Blue  Miles Davis
                Bitches Brew  Miles Davis
                """)
    }

    @Test("join queries that select values")
    func joinedValues() throws {
        let query = Album.where { $0.year > 1965 }.select(\.title)
            .join(Artist.select(\.name)) { $0.artistID.eq($1.id) }
        try expect(
            query, on: db,
            gives: """
                SELECT "albums"."title", "artists"."name"
                FROM "albums"
                JOIN "artists" ON "albums"."artistID" IS "artists"."id"
                WHERE "albums"."year" > ?
                -- 1965

                title         name
                ------------  -------------
                Bitches Brew  Miles Davis
                Blue          Joni Mitchell
                Hejira        Joni Mitchell
                Zombie        Fela Kuti
                """)
    }

    @Test("join tables with a left join")
    func outerJoins() throws {
        // sample: left join
        let query = Artist.leftJoin(Album.where { $0.year > 1975 }) { $0.id == $1.artistID }
            .order { ($0.name, $1.title) }
            .select { ($0.name, $1.title) }
        let rows = try query.fetchAll(db)  // [(String, String?)]
        // end
        try expect(
            query, on: db,
            shows: """
                SELECT "artists"."name", "albums"."title"
                FROM "artists"
                LEFT JOIN "albums" ON "artists"."id" IS "albums"."artistID" AND "albums"."year" > ?
                ORDER BY "artists"."name", "albums"."title"
                -- 1975

                name           title
                -------------  ------
                Anonymous      NULL
                Fela Kuti      Zombie
                Joni Mitchell  Hejira
                Miles Davis    NULL
                """)
        #expect(rows.map(\.1) == [nil, "Zombie", "Hejira", nil])
    }

    @Test("join tables with right and full joins")
    func rightAndFullJoins() throws {
        let cheap = Album.where { $0.price < 9 }
        let artists = cheap.rightJoin(Artist.all) { $0.artistID == $1.id }
            .order { $1.name }
            .select { ($0.title, $1.name) }
        let rows = try artists.fetchAll(db)  // [(String?, String)]
        try expect(
            artists, on: db,
            gives: """
                SELECT "albums"."title", "artists"."name"
                FROM "albums"
                RIGHT JOIN "artists" ON "albums"."artistID" IS "artists"."id" AND "albums"."price" < ?
                ORDER BY "artists"."name"
                -- 9.0

                title  name
                -----  -------------
                NULL   Anonymous
                NULL   Fela Kuti
                Blue   Joni Mitchell
                NULL   Miles Davis
                """)
        #expect(rows.map(\.0) == [nil, nil, "Blue", nil])
        let both = cheap.fullJoin(Artist.where { $0.country != "US" }) { $0.artistID == $1.id }
            .order { ($1.name, $0.title) }
            .select { ($0.title, $1.name) }
        try expect(
            both, on: db,
            gives: """
                SELECT "albums"."title", "artists"."name"
                FROM (SELECT "albums"."id", "albums"."title", "albums"."artistID", "albums"."year",
                    "albums"."price", "albums"."isFavorite" FROM "albums" WHERE "albums"."price" < ?) AS
                    "albums"
                FULL JOIN (SELECT "artists"."id", "artists"."name", "artists"."country" FROM "artists"
                    WHERE "artists"."country" IS NOT ?) AS "artists" ON "albums"."artistID" IS
                    "artists"."id"
                ORDER BY "artists"."name", "albums"."title"
                -- 9.0, 'US'

                title      name
                ---------  -------------
                Live Tape  NULL
                NULL       Anonymous
                NULL       Fela Kuti
                Blue       Joni Mitchell
                """)
    }

    @Test("join a table to itself")
    func alias() throws {
        // sample: alias
        let query = Employee.leftJoin(Employee.all.as(Manager.self)) { $0.managerID == $1.id }
            .select { (employee: $0.name, manager: $1.name) }
        // end
        try expect(
            query, on: db,
            gives: """
                SELECT "employees"."name", "Manager"."name"
                FROM "employees"
                LEFT JOIN "employees" AS "Manager" ON "employees"."managerID" IS "Manager"."id"

                name   name
                -----  -----
                Grace  NULL
                Ada    Grace
                Alan   Grace
                Jean   Ada
                """)
        #expect(try query.fetchAll(db).map(\.1) == [nil, "Grace", "Grace", "Ada"])
    }

    @Test("join a limited query")
    func derivedTable() throws {
        let longest = Song.order { $0.seconds.desc() }.limit(2)
        let query = Album.join(longest) { $0.id == $1.albumID }.select { ($0.title, $1.seconds) }
        try expect(
            query, on: db,
            gives: """
                SELECT "albums"."title", "songs"."seconds"
                FROM "albums"
                JOIN (SELECT "songs"."id", "songs"."albumID", "songs"."title", "songs"."seconds" FROM
                    "songs" ORDER BY "songs"."seconds" DESC LIMIT ?) AS "songs" ON "albums"."id" =
                    "songs"."albumID"
                -- 2

                title         seconds
                ------------  -------
                Zombie        746
                Kind of Blue  562
                """)
    }

    @Test("join the rows of a query as a table")
    func queryAsTable() throws {
        // sample: query as a table
        let lengths = Song.group(by: \.albumID).select {
            AlbumLength.Columns(albumID: $0.albumID, seconds: $0.seconds.max() ?? 0)
        }
        let query = Album.leftJoin(lengths.asTable().where { $0.seconds > 300 }) {
            $0.id == $1.albumID
        }
        .order { album, _ in album.title }
        .select { ($0.title, $1.seconds) }
        let rows = try query.fetchAll(db)  // [(String, Int?)]
        // end
        try expect(
            query, on: db,
            gives: """
                SELECT "albums"."title", "rows"."seconds"
                FROM "albums"
                LEFT JOIN (SELECT "songs"."albumID", coalesce(max("songs"."seconds"), ?) AS "seconds" FROM
                    "songs" GROUP BY "songs"."albumID") AS "rows" ON "albums"."id" IS "rows"."albumID" AND
                    "rows"."seconds" > ?
                ORDER BY "albums"."title"
                -- 0, 300

                title         seconds
                ------------  -------
                Bitches Brew  NULL
                Blue          NULL
                Hejira        NULL
                Kind of Blue  562
                Live Tape     NULL
                Zombie        746
                """)
        #expect(rows.count == 6)
    }

    @Test("use a subquery as a condition and as a value")
    func subqueries() throws {
        // sample: exists
        let silent = Album.where { album in !Song.where { $0.albumID == album.id }.exists() }
            .select(\.title)
        // end
        try expect(
            silent, on: db,
            shows: """
                SELECT "albums"."title"
                FROM "albums"
                WHERE NOT EXISTS (SELECT "songs"."id", "songs"."albumID", "songs"."title",
                    "songs"."seconds" FROM "songs" WHERE "songs"."albumID" = "albums"."id")

                title
                ------------
                Bitches Brew
                Hejira
                Live Tape
                """)
        // sample: scalar
        let first = Artist.select { artist in
            (
                artist.name,
                Album.where { $0.artistID == artist.id }.order(by: \.year).limit(1).select(\.title)
                    .scalar()
            )
        }
        // end
        try expect(
            first, on: db,
            gives: """
                SELECT "artists"."name", (SELECT "albums"."title" FROM "albums" WHERE "albums"."artistID"
                    IS "artists"."id" ORDER BY "albums"."year" LIMIT ?)
                FROM "artists"
                -- 1

                name           (SELECT "albums"."tit...
                -------------  ------------------------
                Miles Davis    Kind of Blue
                Joni Mitchell  Blue
                Fela Kuti      Zombie
                Anonymous      NULL
                """)
    }
}
