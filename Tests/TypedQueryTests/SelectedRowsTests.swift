import DataLiteClauses
import DataLiteMacros
import Testing

/// Selections whose properties are table rows or groups of columns.
@Suite("A selection of rows")
struct SelectedRowsTests {
    private let db: Connection
    private static let debut = Album(id: 1, title: "Debut", artistID: 2)
    private static let encore = Album(id: 2, title: "Encore", artistID: 1)
    private static let lost = Album(id: 3, title: "Lost", artistID: nil)
    private static let ada = Artist(id: 1, name: "Ada")
    private static let bob = Artist(id: 2, name: "Bob")
    private static let pairs = [
        Pair(album: debut, artist: bob), Pair(album: encore, artist: ada),
    ]

    init() throws {
        db = try Connection(location: .inMemory)
        try Artist.createTable().execute(db)
        try Album.createTable().execute(db)
        try Artist.insert { [Self.ada, Self.bob] }.execute(db)
        try Album.insert { [Self.debut, Self.encore, Self.lost] }.execute(db)
    }

    private var joined: Select<(Album, Artist), (Album.Columns, Artist.Columns)> {
        Album.join(Artist.self) { $0.artistID == $1.id }
    }

    private var query: Select<Pair, (Album.Columns, Artist.Columns)> {
        joined.order { a, _ in a.id }.select { Pair.Columns(album: $0, artist: $1) }
    }

    private var outerQuery: Select<MaybePair, (Album.Columns, Artist.OuterColumns)> {
        Album.leftJoin(Artist.self) { $0.artistID == $1.id }
            .order { a, _ in a.id }
            .select { MaybePair.Columns(album: $0, artist: $1) }
    }

    private static let maybePairs = [
        MaybePair(album: debut, artist: bob), MaybePair(album: encore, artist: ada),
        MaybePair(album: lost, artist: nil),
    ]

    @Test("A selection decodes the rows of joined tables")
    func joins() throws {
        #expect(try query.fetchAll(db) == Self.pairs)
        #expect(try outerQuery.fetchAll(db) == Self.maybePairs)
    }

