import DataLite
import Testing

@Suite("The samples of the guide to SQL text")
struct RawSQLSamples {
    private let db: Connection

    init() throws {
        db = try MusicDatabase.open()
    }

    @Test("run #sql statements")
    func statements() throws {
        // sample: statements
        let (title, pattern) = ("Blue Train", "*Blue*")
        try #sql("INSERT INTO albums(title, price, isFavorite) VALUES (\(title), 9, FALSE)")
            .execute(db)
        let albums = #sql(
            "SELECT \(Album.columns) FROM \(Album.self) WHERE \(Album.title) GLOB \(pattern)",
            as: Album.self)
        let favorite = try albums.fetchAll(db).first(where: \.isFavorite)  // Kind of Blue
        // end
        #expect(favorite?.title == "Kind of Blue")
        try expect(
            albums, on: db,
            gives: """
                SELECT "albums"."id", "albums"."title", "albums"."artistID", "albums"."year",
                    "albums"."price", "albums"."isFavorite"
                FROM "albums"
                WHERE "albums"."title" GLOB ?
                -- '*Blue*'

                id  title         artistID  year  price  isFavorite
                --  ------------  --------  ----  -----  ----------
                1   Kind of Blue  1         1959  9.5    1
                3   Blue          2         1971  8.0    1
                7   Blue Train    NULL      NULL  9.0    0
                """)
    }

    @Test("decode the rows of #sql statements")
    func rows() throws {
        // sample: rows
        let count = try #sql("SELECT count(*) FROM albums", as: Int.self).fetchOne(db)  // 6
        let pairs = #sql(
            """
            SELECT artists.name, max(albums.price)
              FROM artists LEFT JOIN albums ON albums.artistID = artists.id
             GROUP BY artists.id
            """,
            as: (String, Double?).self)
        for (name, price) in try pairs.fetchAll(db) where price == nil {
            print("\(name) has no album")  // Anonymous has no album
        }
        let names = try #sql("PRAGMA table_info(albums)").fetchAll(db)
            .map { try $0["name", as: String.self] }  // ["id", "title", ...]
        // end
        #expect(count == 6)
        #expect(names.prefix(2) == ["id", "title"])
    }

    @Test("use #sql in typed queries")
    func expressions() throws {
        // sample: expressions
        let query = Album.where { #sql("\($0.title) REGEXP \("B.*")") || $0.price < 5 }
            .order { #sql("\($0.title) COLLATE NOCASE DESC") }
            .select { ($0.title, #sql("printf('%.2f', \($0.price))", as: String.self)) }
        // end
        try db.add(function: Function.Regexp.self)
        try expect(
            query, on: db,
            gives: """
                SELECT "albums"."title", printf('%.2f', "albums"."price")
                FROM "albums"
                WHERE ("albums"."title" REGEXP ?) OR "albums"."price" < ?
                ORDER BY "albums"."title" COLLATE NOCASE DESC
                -- 'B.*', 5.0

                title         printf('%.2f', "album...
                ------------  ------------------------
                Live Tape     3.00
                Blue          8.00
                Bitches Brew  12.00
                """)
    }

    @Test("use queries and pieces of SQL in #sql")
    func pieces() throws {
        // sample: pieces
        let cheap = Album.where { $0.price < 10 }.select(\.artistID)
        let page = #sql("LIMIT \(10) OFFSET \(0)")
        let artists = #sql(
            """
            SELECT \(Artist.name) FROM \(Artist.self)
             WHERE \(Artist.id) IN (\(cheap)) AND \(#sql("country <> \("NG")"))
             ORDER BY name \(sql: page)
            """,
            as: String.self)
        let names = try artists.fetchAll(db)  // ["Joni Mitchell", "Miles Davis"]
        // end
        #expect(names == ["Joni Mitchell", "Miles Davis"])

        try #sql(
            """
            INSERT INTO \(Artist.self)(\(identifier: Artist.name)) VALUES (\("Nina Simone"))
            """
        ).execute(db)
        #expect(try Artist.where { $0.name == "Nina Simone" }.fetchCount(db) == 1)
    }
}
