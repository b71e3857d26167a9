import DataLiteMacros
import Testing

@Table private struct Mix: Equatable, Identifiable {
    let id: Int
    var name = ""

    static let entries = hasMany(Entry.self, by: \.mixID)
    static let tracks = entries.order(by: \.position).through(Entry.track)
    static let longTracks = entries.through(Entry.track.where { $0.seconds > 100 })
}

@Table("entries") private struct Entry: Equatable {
    var mixID: Int
    var trackID: Int?
    var position = 0

    static let track = belongsTo(Track.self, by: \.trackID)
}

@Table private struct Track: Equatable, Identifiable {
    let id: Int
    var title = ""
    var seconds = 0
}

@Suite("An association through a join table")
struct AssociationPathTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Mix.createTable().execute(db)
        try Entry.createTable().execute(db)
        try Track.createTable().execute(db)
        try Mix.insert {
            Mix(id: 1, name: "A")
            Mix(id: 2, name: "B")
            Mix(id: 3, name: "C")
        }.execute(db)
        try Track.insert {
            Track(id: 1, title: "x", seconds: 200)
            Track(id: 2, title: "y", seconds: 50)
            Track(id: 3, title: "z", seconds: 300)
        }.execute(db)
        try Entry.insert {
            Entry(mixID: 1, trackID: 1, position: 3)
            Entry(mixID: 1, trackID: 2, position: 2)
            Entry(mixID: 1, trackID: 3, position: 1)
            Entry(mixID: 1, trackID: 3, position: 9)
            Entry(mixID: 2, trackID: 2, position: 1)
            Entry(mixID: 2, trackID: 7, position: 2)
            Entry(mixID: 3, trackID: nil, position: 1)
        }.execute(db)
    }

    @Test("The rows of one parent are in the order of the join table, each once")
    func request() throws {
        let mix = Mix(id: 1)
        #expect(try Mix.tracks.request(for: mix).fetchAll(db).map(\.title) == ["z", "y", "x"])
        let descending = Mix.entries.order { $0.position.desc() }.through(Entry.track)
        #expect(
            try descending.request(for: mix).fetchAll(db).map(\.title) == ["z", "x", "y"])
        let limited = descending.limit(1, offset: 1).request(for: mix)
        #expect(try limited.fetchAll(db).map(\.title) == ["x"])
        let byTitle = Mix.tracks.order(by: \.seconds).request(for: mix)
        #expect(try byTitle.fetchAll(db).map(\.title) == ["y", "x", "z"])
    }

    @Test("A left join has one row without a far row, and only where there is none")
    func leftJoin() throws {
        let pairs = try Mix.order(by: \.id).leftJoining(Mix.longTracks.order(by: \.title))
            .fetchAll(db)
        #expect(pairs.map(\.0.id) == [1, 1, 1, 2, 3])
        #expect(pairs.map { $0.1?.title } == ["x", "z", "z", nil, nil])
        let all = try Mix.order(by: \.id).leftJoining(Mix.tracks).fetchAll(db)
        #expect(all.map { $0.1?.title } == ["z", "y", "x", "z", "y", nil])
        let counts = try Mix.leftJoining(Mix.longTracks).group { mix, _ in mix.id }
            .order { mix, _ in mix.id }.select { $1.count() }.fetchAll(db)
        #expect(counts == [3, 0, 0])
    }

    @Test("The far rows sort a join before the rows of the join table")
    func order() throws {
        #expect(try Mix.joining(Mix.entries).fetchAll(db).count == 7)
        let tracks = Mix.tracks.order(by: \.seconds)
        let joined = try Mix.joining(tracks).fetchAll(db).filter { $0.0.id == 1 }
        #expect(joined.map(\.1.title) == ["y", "x", "z", "z"])
        let loaded = try Mix.all.including(tracks).fetchAll(db)
        #expect(loaded[0].1.map(\.title) == ["y", "x", "z", "z"])
    }

    @Test("A limit that leaves no row makes the existence of rows false")
    func limitedExistence() throws {
        func ids(_ limit: Int, offset: Int) throws -> [Int] {
            let tracks = Mix.tracks.limit(limit, offset: offset)
            let found = try Mix.where { $0.rows(of: tracks).exists() }.order(by: \.id).fetchAll(db)
            let counted = try Mix.where { $0.rows(of: tracks).count > 0 }.order(by: \.id).fetchAll(
                db)
            #expect(found == counted)
            return found.map(\.id)
        }
        #expect(try ids(1, offset: 0) == [1, 2])
        #expect(try ids(1, offset: 1) == [1])
        #expect(try ids(-1, offset: 3) == [1])
        #expect(try ids(5, offset: 4) == [])
        #expect(try ids(0, offset: 0) == [])
    }
}
