import DataLite
import Testing

// sample: result type
@Selection struct AlbumStatistics {
    let count: Int
    let favorites: Int
    let averagePrice: Double?
}
// end

@Suite("The samples of the guide to queries: functions")
struct FunctionSamples {
    private let db: Connection

    init() throws {
        db = try MusicDatabase.open()
    }

    @Test("search strings in queries")
    func text() throws {
        // sample: text
        let query = Song.where { $0.title.contains("blue") || $0.title.hasPrefix("So") }
            .select { ($0.title.upper(), $0.title.length()) }
        // end
        try expect(
            query, on: db,
            shows: #"""
                SELECT upper("songs"."title"), length("songs"."title")
                FROM "songs"
                WHERE "songs"."title" LIKE ? ESCAPE '\' OR "songs"."title" LIKE ? ESCAPE '\'
                -- '%blue%', 'So%'

                upper("songs"."title")  length("songs"."title")
                ----------------------  -----------------------
                SO WHAT                 7
                BLUE IN GREEN           13
                """#)
    }

    @Test("summarize rows")
    func aggregates() throws {
        // sample: aggregates
        let query = Album.select {
            AlbumStatistics.Columns(
                count: $0.id.count(), favorites: $0.id.count(filter: $0.isFavorite),
                averagePrice: $0.price.avg())
        }
        let statistics = try query.fetchOne(db)  // AlbumStatistics?
        // end
        try expect(
            query, on: db,
            shows: """
                SELECT count("albums"."id") AS "count", count("albums"."id") FILTER (WHERE
                    "albums"."isFavorite") AS "favorites", avg("albums"."price") AS "averagePrice"
                FROM "albums"

                count  favorites  averagePrice
                -----  ---------  ------------
                6      2          9.0
                """)
        #expect(statistics?.favorites == 2)
        // sample: group
        let groups = Artist.group(by: \.id)
            .leftJoin(Album.all) { $0.id == $1.artistID }
            .having { $1.id.count() != 1 }
            .select { ($0.name, $1.id.count(), $1.year.min()) }
        // end
        try expect(
            groups, on: db,
            gives: """
                SELECT "artists"."name", count("albums"."id"), min("albums"."year")
                FROM "artists"
                LEFT JOIN "albums" ON "artists"."id" IS "albums"."artistID"
                GROUP BY "artists"."id"
                HAVING count("albums"."id") <> ?
                -- 1

                name           count("albums"."id")  min("albums"."year")
                -------------  --------------------  --------------------
                Miles Davis    2                     1959
                Joni Mitchell  2                     1971
                Anonymous      0                     NULL
                """)
        // sample: count
        let count = try Album.where(\.isFavorite).fetchCount(db)  // 2
        // end
        #expect(count == 2)
    }

    @Test("choose values with CASE")
    func cases() throws {
        // sample: case
        let query = Album.select {
            (
                $0.title,
                Case().when($0.year < 1970, then: "early").when($0.year < 1975, then: "classic")
                    .else("late or unknown")
            )
        }
        // end
        try expect(
            query, on: db,
            gives: """
                SELECT "albums"."title", CASE WHEN "albums"."year" < ? THEN ? WHEN "albums"."year" < ?
                    THEN ? ELSE ? END
                FROM "albums"
                -- 1970, 'early', 1975, 'classic', 'late or unknown'

                title         CASE WHEN "albums"."y...
                ------------  ------------------------
                Kind of Blue  early
                Bitches Brew  classic
                Blue          classic
                Hejira        late or unknown
                Zombie        late or unknown
                Live Tape     late or unknown
                """)
    }

    @Test("read other rows with window functions")
    func windows() throws {
        // sample: window
        let query = Album.where { $0.artistID != nil }
            .select {
                (
                    $0.title,
                    $0.price.sum().over(partitionBy: $0.artistID, orderBy: $0.year),
                    rank().over(orderBy: $0.price.desc())
                )
            }
        // end
        try expect(
            query, on: db,
            gives: """
                SELECT "albums"."title", sum("albums"."price") OVER (PARTITION BY "albums"."artistID"
                    ORDER BY "albums"."year"), rank() OVER (ORDER BY "albums"."price" DESC)
                FROM "albums"
                WHERE "albums"."artistID" IS NOT NULL

                title         sum("albums"."price")...  rank() OVER (ORDER BY...
                ------------  ------------------------  ------------------------
                Kind of Blue  9.5                       4
                Bitches Brew  21.5                      1
                Blue          8.0                       5
                Hejira        18.5                      3
                Zombie        11.0                      2
                """)
        let years = Album.where { $0.year != nil }
            .window { Window("years", orderBy: $0.year) }
            .select { ($0.title, rowNumber().over("years"), $0.title.lag().over("years")) }
        try expect(
            years, on: db,
            gives: """
                SELECT "albums"."title", row_number() OVER "years", lag("albums"."title", ?) OVER "years"
                FROM "albums"
                WHERE "albums"."year" IS NOT NULL
                WINDOW "years" AS (ORDER BY "albums"."year")
                -- 1

                title         row_number() OVER "ye...  lag("albums"."title",...
                ------------  ------------------------  ------------------------
                Kind of Blue  1                         NULL
                Bitches Brew  2                         Kind of Blue
                Blue          3                         Bitches Brew
                Hejira        4                         Blue
                Zombie        5                         Hejira
                """)
    }
}
