import DataLiteMacros
import Testing

@Table private struct Mix: Equatable, Identifiable {
    let id: Int

    static let entries = hasMany(Entry.self, by: \.mixID)
    static let tracks = entries.order(by: \.position).through(Entry.track).distinct()
    static let releases = entries.through(Entry.track.through(Track.release)).distinct()
}

@Table("entries") private struct Entry: Equatable {
    var mixID: Int
    var trackID: Int?
    var position = 0

    static let mix = belongsTo(Mix.self, by: \.mixID)
    static let track = belongsTo(Track.self, by: \.trackID)
}

@Table private struct Track: Equatable, Identifiable {
    let id: Int
    var title = ""
    var seconds = 0
    var releaseID = 1

    static let release = belongsTo(MixRelease.self, by: \.releaseID)
    static let entries = hasMany(Entry.self, by: \.trackID)
    static let neighbours = entries.through(Entry.mix).through(Mix.tracks)
}

@Table private struct MixRelease: Equatable, Identifiable { let id: Int }

@Suite("A distinct association through a join table")
struct DistinctAssociationTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        let tables = [
            Mix.createTable(), Entry.createTable(), Track.createTable(), MixRelease.createTable(),
        ]
        for table in tables { try table.execute(db) }
        try Mix.insert { (1...3).map { Mix(id: $0) } }.execute(db)
        try MixRelease.insert { (1...2).map { MixRelease(id: $0) } }.execute(db)
        try Track.insert {
            Track(id: 1, title: "x", seconds: 200)
            Track(id: 2, title: "y", seconds: 50)
            Track(id: 3, title: "z", seconds: 300, releaseID: 2)
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

    @Test("Included rows, their number and their aggregates contain each row once")
    func including() throws {
        let rows = try Mix.order(by: \.id)
            .including(Mix.tracks, Mix.tracks.count, Mix.tracks.aggregate { $0.seconds.sum() })
            .fetchAll(db)
        #expect(rows.map { $0.1.map(\.title) } == [["z", "y", "x"], ["y"], []])
        #expect(rows.map(\.2) == [3, 1, 0])
        #expect(rows.map(\.3) == [550, 50, nil])
        let releases = try Mix.order(by: \.id).including(Mix.releases.order(by: \.id)).fetchAll(db)
        #expect(releases.map { $0.1.map(\.id) } == [[1, 2], [1], []])
    }

    @Test("It can be filtered, ordered and limited for each parent")
    func limited() throws {
        let last = Mix.tracks.unordered().order { $0.seconds.desc() }.limit(2)
        let rows = try Mix.order(by: \.id).including(last, last.count).fetchAll(db)
        #expect(rows.map { $0.1.map(\.title) } == [["z", "x"], ["y"], []])
        #expect(rows.map(\.2) == [2, 1, 0])
        let long = Mix.tracks.where { $0.seconds > 100 }
        #expect(try Mix.order(by: \.id).including(long.count).fetchAll(db).map(\.1) == [2, 0, 0])
        let second = Mix.tracks.limit(1, offset: 1)
        let titles = try Mix.find(1).including(second).fetchAll(db).map { $0.1.map(\.title) }
        #expect(titles == [["y"]])
    }

    @Test("Its rows in the closures of a query are there once")
    func closures() throws {
        let rows = try Mix.order(by: \.id).select {
            ($0[\.tracks].count, $0[\.tracks].aggregate { $0.seconds.sum() }, $0[\.tracks].exists())
        }.fetchAll(db)
        #expect(rows.map(\.0) == [3, 1, 0])
        #expect(rows.map(\.1) == [550, 50, nil])
        #expect(rows.map(\.2) == [true, true, false])
        let long = try Mix.where { $0[\.tracks].exists { $0.seconds > 100 } }.fetchAll(db)
        #expect(long.map(\.id) == [1])
    }

    @Test("A join has one row for each pair")
    func joins() throws {
        let pairs = try Mix.order(by: \.id).joining(Mix.tracks).fetchAll(db)
        #expect(pairs.map(\.1.title) == ["z", "y", "x", "y"])
        let all = try Mix.order(by: \.id).leftJoining(Mix.tracks).fetchAll(db)
        #expect(all.map { $0.1?.title } == ["z", "y", "x", "y", nil])
    }

    @Test("A path can return to its first table")
    func cycle() throws {
        let rows = try Track.order(by: \.id)
            .including(Track.neighbours.unordered().order(by: \.id), Track.neighbours.count)
            .fetchAll(db)
        #expect(rows.map { $0.1.map(\.id) } == [[1, 2, 3], [1, 2, 3], [1, 2, 3]])
        #expect(rows.map(\.2) == [3, 3, 3])
        let counts = try Track.order(by: \.id).select { $0[\.neighbours].count }.fetchAll(db)
        #expect(counts == [3, 3, 3])
        let pairs = try Track.joining(Track.neighbours).fetchAll(db)
        #expect(pairs.count == 9)
    }

    @Test("The rows of one parent, and their changes, are those of the association")
    func oneParent() throws {
        let mix = Mix(id: 1)
        #expect(try Mix.tracks.request(for: mix).fetchAll(db).map(\.title) == ["z", "y", "x"])
        let tracks = Mix.entries.through(Entry.track).distinct()
        try tracks.remove([Track(id: 3)], from: mix).execute(db)
        #expect(try Mix.find(1).including(tracks.count).fetchOne(db)?.1 == 2)
    }

    @Test("It finds its rows by an index for each key")
    func plan() throws {
        try db.execute("CREATE INDEX by_mix ON entries(mixID)")
        let plan = try Mix.select { $0[\.tracks].count }.plan(db).description
        #expect(plan.contains("SEARCH tracks USING INTEGER PRIMARY KEY"))
        #expect(plan.contains("SEARCH entries USING INDEX by_mix"))
    }
}
