import DataLite
import Testing

@Suite("The samples of the guide to queries: order")
struct OrderSamples {
    private let db: Connection

    init() throws {
        db = try MusicDatabase.open()
    }

    @Test("order the rows of a query")
    func order() throws {
        // sample: order
        let query = Album.order { ($0.isFavorite.desc(), $0.year.asc(nulls: .last)) }
            .select { ($0.title, $0.isFavorite, $0.year) }
        // end
        try expect(
            query, on: db,
            gives: """
                SELECT "albums"."title", "albums"."isFavorite", "albums"."year"
                FROM "albums"
                ORDER BY "albums"."isFavorite" DESC, "albums"."year" ASC NULLS LAST

                title         isFavorite  year
                ------------  ----------  ----
                Kind of Blue  1           1959
                Blue          1           1971
                Bitches Brew  0           1970
                Hejira        0           1976
                Zombie        0           1977
                Live Tape     0           NULL
                """)
        // sample: limit
        let page = Album.order(by: \.title).limit(2, offset: 2).select(\.title)
        // end
        try expect(
            page, on: db,
            gives: """
                SELECT "albums"."title"
                FROM "albums"
                ORDER BY "albums"."title"
                LIMIT ? OFFSET ?
                -- 2, 2

                title
                ------------
                Hejira
                Kind of Blue
                """)
    }

    @Test("select distinct rows")
    func distinct() throws {
        let artists = Album.select(\.artistID).distinct()
        try expect(
            artists, on: db,
            gives: """
                SELECT DISTINCT "albums"."artistID"
                FROM "albums"

                artistID
                --------
                1
                2
                3
                NULL
                """)
    }
}
