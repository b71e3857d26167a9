import DataLite
import DataLiteClauses
import DataLiteTesting
import Testing

@Suite("The samples of changes, compounds and common tables in the guide to clauses")
struct ClauseChangeSamples {
    private let db: Connection

    init() throws {
        db = try MusicDatabase.open()
    }

    @Test("change rows with clauses")
    func changes() throws {
        // sample: insert clauses
        let insert = sql { schema in
            let artist = schema.into(Artist.self)
            Insert(artist, columns: artist.name)
            Values("Nina Simone")
            Values("Alice Coltrane")
        }
        try insert.execute(db)
        // end
        #expect(try insert.sql().text == #"INSERT INTO "artists" ("name") VALUES (?), (?)"#)
        #expect(try Artist.where { $0.name == "Nina Simone" }.fetchAll(db).count == 1)
        // sample: update clauses
        let id = NamedParameter<Int>(named: "id")
        let name = NamedParameter<String>(named: "name")
        var rename = try db.request(
            sql { schema in
                let artist = schema.into(Artist.self)
                Update(artist)
                Setting(artist) { row in
                    row.name = name
                }
                Where(artist.id == id)
            })
        rename[id] = 1
        rename[name] = "Miles"
        try rename.execute()
        // end
        #expect(try Artist.find(1).fetchRequired(db).name == "Miles")
        // sample: delete clauses
        let delete = sql { schema in
            let album = schema.into(Album.self)
            Delete(album)
            Where(album.year < 1960)
            Returning(album.title)
        }
        let deleted = try delete.fetchAll(db)  // ["Kind of Blue"]
        // end
        #expect(deleted == ["Kind of Blue"])
    }

    @Test("combine queries with clauses")
    func compound() throws {
        let names = sql { schema in
            let album = schema.table(Album.self)
            let artist = schema.table(Artist.self)
            Select(album.title)
            From(album)
            Where(album.isFavorite)
            Union()
            Select(artist.name)
            From(artist)
            OrderBy(album.title)
            Limit(3)
        }
        let rows = try names.fetchAll(db)  // ["Anonymous", "Blue", "Fela Kuti"]
        #expect(rows == ["Anonymous", "Blue", "Fela Kuti"])
    }

    @Test("read common table expressions with clauses")
    func commonTables() throws {
        // sample: common table clauses
        let query = sql { schema in
            let favorites = schema.commonTableExpression { schema in
                let album = schema.table(Album.self)
                Select(album)
                From(album)
                Where(album.isFavorite)
            }
            let album = schema.table(favorites)
            With(favorites)
            Select(album.title)
            From(album)
            OrderBy(album.year)
        }
        let titles = try query.fetchAll(db)  // ["Kind of Blue", "Blue"]
        // end
        #expect(titles == ["Kind of Blue", "Blue"])
        // sample: scalar common table clauses
        let numbers = sql { schema in
            let numbers = schema.recursiveScalarCommonTableExpression(Int.self) { _, this in
                Select(SQLExpression<Int>(1))
                UnionAll()
                Select(this.value + 1)
                From(this)
                Where(this.value < 4)
            }
            let number = schema.table(numbers)
            With(numbers)
            Select(number.value)
            From(number)
        }
        let list = try numbers.fetchAll(db)  // [1, 2, 3, 4]
        // end
        #expect(list == [1, 2, 3, 4])
    }
}
