import DataLite
import Testing

// sample: database functions
@DatabaseFunction func isClassic(album: Album) -> Bool {
    (album.year ?? .max) < 1970
}

@DatabaseFunction(isDeterministic: true) func sortName(_ name: String) -> String {
    let words = name.split(separator: " ")
    return words.count < 2
        ? name : "\(words[words.count - 1]), \(words.dropLast().joined(separator: " "))"
}

@DatabaseFunction func median(price prices: some Sequence<Double>) -> Double? {
    let sorted = prices.sorted()
    return sorted.isEmpty ? nil : sorted[sorted.count / 2]
}
// end

// sample: database collation
@DatabaseCollation func withoutArticle(_ lhs: String, _ rhs: String) -> CollationOrder {
    func key(_ title: String) -> String {
        title.hasPrefix("The ") ? String(title.dropFirst(4)) : title
    }
    return CollationOrder(key(lhs), key(rhs))
}
// end

@Suite("The samples of the guide to functions: macros")
struct DatabaseFunctionSamples {
    private let db: Connection

    init() throws {
        db = try MusicDatabase.open()
    }

    @Test("call @DatabaseFunction functions in queries")
    func calls() throws {
        try db.add(function: $isClassic)
        try db.add(function: $sortName)
        try db.add(function: $median)

        // sample: call database functions
        let query = Artist.group(by: \.id)
            .join(Album.all) { $0.id == $1.artistID }
            .order { artist, _ in $sortName(artist.name) }
            .select { ($sortName($0.name), $median(price: $1.price)) }
        let classics = try Album.where { $isClassic(album: $0) }.select(\.title).fetchAll(db)
        print(classics)  // ["Kind of Blue"]
        // end
        #expect(classics == ["Kind of Blue"])
        try expect(
            query, on: db,
            shows: """
                SELECT "sortName"("artists"."name"), "median"("albums"."price")
                FROM "artists"
                JOIN "albums" ON "artists"."id" IS "albums"."artistID"
                GROUP BY "artists"."id"
                ORDER BY "sortName"("artists"."name")

                "sortName"("artists"....  "median"("albums"."pr...
                ------------------------  ------------------------
                Davis, Miles              12.0
                Kuti, Fela                11.0
                Mitchell, Joni            10.5
                """)
    }

    @Test("order rows by @DatabaseCollation")
    func collation() throws {
        // sample: use database collation
        let sorted = Album.order { $0.title.collate($withoutArticle) }.select(\.title)
        print(try sorted.fetchAll(db))

        try db.add(collation: $withoutArticle)  // for SQL text
        let first = try db.value(
            "SELECT title FROM albums ORDER BY title COLLATE withoutArticle", as: String.self)
        // end
        #expect(try sorted.fetchAll(db).first == first)
    }
}
