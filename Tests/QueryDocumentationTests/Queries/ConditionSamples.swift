import DataLite
import Testing

// sample: music
@Table struct Artist: Identifiable {
    let id: Int
    var name: String
    var country: String?
}

@Table struct Album: Identifiable {
    let id: Int
    var title: String
    var artistID: Int?
    var year: Int?
    var price: Double
    var isFavorite = false
}

@Table struct Song: Identifiable {
    let id: Int
    var albumID: Int
    var title: String
    var seconds: Int
}
// end

@Suite("The samples of the guide to queries: conditions")
struct ConditionSamples {
    private let db: Connection

    init() throws {
        db = try MusicDatabase.open()
    }

    @Test("start a query with a table")
    func first() throws {
        // sample: first query
        let query = Album.where { $0.price < 10 && !$0.isFavorite }
            .order(by: \.title)
            .select { ($0.id, $0.title) }
        let albums = try query.fetchAll(db)  // [(Int, String)]
        // end
        try expect(
            query, on: db,
            shows: """
                SELECT "albums"."id", "albums"."title"
                FROM "albums"
                WHERE "albums"."price" < ? AND NOT "albums"."isFavorite"
                ORDER BY "albums"."title"
                -- 10.0

                id  title
                --  ---------
                6   Live Tape
                """)
        #expect(albums.map(\.1) == ["Live Tape"])
    }

    @Test("write one condition on each line")
    func lines() throws {
        // sample: one term on each line
        let albums = Album.where {
            $0.price * 2 + 1 > 15
            ($0.year ?? 0) - 1950 > 8
            $0.title != "Live Tape"
        }
        // end
        let titles = try albums.fetchAll(db).map(\.title)
        let expected = try Album.all.fetchAll(db).filter {
            $0.price * 2 + 1 > 15 && ($0.year ?? 0) - 1950 > 8 && $0.title != "Live Tape"
        }
        let count = try Album.all.fetchCount(db)
        #expect((1..<count).contains(titles.count))
        #expect(titles.sorted() == expected.map(\.title).sorted())
    }

    @Test("use a constant for a part of an assigned value")
    func constants() throws {
        // sample: constants in an update
        let update = Album.find(1).update {
            let months = $0.price * 12
            $0.price = months + ($0.price - 1) * 2
        }
        // end
        let price = try Album.find(1).fetchRequired(db).price
        try update.execute(db)
        #expect(try Album.find(1).fetchRequired(db).price == price * 12 + (price - 1) * 2)
    }

    @Test("combine conditions")
    func conditions() throws {
        // sample: operators
        let query = Album.where { ($0.year >= 1970 || $0.isFavorite) && $0.price != 12 }
            .select(\.title)
        // end
        try expect(
            query, on: db,
            gives: """
                SELECT "albums"."title"
                FROM "albums"
                WHERE ("albums"."year" >= ? OR "albums"."isFavorite") AND "albums"."price" <> ?
                -- 1970, 12.0

                title
                ------------
                Kind of Blue
                Blue
                Hejira
                Zombie
                """)
        let favorites = Album.where(\.isFavorite).where { $0.year > 1960 }.select(\.title)
        try expect(
            favorites, on: db,
            gives: """
                SELECT "albums"."title"
                FROM "albums"
                WHERE "albums"."isFavorite" AND "albums"."year" > ?
                -- 1960

                title
                -----
                Blue
                """)
    }

    @Test("combine conditions with if statements")
    func optionalConditions() throws {
        let (maximum, hidesFavorites): (Double?, Bool) = (10, false)
        // sample: conditions with if
        let query = Album.where {
            if let maximum { $0.price <= maximum }
            if hidesFavorites { !$0.isFavorite }
        }
        .select(\.title)
        // end
        try expect(
            query, on: db,
            gives: """
                SELECT "albums"."title"
                FROM "albums"
                WHERE "albums"."price" <= ?
                -- 10.0

                title
                ------------
                Kind of Blue
                Blue
                Live Tape
                """)
    }

    @Test("compare columns with lists and ranges")
    func lists() throws {
        // sample: list
        let years = [1959, 1971]
        let query = Album.where { $0.year.in(years) || $0.price.between(10, and: 11) }
            .select(\.title)
        // end
        try expect(
            query, on: db,
            shows: """
                SELECT "albums"."title"
                FROM "albums"
                WHERE "albums"."year" IN (SELECT "value" FROM json_each(?)) OR "albums"."price" BETWEEN ?
                    AND ?
                -- '[1959,1971]', 10.0, 11.0

                title
                ------------
                Kind of Blue
                Blue
                Hejira
                Zombie
                """)
        // sample: list of a query
        let american = Album.where {
            $0.artistID.in(Artist.where { $0.country == "US" }.select(\.id))
        }
        .select(\.title)
        // end
        try expect(
            american, on: db,
            gives: """
                SELECT "albums"."title"
                FROM "albums"
                WHERE "albums"."artistID" IN (SELECT "artists"."id" FROM "artists" WHERE
                    "artists"."country" IS ?)
                -- 'US'

                title
                ------------
                Kind of Blue
                Bitches Brew
                """)
        let cheap = Album.where { (5..<10).contains($0.price) && years.contains($0.id + 1958) }
            .select(\.title)
        #expect(try cheap.fetchAll(db) == ["Kind of Blue"])
    }

    @Test("compare columns with NULL")
    func null() throws {
        let undated = Album.where { $0.year == nil }.select(\.title)
        try expect(
            undated, on: db,
            gives: """
                SELECT "albums"."title"
                FROM "albums"
                WHERE "albums"."year" IS NULL

                title
                ---------
                Live Tape
                """)
        // sample: not equal
        let others = Album.where { $0.year != 1959 && $0.price < 10 }.select { ($0.title, $0.year) }
        // end
        try expect(
            others, on: db,
            shows: """
                SELECT "albums"."title", "albums"."year"
                FROM "albums"
                WHERE "albums"."year" IS NOT ? AND "albums"."price" < ?
                -- 1959, 10.0

                title      year
                ---------  ----
                Blue       1971
                Live Tape  NULL
                """)
        // sample: null order
        let notOld = Album.where { !($0.year < 1970) && $0.price < 10 }.select(\.title)
        // end
        try expect(
            notOld, on: db,
            gives: """
                SELECT "albums"."title"
                FROM "albums"
                WHERE NOT "albums"."year" < ? AND "albums"."price" < ?
                -- 1970, 10.0

                title
                -----
                Blue
                """)
        let years = Album.where { $0.price < 9 }.select { ($0.title, $0.year ?? 0) }
        try expect(
            years, on: db,
            gives: """
                SELECT "albums"."title", coalesce("albums"."year", ?)
                FROM "albums"
                WHERE "albums"."price" < ?
                -- 0, 9.0

                title      coalesce("albums"."ye...
                ---------  ------------------------
                Blue       1971
                Live Tape  0
                """)
        #expect(try years.fetchAll(db).map(\.1) == [1971, 0])
    }
}