    @Test("Columns of a selection with the same name are renamed")
    func names() {
        #expect(
            Pair.columnDefinitions.list.map(\.name)
                == ["id", "title", "artistID", "artist.id", "name"])
        #expect(
            Rated.columnDefinitions.list.map(\.name)
                == ["pair.id", "title", "artistID", "artist.id", "name", "id"])
        #expect(Rated.columnDefinitions.list.map(\.isNullable).filter { $0 }.count == 1)
    }

    @Test("A selection can contain a selection and expressions")
    func nested() throws {
        let rated = joined.order { a, _ in a.id }.select {
            Rated.Columns(pair: Pair.Columns(album: $0, artist: $1), id: $0.id + 10)
        }
        let expected = [Rated(pair: Self.pairs[0], id: 11), Rated(pair: Self.pairs[1], id: 12)]
        #expect(try rated.fetchAll(db) == expected)
        let found = With {
            rated
        } query: { rated in
            rated.where { $0.pair.artist.id == 1 && $0.pair.album.id == 2 && $0.id == 12 }
        }
        #expect(try found.fetchAll(db) == [expected[1]])
        let selected = With {
            rated
        } query: { rated in
            rated.where { $0.pair.artist.name == "Bob" }.select { ($0.pair.artist, $0.id) }
        }
        let row = try #require(try selected.fetchOne(db))
        #expect(row.0 == Self.bob && row.1 == 11)
    }

    @Test("A selection can contain a group's row and its count")
    func groups() throws {
        let counts = Artist.leftJoin(Album.self) { $0.id == $1.artistID }
            .group { artist, _ in artist }
            .order { artist, _ in artist.id }
            .select { Counted.Columns(artist: $0, albums: $1.id.count()) }
        let expected = [Counted(artist: Self.ada, albums: 1), Counted(artist: Self.bob, albums: 1)]
        #expect(try counts.fetchAll(db) == expected)
        #expect(try query.count().fetchOne(db) == 2)
        #expect(try query.distinct().fetchCount(db) == 2)
    }

    @Test("A common table expression keeps the rows of a selection separate")
    func commonTable() throws {
        let found = With {
            query
        } query: { pair in
            pair.where { $0.artist.id == 1 }
        }
        #expect(try found.fetchAll(db) == [Self.pairs[1]])
        let sorted = With {
            query
        } query: { pair in
            pair.order { $0.artist.name }.select { $0.album }
        }
        #expect(try sorted.fetchAll(db) == [Self.encore, Self.debut])
        let outer = With {
            outerQuery
        } query: { pair in
            pair.where { $0.artist.id == nil }
        }
        #expect(try outer.fetchAll(db) == [Self.maybePairs[2]])
        let counts = With {
            outerQuery
        } query: { pair in
            pair.select { ($0.artist.count(), $0.album.count()) }
        }
        let row = try #require(try counts.fetchOne(db))
        #expect(row.0 == 2 && row.1 == 3)
        let both = With {
            query
        } query: { pair in
            pair.join(Artist.self) { $0.artist.id == $1.id }.order { pair, _ in pair.album.id }
        }
        #expect(try both.fetchAll(db).map(\.0) == Self.pairs)
    }

    @Test("A compound keeps the rows of a selection separate")
    func compound() throws {
        let rows = query.union(all: true, query)
        #expect(try rows.fetchAll(db).count == 4)
        #expect(
            try query.union(query).order { $0.artist.id }.fetchAll(db) == [
                Self.pairs[1], Self.pairs[0],
            ])
        #expect(try query.union(query).where { $0.artist.id == 2 }.fetchAll(db) == [Self.pairs[0]])
        #expect(try query.except(query).fetchAll(db) == [])
        let grouped = query.union(all: true, query).group { $0.artist }
        #expect(try grouped.fetchAll(db).count == 2)
    }

    @Test("A view keeps the rows of a selection separate")
    func view() throws {
        let rows = joined.select { PairView.Columns(album: $0, artist: $1) }
        try PairView.createView(as: rows).execute(db)
        let found = PairView.where { $0.artist.id == 2 }
        #expect(try found.fetchAll(db) == [PairView(album: Self.debut, artist: Self.bob)])
        #expect(try PairView.order { $0.artist }.select { $0.album.id }.fetchAll(db) == [2, 1])
        let joined = Artist.leftJoin(PairView.self) { $0.id == $1.artist.id && $1.album.id > 1 }
            .order { artist, _ in artist.id }
        #expect(try joined.fetchAll(db).map(\.1?.album.id) == [2, nil])
    }

    @Test("Clauses can select a selection of rows")
    func clauses() throws {
        let query = sql { schema in
            let album = schema.table(Album.self)
            let artist = schema.table(Artist.self)
            Select(Pair.Columns(album: album, artist: artist))
            From(album)
            Join(artist, on: album.artistID == artist.id)
            OrderBy(album.id)
        }
        #expect(try query.fetchAll(db) == Self.pairs)
        let outer = sql { schema in
            let pair = schema.table(query)
            Select(pair.artist, pair.album.title)
            From(pair)
            Where(pair.artist.id == 1)
        }
        let row = try #require(try outer.fetchOne(db))
        #expect(row.0 == Self.ada && row.1 == "Encore")
    }

    @Test("A change can return a selection of rows")
    func returning() throws {
        let album = Album(id: 4, title: "New", artistID: 1)
        let returned = try Album.insert { album }
            .returning { AlbumAndLength.Columns(album: $0, length: $0.title.length()) }
            .fetchOne(db)
        #expect(returned == AlbumAndLength(album: album, length: 3))
    }

    @Test("Ordering by a row uses all of its columns")
    func order() throws {
        let descending = query.order { _, artist in artist.id }.unordered()
        #expect(try descending.fetchAll(db).count == 2)
        let rated = With {
            query
        } query: { pair in
            pair.order { $0.artist.desc() }
        }
        #expect(try rated.fetchAll(db) == Self.pairs)
        let ascending = With {
            query
        } query: { pair in
            pair.order(by: \.artist)
        }
        #expect(try ascending.fetchAll(db) == Self.pairs.reversed())
    }

    @Test("Selecting the row of a subquery throws")
    func subquery() throws {
        let query = Album.select {
            MaybePair.Columns(album: $0, artist: Artist.find(1).scalar())
        }
        #expect {
            try query.fetchAll(db)
        } throws: { error in
            "\(error)".contains("cannot be used one by one")
        }
    }
}

@Table struct Artist: Hashable {
    let id: Int
    var name = ""
}

@Table struct Album: Hashable {
    let id: Int
    var title = ""
    var artistID: Int?
}

@Selection struct Pair: Hashable {
    let album: Album
    let artist: Artist
}

@Selection struct MaybePair: Hashable {
    let album: Album
    let artist: Artist?
}

@Selection struct Rated: Hashable {
    let pair: Pair
    let id: Int
}

@Selection struct Counted: Hashable {
    let artist: Artist
    let albums: Int
}

@Selection struct AlbumAndLength: Hashable {
    let album: Album
    let length: Int
}

@Table @Selection struct PairView: Hashable {
    let album: Album
    let artist: Artist
}
