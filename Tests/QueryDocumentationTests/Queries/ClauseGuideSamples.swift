import DataLite
import DataLiteClauses
import DataLiteTesting
import Testing

@Suite("The samples of the clauses of a query in the guide to clauses")
struct ClauseGuideSamples {
    private let db: Connection

    init() throws {
        db = try MusicDatabase.open()
    }

    @Test("insert the rows of a query")
    func inserts() throws {
        // sample: insert query
        let copy = sql { schema in
            let note = schema.into(Note.self)
            let album = schema.table(Album.self)
            let artist = schema.table(Artist.self)
            Insert(note, columns: note.text)
            Select(album.title)
            From(album)
            Where(album.isFavorite)
            Union()
            Select(artist.name)
            From(artist)
            Where(artist.country == "CA")
        }
        let count = try copy.execute(db)  // 3
        // end
        #expect(count == 3)
        #expect(try Note.unscoped.fetchCount(db) == 5)
    }

    @Test("run queries and requests")
    func running() throws {
        let expensive = sql { schema in
            let album = schema.table(Album.self)
            Select(album)
            From(album)
            Where(album.price > 10)
            OrderBy(album.price.desc())
        }
        let albums = try expensive.fetchAll(db)  // [Album]
        let first = try expensive.fetchOne(db)  // Album?
        #expect(albums.map(\.title) == ["Bitches Brew", "Zombie", "Hejira"])
        #expect(first?.title == "Bitches Brew")
        let year = NamedParameter<Int?>(named: "year")
        var dating = try db.request(
            sql { schema in
                let album = schema.into(Album.self)
                Update(album)
                Setting(album) { row in
                    row.year = year
                    row.artistID = nil
                }
                Where(album.title == "Live Tape")
            })
        dating[year] = 1982
        try dating.execute()
        dating[year] = nil
        try dating.execute()
        #expect(try Album.find(6).fetchRequired(db).year == nil)
    }

    @Test("filter and join")
    func joins() throws {
        // sample: where clauses
        let isCheap = true
        let cheap = sql { schema in
            let album = schema.table(Album.self)
            Select(album.title)
            From(album)
            Where(album.year < 1960 || (album.year > 1975 && !album.isFavorite))
            if isCheap {
                Where(album.price < 11)
            }
        }
        let titles = try cheap.fetchAll(db)  // ["Kind of Blue", "Hejira"]
        // end
        #expect(titles == ["Kind of Blue", "Hejira"])
        // sample: using clauses
        let everything = sql { schema in
            let song = schema.optionalTable(Song.self)
            let album = schema.optionalTable(Album.self)
            let title = song.shared(\.title, with: album, \.title)
            Select(title, song.seconds, album.year)
            From(song)
            FullJoin(album, using: title)
            OrderBy(title)
            Limit(4)
        }
        let rows = try everything.fetchAll(db)  // [(String, Int?, Int?)]
        // end
        #expect(rows.map(\.0) == ["Bitches Brew", "Blue", "Blue in Green", "California"])
        #expect(rows.map(\.1) == [nil, nil, 337, 231])
        #expect(rows.map(\.2) == [1970, 1971, nil, nil])
        let sameTitle = Song.join(Album.self) { $0.using(\.title, $1, \.title) }
        let sameTitleAndID = Song.join(Album.self) { $0.natural($1) }
        #expect(try sameTitle.fetchAll(db).map(\.0.id) == [5])
        #expect(try sameTitleAndID.fetchAll(db).map(\.0.id) == [5])
    }

    @Test("group, order and nest")
    func groups() throws {
        // sample: group clauses
        let statistics = sql { schema in
            let album = schema.table(Album.self)
            Select(album.artistID, album.id.count(), album.price.avg())
            From(album)
            GroupBy(album.artistID)
            Having(album.id.count() > 1)
        }
        let groups = try statistics.fetchAll(db)  // [(1, 2, 10.75), (2, 2, 9.25)]
        // end
        #expect(groups.map(\.0) == [1, 2] && groups.map(\.1) == [2, 2])
        #expect(groups.map(\.2) == [10.75, 9.25])
        let ordered = sql { schema in
            let album = schema.table(Album.self)
            Select(album.title)
            From(album)
            OrderBy(album.year.desc(nulls: .last), album.title)
            Limit(2)
            Offset(1)
        }
        let page = try ordered.fetchAll(db)  // ["Hejira", "Blue"]
        #expect(page == ["Hejira", "Blue"])
        // sample: subquery clauses
        let counts = sql { schema in
            let artist = schema.table(Artist.self)
            Select(
                artist.name,
                sql { schema in
                    let album = schema.table(Album.self)
                    Select(album.id.count())
                    From(album)
                    Where(album.artistID == artist.id)
                }.scalar())
            From(artist)
            Where(
                artist.id.in(
                    sql { schema in
                        let album = schema.table(Album.self)
                        Select(album.artistID)
                        From(album)
                    }))
            OrderBy(artist.name)
        }
        let pairs = try counts.fetchAll(db)  // [("Fela Kuti", 1), ("Joni Mitchell", 2), ...]
        // end
        #expect(pairs.map(\.0) == ["Fela Kuti", "Joni Mitchell", "Miles Davis"])
        #expect(pairs.map(\.1) == [1, 2, 2])
        let prices = sql { schema in
            let album = schema.table(Album.self)
            Select(album.title + "!", album.price * 2 + 1, album.year ?? 0)
            From(album)
            Where(album.price.between(8, and: 10) || album.title.like("%tape%"))
            Where(!album.id.in([3, 4]) && album.artistID != nil)
        }
        let results = try prices.fetchAll(db)  // [("Kind of Blue!", 20.0, 1959)]
        #expect(results.map(\.0) == ["Kind of Blue!"] && results.map(\.1) == [20])
    }
}
