import DataLite
import DataLiteTesting
import Testing

// sample: scopes
extension Album {
    static let favorites = Album.where(\.isFavorite)

    static func recorded(in years: ClosedRange<Int>) -> Where<Album> {
        Album.where { $0.year >= years.lowerBound && $0.year <= years.upperBound }
    }
}

extension Where<Album> {
    func cheaper(than price: Double) -> Where<Album> { self.where { $0.price < price } }
}
// end

// sample: default scope
@Table struct Note: Identifiable {
    let id: Int
    var text: String
    var isDeleted = false

    static let all = Note.where { !$0.isDeleted }
}
// end

struct AlbumStore {
    let db: any ConnectionProtocol

    func titles(year: Int) throws -> [String] {
        try Album.where { $0.year == year }.select(\.title).fetchAll(db)
    }
}

@Suite("The samples of the guide to queries: running")
struct RunningSamples {
    private let db: Connection

    init() throws {
        db = try MusicDatabase.open()
    }

    @Test("fetch the rows of a query")
    func fetching() throws {
        // sample: fetching
        let query = Album.order(by: \.year)
        let all = try query.fetchAll(db)  // [Album]
        let first = try query.fetchOne(db)  // Album?
        let third = try Album.find(3).fetchOne(db)  // Album?
        let cursor = try query.fetchCursor(db)  // reads a row when it is needed
        while let album = try cursor.next() {
            if album.price > 11 { break }
        }
        // end
        #expect(all.count == 6)
        #expect(first?.title == "Live Tape")
        #expect(third?.title == "Blue")
    }

    @Test("show the SQL of a query")
    func sql() throws {
        // sample: sql
        let sql = try Album.where { $0.title == "Blue" }.select(\.id).sql()
        print(sql.text)  // SELECT "albums"."id" FROM "albums" WHERE "albums"."title" = ?
        print(sql.parameters)  // ['Blue']
        let plan = try db.rows("EXPLAIN QUERY PLAN \(sql)")
        // end
        #expect(
            sql.text == #"SELECT "albums"."id" FROM "albums" WHERE "albums"."title" = ?"#)
        #expect(sql.parameters == ["Blue"])
        #expect(plan.first?.lenientValue("detail") == "SCAN albums")
    }

    @Test("combine the scopes of a table")
    func scopes() throws {
        // sample: combined
        let query = Album.favorites.cheaper(than: 10)
            .and(Album.recorded(in: 1970...1979)).select(\.title)
        // end
        try expect(
            query, on: db,
            shows: """
                SELECT "albums"."title"
                FROM "albums"
                WHERE "albums"."isFavorite" AND "albums"."price" < ? AND "albums"."year" >= ? AND
                    "albums"."year" <= ?
                -- 10.0, 1970, 1979

                title
                -----
                Blue
                """)
    }

    @Test("apply a scope to another query")
    func members() throws {
        let query = Album.recorded(in: 1950...1969).favorites.select(\.title)
        try expect(
            query, on: db,
            gives: """
                SELECT "albums"."title"
                FROM "albums"
                WHERE "albums"."year" >= ? AND "albums"."year" <= ? AND "albums"."isFavorite"
                -- 1950, 1969

                title
                ------------
                Kind of Blue
                """)
    }

    @Test("apply and omit the default scope")
    func defaultScope() throws {
        // sample: unscoped
        let kept = Note.order(by: \.text).select(\.text)
        let all = Note.unscoped.select(\.text)
        // end
        try expect(
            kept, on: db,
            shows: """
                SELECT "notes"."text"
                FROM "notes"
                WHERE NOT "notes"."isDeleted"
                ORDER BY "notes"."text"

                text
                -----------
                Buy strings
                """)
        #expect(try all.fetchAll(db) == ["Buy strings", "Old"])
    }

    @Test("choose between a query and none", arguments: [true, false])
    func none(isShown: Bool) throws {
        // sample: none
        let titles = isShown ? Album.favorites.select(\.title) : .none
        // end
        #expect(try titles.fetchAll(db).isEmpty == !isShown)
        #expect(try titles.sql().isEmpty == !isShown)
    }

    @Test("check a query with assertQuery")
    func asserting() throws {
        // sample: assert query
        try assertQuery(
            Album.where { $0.price < 10 }.order(by: \.price).select { ($0.title, $0.price) },
            on: db,
            sql: """
                SELECT "albums"."title", "albums"."price" FROM "albums" WHERE "albums"."price" < ? \
                ORDER BY "albums"."price"
                """,
            rows: """
                'Live Tape' | 3.0
                'Blue' | 8.0
                'Kind of Blue' | 9.5
                """)
        // end
    }

    @Test("check a query with closures")
    func assertingTable() {
        assertQuery(
            Album.where { $0.price < 9 }.order(by: \.price).select { ($0.title, $0.price) }, on: db
        ) {
            """
            SELECT "albums"."title", "albums"."price" FROM "albums"
            WHERE "albums"."price" < 9.0 ORDER BY "albums"."price"
            """
        } results: {
            """
            ┌─────────────┬─────┐
            │ "Live Tape" │ 3.0 │
            │ "Blue"      │ 8.0 │
            └─────────────┴─────┘
            """
        }
    }

    @Test("The albums of a year are found by their year")
    func titles() throws {
        let mock = MockConnection()
        mock.expectQuery(#"SELECT "albums"."title" FROM "albums" WHERE "albums"."year" IS ?"#)
            .with(1971)
            .returning(["title": "Blue"])

        #expect(try AlbumStore(db: mock).titles(year: 1971) == ["Blue"])
        mock.verify()
    }

    @Test("report the error of a query")
    func errors() throws {
        try db.execute("ALTER TABLE albums DROP COLUMN price")
        // sample: query errors
        do {
            _ = try Album.all.fetchAll(db)
        } catch {
            print(error.resultCode)  // SQLITE_ERROR
            print(error.message)  // no such column: albums.price
        }
        // end
        let error = #expect(throws: SQLiteError.self) { try Album.all.fetchAll(db) }
        #expect(error?.resultCode == .error)
        #expect(error?.message == "no such column: albums.price")
    }
}
