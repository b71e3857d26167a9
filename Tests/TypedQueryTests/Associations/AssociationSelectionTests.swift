import DataLiteMacros
import Foundation
import Testing

@Selection private struct NumberedChore: Equatable {
    let number: String
    let due: Date?
}

@Suite("Columns selected from an association")
struct AssociationSelectionTests {
    private let shelves: ShelfDatabase
    private var db: Connection { shelves.db }

    init() throws { shelves = try ShelfDatabase() }

    @Test("The children are their selected columns, which alone are read")
    func columns() throws {
        var rows: [(Rack, [String], [(Int, String)])] = []
        let statements = try shelves.statements {
            rows = try Rack.order(by: \.id).including(
                Rack.tasks.order(by: \.title).select(\.title),
                Rack.tasks.where { !$0.isDone }.order { $0.minutes.desc() }.limit(1)
                    .select { ($0.id, $0.title) }
            ).fetchAll(db)
        }
        #expect(rows.map(\.1) == [["Bake", "Dry", "Wash"], ["Report"], []])
        #expect(rows.map { $0.2.map(\.0) } == [[1], [3], []])
        #expect(rows.map { $0.2.map(\.1) } == [["Wash"], ["Report"], []])
        #expect(
            statements[2] == """
                SELECT "keys"."key", "chores"."title" FROM json_each(?) AS "keys" \
                CROSS JOIN "chores" ON "chores"."shelfID" = "keys"."value" ORDER BY "chores"."title"
                """)
    }

    @Test("A selection has its own names and the forms of the columns")
    func selection() throws {
        let due = Rack.tasks.order { ($0.dueDate.desc(), $0.id) }.limit(1)
        let rows = try Rack.order(by: \.id).including(
            due.select { NumberedChore.Columns(number: $0.title, due: $0.dueDate) }
        ).fetchAll(db)
        #expect(
            rows.map(\.1) == [
                [NumberedChore(number: "Bake", due: ShelfDatabase.date(9))],
                [NumberedChore(number: "Report", due: ShelfDatabase.date(7))], [],
            ])
    }

    @Test("Join tables and the rows of other associations can be used")
    func paths() throws {
        let badges = try Rack.order(by: \.id)
            .including(Rack.badges.order(by: \.name).select(\.name)).fetchAll(db)
        #expect(badges.map(\.1) == [["blue", "red"], ["blue"], []])
        let counts = try Rack.find(1).including(
            Rack.tasks.order(by: \.id).select { ($0.title, $0[\.parts].count) }
        ).fetchRequired(db)
        #expect(counts.1.map(\.0) == ["Wash", "Dry", "Bake"])
        #expect(counts.1.map(\.1) == [2, 0, 0])
    }

    @Test("The table can be that of the parents, also within other associations")
    func selfReference() throws {
        let chores = try Chore.order(by: \.id).including(
            Chore.parts.order(by: \.title).select { ($0.title, $0[\.parts].count) },
            Chore.parent.select(\.title)
        ).fetchAll(db)
        #expect(chores.map { $0.1.map(\.0) } == [["Bake", "Dry"], [], [], []])
        #expect(chores.map(\.2) == [nil, "Wash", nil, "Wash"])
        let owners = try Owner.order(by: \.id).including(
            Owner.shelves.order(by: \.id).including(Rack.tasks.order(by: \.id).select(\.id))
        ).fetchAll(db)
        #expect(owners.map { $0.1.map(\.1) } == [[[1, 2, 4], [3]], []])
        let siblings = try Chore.order(by: \.id).including(
            Chore.parent.through(Chore.parts).order(by: \.title).select { $0.title + "!" }
        ).fetchAll(db)
        #expect(siblings.map(\.1) == [[], ["Bake!", "Dry!"], [], ["Bake!", "Dry!"]])
    }

    @Test("A single row is nil if it is missing, or an error if it must exist")
    func oneRow() throws {
        let racks = try Rack.order(by: \.id).including(
            Rack.owner.select(\.name), Rack.cover.select(\.color)
        ).fetchAll(db)
        #expect(racks.map(\.1) == ["Ada", "Ada", nil])
        #expect(racks.map(\.2) == [nil, "green", nil])
        let chores = try Chore.order(by: \.id).including(
            Chore.shelf.select { ($0.title, $0.ownerID) }
        ).fetchAll(db)
        #expect(chores.map(\.1.0) == ["Home", "Home", "Work", "Home"])
        #expect(chores.map(\.1.1) == [1, 1, 1, 1])
        try db.execute("PRAGMA foreign_keys = OFF")
        try Rack.find(2).delete().execute(db)
        let error = #expect(throws: SQLiteError.self) {
            try Chore.all.including(Chore.shelf.select(\.title)).fetchAll(db)
        }
        #expect(error?.resultCode == .notFound)
        #expect(error?.message.contains(#""racks" with the key 2"#) == true)
    }

    @Test("NULL differs from a missing row")
    func nullColumn() throws {
        let parents = try Chore.order(by: \.id).including(Chore.parent.select(\.dueDate))
            .fetchAll(db).map(\.1)
        #expect(parents == [nil, .some(nil), nil, .some(nil)])
    }

    @Test("An aggregate of the rows of all parents is an error that names the right method")
    func aggregate() throws {
        let error = #expect(throws: SQLiteError.self) {
            try Rack.including(Rack.tasks.select { $0.minutes.max() }).fetchAll(db)
        }
        #expect(error?.resultCode == .misuse)
        #expect(error?.message.contains("aggregate { ... }") == true)
        let counts = try Rack.order(by: \.id)
            .including(Rack.tasks.select { $0.minutes }.map { $0.max() }).fetchAll(db)
        #expect(counts.map(\.1) == [30, 60, nil])
    }
}
