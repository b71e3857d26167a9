import DataLite
import Testing

@Selection struct Power {
    let value: Int
}

@Suite("The samples of the guide to queries: several queries in one")
struct CombiningSamples {
    private let db: Connection

    init() throws {
        db = try MusicDatabase.open()
    }

    @Test("use common table expressions")
    func common() throws {
        // sample: with
        let query = With {
            Song.where { $0.seconds > 300 }
        } query: { long in
            long.join(Album.all) { $0.albumID == $1.id }.select { ($0.title, $1.title) }
        }
        // end
        try expect(
            query, on: db,
            gives: """
                WITH "cte:1"("id", "albumID", "title", "seconds") AS (SELECT "songs"."id",
                    "songs"."albumID", "songs"."title", "songs"."seconds" FROM "songs" WHERE
                    "songs"."seconds" > ?)
                SELECT "cte:1"."title", "albums"."title"
                FROM "cte:1"
                JOIN "albums" ON "cte:1"."albumID" = "albums"."id"
                -- 300

                title          title
                -------------  ------------
                So What        Kind of Blue
                Blue in Green  Kind of Blue
                Zombie         Zombie
                """)
        // sample: recursive
        let team = With {
            Employee.where { $0.name == "Ada" }
        } recursiveUnion: { team in
            Employee.all.join(team) { $0.managerID == $1.id }.select { employee, _ in employee }
        } query: { team in
            team.order(by: \.name)
        }
        // end
        try expect(
            team, on: db,
            gives: """
                WITH RECURSIVE "cte:1"("id", "name", "managerID") AS (SELECT "employees"."id",
                    "employees"."name", "employees"."managerID" FROM "employees" WHERE "employees"."name"
                    = ? UNION SELECT "employees"."id", "employees"."name", "employees"."managerID" FROM
                    "employees" JOIN "cte:1" ON "employees"."managerID" IS "cte:1"."id")
                SELECT "cte:1"."id", "cte:1"."name", "cte:1"."managerID"
                FROM "cte:1"
                ORDER BY "cte:1"."name"
                -- 'Ada'

                id  name  managerID
                --  ----  ---------
                2   Ada   1
                4   Jean  2
                """)
    }

    @Test("change rows with a common table expression")
    func commonTableChanges() throws {
        // sample: common table of a change
        let shorten = With {
            Song.group(by: \.albumID).select {
                AlbumLength.Columns(albumID: $0.albumID, seconds: $0.seconds.sum() ?? 0)
            }
        } query: { length in
            Song.where { $0.albumID.in(length.where { $0.seconds > 500 }.select(\.albumID)) }
                .update { $0.seconds -= 10 }
        }
        // end
        #expect(try shorten.sql().text.contains(") UPDATE \"songs\" SET"))
        #expect(try shorten.execute(db) > 0)
        // sample: powers
        let powers = With {
            Values(Power(value: 1))
        } recursiveUnionAll: { power in
            power.select { Power.Columns(value: $0.value * 2) }
        } query: { power in
            power.select(\.value).limit(5)
        }
        let values = try powers.fetchAll(db)  // [1, 2, 4, 8, 16]
        // end
        #expect(values == [1, 2, 4, 8, 16])
    }

    @Test("combine the results of two queries")
    func compounds() throws {
        // sample: compound
        let titles = Album.select(\.title).intersect(Song.select(\.title))
        // end
        try expect(
            titles, on: db,
            gives: """
                SELECT "albums"."title"
                FROM "albums"
                INTERSECT
                SELECT "songs"."title"
                FROM "songs"

                title
                ------
                Zombie
                """)
        #expect(try titles.fetchAll(db) == ["Zombie"])
    }

    @Test("prepare a query")
    func prepared() throws {
        // sample: prepared
        let query = PreparedQuery { (year: SQLExpression<Int>, price: SQLExpression<Double>) in
            Album.where { $0.year >= year && $0.price < price }.select(\.title)
        }
        let cheap = try query.fetchAll(db, 1970, 10.0)  // ["Blue"]
        let expensive = try query.fetchAll(db, 1970, 11.0)  // ["Blue", "Hejira"]
        // end
        #expect(cheap == ["Blue"])
        #expect(expensive == ["Blue", "Hejira"])
    }
}
