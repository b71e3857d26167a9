import DataLiteMacros
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

    @Test("search texts")
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
            shows: """
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

    @Test("choose values")
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
            shows: """
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
}
