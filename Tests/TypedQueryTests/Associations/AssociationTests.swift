import DataLiteMacros
import DataLiteTesting
import Foundation
import Testing

/// Three shelves, two of Ada's and one of nobody, with chores, and badges through a join table.
struct ShelfDatabase {
    static let red = UUID(uuidString: "00000000-0000-0000-0000-0000000000A1")!
    static let blue = UUID(uuidString: "00000000-0000-0000-0000-0000000000B2")!

    let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Rack.createTable().execute(db)
        try Owner.createTable().execute(db)
        try Cover.createTable().execute(db)
        try Chore.createTable().execute(db)
        try Badging.createTable().execute(db)
        try Badge.createTable().execute(db)
        try Owner.insert {
            Owner(id: 1, name: "Ada"); Owner(id: 2, name: "Bob")
        }.execute(db)
        try Rack.insert {
            Rack(id: 1, title: "Home", ownerID: 1)
            Rack(id: 2, title: "Work", isOpen: false, ownerID: 1)
            Rack(id: 3, title: "Empty")
        }.execute(db)
        try Cover.insert { Cover(shelfID: 2, color: "green") }.execute(db)
        try Chore.insert {
            Chore(id: 1, shelfID: 1, title: "Wash", minutes: 30)
            Chore(id: 2, shelfID: 1, parentID: 1, title: "Dry", isDone: true, minutes: 5)
            Chore(id: 3, shelfID: 2, title: "Report", minutes: 60, dueDate: Self.date(7))
            Chore(id: 4, shelfID: 1, parentID: 1, title: "Bake", minutes: 20, dueDate: Self.date(9))
        }.execute(db)
        try Badge.insert {
            Badge(id: Self.red, name: "red"); Badge(id: Self.blue, name: "blue")
        }
        .execute(db)
        try Badging.insert {
            Badging(choreID: 1, badgeID: Self.blue, position: 1)
            Badging(choreID: 1, badgeID: Self.red, position: 2)
            Badging(choreID: 3, badgeID: Self.blue, position: 1)
        }.execute(db)
    }

    static func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: Double(seconds)) }

    /// The statements that a closure runs, without those of transactions.
    func statements(_ body: () throws -> Void) rethrows -> [String] {
        let trace = Trace()
        db.add(traceDelegate: trace)
        defer { db.remove(traceDelegate: trace) }
        try body()
        return trace.statements
    }

    private final class Trace: ConnectionTraceDelegate {
        var statements: [String] = []

        func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
            statements.append(trace.unexpandedSQL)
        }
    }
}

@Suite("An association")
struct AssociationTests {
    private let shelves: ShelfDatabase
    private var db: Connection { shelves.db }

    init() throws { shelves = try ShelfDatabase() }

