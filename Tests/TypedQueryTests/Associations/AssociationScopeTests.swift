import DataLiteMacros
import Testing

@Table("shelves") private struct Shelf: Equatable, Identifiable {
    let id: Int
    var name = ""
    var isOpen = true

    static let volumes = hasMany(Volume.self, by: \.shelfID)
}

@Table private struct Volume: Equatable, Identifiable {
    let id: Int
    var shelfID: Int?
    var title = ""
    var isLost = false

    static let all = unscoped.where { !$0.isLost }
    static let shelf = belongsTo(Shelf.self, by: \.shelfID)
}

extension Shelf.Columns {
    fileprivate var volumes: AssociatedRows<Volume> { self[\.volumes] }
}

@Suite("An association of a table with a default scope")
struct AssociationScopeTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Shelf.createTable().execute(db)
        try Volume.createTable().execute(db)
        try Shelf.insert {
            Shelf(id: 1, name: "A")
            Shelf(id: 2, name: "B", isOpen: false)
        }.execute(db)
        try Volume.insert {
            Volume(id: 1, shelfID: 1, title: "x")
            Volume(id: 2, shelfID: 1, title: "y", isLost: true)
            Volume(id: 3, shelfID: nil, title: "z")
        }.execute(db)
    }

    @Test("Children outside the default scope are not included or counted")
    func children() throws {
        let rows = try Shelf.order(by: \.id).including(Shelf.volumes, Shelf.volumes.count)
            .fetchAll(db)
        #expect(rows.map { $0.1.map(\.id) } == [[1], []])
        #expect(rows.map(\.2) == [1, 0])
        let found = try Shelf.where { $0[\.volumes].exists { $0.title == "y" } }.fetchAll(db)
        #expect(found == [])
    }

    @Test("A property of the columns names the associated rows")
    func property() throws {
        let found = try Shelf.where { $0.volumes.exists { $0.title == "x" } }.fetchAll(db)
        #expect(found.map(\.id) == [1])
        #expect(try Shelf.order(by: \.id).select { $0.volumes.count }.fetchAll(db) == [1, 0])
    }

    @Test("Distinct, limited and joined parents include their children")
    func parents() throws {
        let distinct = try Shelf.all.distinct().order(by: \.id).limit(1).including(Shelf.volumes)
            .fetchAll(db)
        #expect(distinct.map { $0.1.map(\.id) } == [[1]])
        let joined = try Shelf.join(Volume.unscoped) { $0.id == $1.shelfID }
            .select { shelf, _ in shelf }.including(Shelf.volumes).fetchAll(db)
        #expect(joined.map { $0.1.map(\.id) } == [[1], [1]])
    }

    @Test("Parents of children in the default scope are included")
    func belonging() throws {
        let rows = try Volume.order(by: \.id).including(Volume.shelf).fetchAll(db)
        #expect(rows.map { $0.0.id } == [1, 3])
        #expect(rows.map { $0.1?.name } == ["A", nil])
    }
}

extension AssociationScopeTests {
    @Test("Children are found by the foreign key even if a condition has an index")
    func index() throws {
        try db.execute(
            script: """
                CREATE INDEX byShelf ON volumes (shelfID);
                CREATE INDEX byTitle ON volumes (title)
                """)
        final class Recorder: ConnectionTraceDelegate {
            var texts: [String] = []
            func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
                texts.append(trace.expandedSQL)
            }
        }
        let recorder = Recorder()
        db.add(traceDelegate: recorder)
        let volumes = Shelf.volumes.where { $0.title == "x" }
        #expect(try Shelf.all.including(volumes).fetchAll(db).map(\.1.count) == [1, 0])
        db.remove(traceDelegate: recorder)
        let load = try #require(recorder.texts.first { $0.contains("json_each") })
        let steps = try db.rows("EXPLAIN QUERY PLAN \(raw: load)").map { "\($0)" }
        #expect(steps.contains { $0.contains("byShelf") }, "\(steps)")
    }
}