    @Test("Children are loaded with one statement for all parents, in one transaction")
    func statements() throws {
        var result: [(Rack, [Chore])] = []
        let statements = try shelves.statements {
            result = try Rack.order(by: \.id).including(Rack.tasks.order(by: \.title))
                .fetchAll(db)
        }
        #expect(result.map(\.0.id) == [1, 2, 3])
        #expect(result.map { $0.1.map(\.title) } == [["Bake", "Dry", "Wash"], ["Report"], []])
        #expect(
            statements == [
                "BEGIN DEFERRED TRANSACTION",
                """
                SELECT "racks"."id", "racks"."title", "racks"."isOpen", "racks"."ownerID" \
                FROM "racks" ORDER BY "racks"."id"
                """,
                """
                SELECT "keys"."key", "chores"."id", "chores"."shelfID", "chores"."parentID", \
                "chores"."title", "chores"."isDone", "chores"."minutes", "chores"."dueDate" \
                FROM json_each(?) AS "keys" \
                CROSS JOIN "chores" ON "chores"."shelfID" = "keys"."value" ORDER BY "chores"."title"
                """,
                "COMMIT TRANSACTION",
            ])
    }

    @Test("The first parent is read with a limit")
    func first() throws {
        let query = Rack.order { $0.id.desc() }.including(Rack.tasks)
        var id: Int?
        let statements = try shelves.statements { id = try query.fetchOne(db)?.0.id }
        #expect(id == 3)
        #expect(statements.dropFirst().first?.hasSuffix("\"racks\".\"id\" DESC LIMIT 1") == true)
        #expect(try query.fetchRequired(db).0.id == 3)
        #expect(try query.fetchAll(db).map(\.0.id) == [3, 2, 1])
    }

    @Test("Conditions, an order and a limit for each parent select the children")
    func clauses() throws {
        let open = Rack.tasks.where { !$0.isDone }.order { $0.minutes.desc() }
        let rows = try Rack.order(by: \.id).including(
            open.limit(1), open.limit(1, offset: 1), open.limit(-1, offset: 1), Rack.tasks.count,
            open.limit(1).count, Rack.tasks.aggregate { $0.minutes.sum() }
        ).fetchAll(db)
        #expect(rows.map { $0.1.map(\.title) } == [["Wash"], ["Report"], []])
        #expect(rows.map { $0.2.map(\.title) } == [["Bake"], [], []])
        #expect(rows.map { $0.3.map(\.title) } == [["Bake"], [], []])
        #expect(rows.map(\.4) == [3, 1, 0])
        #expect(rows.map(\.5) == [1, 1, 0])
        #expect(rows.map(\.6) == [55, 60, nil])
    }

    @Test("An order follows the order of an association, or replaces it after unordered()")
    func order() throws {
        let byState = Rack.tasks.order(by: \.isDone)
        let rows = try Rack.find(1).including(
            byState.order(by: \.title), byState.unordered().order(by: \.title)
        ).fetchRequired(db)
        #expect(rows.1.map(\.title) == ["Bake", "Wash", "Dry"])
        #expect(rows.2.map(\.title) == ["Bake", "Dry", "Wash"])
    }

    @Test("An aggregate of represented dates has their form")
    func dates() throws {
        let rows = try Rack.order(by: \.id)
            .including(Rack.tasks.aggregate { $0.dueDate.min() }).fetchAll(db)
        #expect(rows.map(\.1) == [ShelfDatabase.date(9), ShelfDatabase.date(7), nil])
        let due = Rack.tasks.where { $0.dueDate < ShelfDatabase.date(8) }
        #expect(try Rack.including(due).fetchAll(db).flatMap { $0.1.map(\.id) } == [3])
    }

    @Test("A foreign key gives the row that it refers to, or nil where it is NULL")
    func belongsTo() throws {
        let chores = try Chore.order(by: \.id).including(Chore.shelf, Chore.parent).fetchAll(db)
        #expect(chores.map(\.1.title) == ["Home", "Home", "Work", "Home"])
        #expect(chores.map { $0.2?.title } == [nil, "Wash", nil, "Wash"])
        let shelves = try Rack.order(by: \.id).including(Rack.owner, Rack.cover).fetchAll(db)
        #expect(shelves.map { $0.1?.name } == ["Ada", "Ada", nil])
        #expect(shelves.map { $0.2?.color } == [nil, "green", nil])
    }

    @Test("A required row that does not exist is an error that names the tables and the key")
    func missingRow() throws {
        try Chore.insert { Chore(id: 9, shelfID: 77) }.execute(db)
        let error = #expect(throws: SQLiteError.self) {
            try Chore.including(Chore.shelf).fetchAll(db)
        }
        #expect(error?.resultCode == .notFound)
        #expect(error?.message.contains(#""chores" refers to a row of table "racks""#) == true)
        #expect(error?.message.contains("key 77") == true)
        #expect(db.isAutocommit)
        let optional = try Chore.find(9).including(Chore.shelf.optional).fetchRequired(db)
        #expect(optional.1 == nil)
        let filtered = try Chore.order(by: \.id).including(Chore.shelf.where(\.isOpen))
            .fetchAll(db)
        #expect(filtered.map { $0.1?.id } == [1, 1, nil, 1, nil])
    }

    @Test("Nested associations are loaded with one statement each")
    func nested() throws {
        var rows: [(Owner, [(Rack, [(Chore, [Badge])], Int)])] = []
        let statements = try shelves.statements {
            rows = try Owner.order(by: \.id).including(
                Owner.shelves.order(by: \.id).including(
                    Rack.tasks.order(by: \.id)
                        .including(Chore.badgings.order(by: \.position).through(Badging.badge)),
                    Rack.tasks.count)
            ).fetchAll(db)
        }
        #expect(statements.count == 7)
        #expect(rows.map { $0.1.map(\.0.title) } == [["Home", "Work"], []])
        #expect(rows[0].1.map(\.2) == [3, 1])
        let home = rows[0].1[0].1
        #expect(home.map(\.0.id) == [1, 2, 4])
        #expect(home.map { $0.1.map(\.name) } == [["blue", "red"], [], []])
        let owners = try Chore.order(by: \.id).including(
            Chore.shelf.including(Rack.owner.including(Owner.shelves.count)), Chore.owner
        ).fetchAll(db)
        #expect(owners.map { $0.1.1?.0.name } == ["Ada", "Ada", "Ada", "Ada"])
        #expect(owners.map { $0.1.1?.1 } == [2, 2, 2, 2])
        #expect(owners.map { $0.2?.name } == ["Ada", "Ada", "Ada", "Ada"])
    }

    @Test("A join table leads to the rows of another table")
    func through() throws {
        let rows = try Rack.order(by: \.id).including(
            Rack.badges.order(by: \.name), Rack.badges.where { $0.name == "blue" },
            Rack.badges.order { $0.name.desc() }.limit(1), Rack.badges.count
        ).fetchAll(db)
        #expect(rows.map { $0.1.map(\.name) } == [["blue", "red"], ["blue"], []])
        #expect(rows.map { $0.2.map(\.name) } == [["blue"], ["blue"], []])
        #expect(rows.map { $0.3.map(\.name) } == [["red"], ["blue"], []])
        #expect(rows.map(\.4) == [2, 1, 0])
        let owners = try Owner.order(by: \.id).including(Owner.tasks.order(by: \.id)).fetchAll(db)
        #expect(owners.map { $0.1.map(\.id) } == [[1, 2, 3, 4], []])
    }

    @Test("The children of a loaded row are a query")
    func request() throws {
        let home = try Rack.find(1).fetchRequired(db)
        let open = Rack.tasks.request(for: home).where { !$0.isDone }.order(by: \.id)
        #expect(try open.fetchAll(db).map(\.id) == [1, 4])
        #expect(try Rack.badges.order(by: \.name).request(for: home).fetchAll(db).count == 2)
        #expect(try Rack.owner.request(for: home).fetchOne(db)?.name == "Ada")
        let empty = try Rack.find(3).fetchRequired(db)
        #expect(try Rack.owner.request(for: empty).fetchOne(db) == nil)
        #expect(try Rack.tasks.order(by: \.id).limit(1).request(for: home).fetchCount(db) == 1)
    }

    @Test("Associations are conditions and columns of their parents")
    func conditions() throws {
        try assertQuery(
            Rack.where { $0[\.tasks].exists { !$0.isDone && $0.minutes > 40 } }.select(\.id),
            on: db,
            sql: """
                SELECT "racks"."id" FROM "racks" WHERE EXISTS (SELECT 1 FROM "chores" \
                WHERE "chores"."shelfID" = "racks"."id" \
                AND NOT "chores"."isDone" AND "chores"."minutes" > ?)
                """,
            rows: "2")
        #expect(try Rack.where { !$0[\.tasks].exists() }.select(\.id).fetchAll(db) == [3])
        #expect(try Rack.where { $0[\.badges].exists { $0.name == "red" } }.fetchCount(db) == 1)
        let columns = try Rack.order(by: \.id).select {
            (
                $0.title, $0[\.tasks].count, $0[\.tasks].aggregate { $0.minutes.max() },
                $0[\.badges].count
            )
        }.fetchAll(db)
        #expect(columns.map(\.1) == [3, 1, 0])
        #expect(columns.map(\.2) == [30, 60, nil])
        #expect(columns.map(\.3) == [2, 1, 0])
        // A table that refers to itself.
        #expect(try Chore.where { $0[\.parts].exists { $0.isDone } }.fetchAll(db).map(\.id) == [1])
        #expect(
            try Chore.where { $0[\.parent].exists() }.order(by: \.id).select(\.id).fetchAll(db) == [
                2, 4,
            ])
        #expect(
            try Chore.order(by: \.id).select { $0[\.parts].count }.fetchAll(db) == [2, 0, 0, 0])
    }

    @Test("A join follows an association")
    func joins() throws {
        let pairs = try Chore.joining(Chore.shelf.where(\.isOpen))
            .order { chore, _ in chore.id }.fetchAll(db)
        #expect(pairs.map { "\($0.0.id) \($0.1.title)" } == ["1 Home", "2 Home", "4 Home"])
        let left = try Rack.order(by: \.id).leftJoining(Rack.tasks.where(\.isDone)).fetchAll(db)
        #expect(left.map { $0.1?.id } == [2, nil, nil])
        let names = try Chore.order(by: \.id).joining(Chore.badges.order(by: \.name))
            .select { chore, badge in (chore.id, badge.name) }.fetchAll(db)
        #expect(names.map { "\($0.0) \($0.1)" } == ["1 blue", "1 red", "3 blue"])
        let parts = try Chore.joining(Chore.parent).order { part, _ in part.id }.fetchAll(db)
        #expect(parts.map { "\($0.0.title) \($0.1.title)" } == ["Dry Wash", "Bake Wash"])
        #expect(throws: SQLiteError.self) {
            try Rack.joining(Rack.tasks.limit(1)).fetchAll(db)
        }
    }

    @Test("Rows are added to a parent, removed from it and replaced")
    func writing() throws {
        let wash = try Chore.find(1).fetchRequired(db)
        let report = try Chore.find(3).fetchRequired(db)
        #expect(try Chore.parts.add([report], to: wash).execute(db) == 1)
        #expect(
            try Chore.parts.request(for: wash).order(by: \.id).select(\.id).fetchAll(db) == [
                2, 3, 4,
            ])
        #expect(try Chore.parts.remove([report, wash], from: wash).execute(db) == 1)
        #expect(try Chore.parts.replace(with: [report], of: wash).execute(db) == 3)
        #expect(try Chore.parts.request(for: wash).select(\.id).fetchAll(db) == [3])
        let home = try Rack.find(1).fetchRequired(db)
        #expect(throws: SQLiteError.self) { try Rack.tasks.remove([wash], from: home).execute(db) }
        #expect(throws: SQLiteError.self) {
            try Rack.tasks.where(\.isDone).add([wash], to: home).execute(db)
        }
    }

    @Test("Rows of a join table are inserted and deleted")
    func joinTable() throws {
        let (wash, dry) = try (Chore.find(1).fetchRequired(db), Chore.find(2).fetchRequired(db))
        let badges = try Badge.order(by: \.name).fetchAll(db)
        #expect(try Chore.badges.add(badges, to: dry).execute(db) == 2)
        #expect(try Chore.badges.add(badges, to: dry).execute(db) == 0)
        #expect(try Chore.badges.request(for: dry).fetchCount(db) == 2)
        #expect(try Chore.badges.remove([badges[0]], from: dry).execute(db) == 1)
        #expect(try Chore.badges.request(for: dry).fetchAll(db) == [badges[1]])
        #expect(try Chore.badges.replace(with: [badges[0]], of: dry).execute(db) == 2)
        #expect(try Chore.badges.request(for: dry).fetchAll(db) == [badges[0]])
        #expect(try Chore.badges.replace(with: [], of: wash).execute(db) == 2)
        #expect(try Badging.count().fetchOne(db) == 2)
    }
}
