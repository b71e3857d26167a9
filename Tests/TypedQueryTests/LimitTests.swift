import DataLiteMacros
import Testing

@Table private struct Ticket: Equatable, Identifiable {
    let id: Int
    var seat = 0
    var isUsed = false
}

@Selection private struct ZoneKey: Hashable {
    let hall: Int
    let name: String
}

@Table private struct Zone: Equatable, Identifiable {
    let id: ZoneKey
    var size = 0
}

@Suite("Limits of changes and of VALUES")
struct LimitTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Ticket.createTable().execute(db)
        try Zone.createTable().execute(db)
        try Ticket.insert { (1...6).map { Ticket(id: $0, seat: 10 - $0) } }.execute(db)
    }

    private var ids: [Int] {
        get throws { try Ticket.order(by: \.id).select(\.id).fetchAll(db) }
    }

    @Test("A delete with a limit deletes the first rows of its order")
    func delete() throws {
        let change = Ticket.all.delete().order(by: \.seat).limit(2)
        #expect(
            try change.sql().text == """
                DELETE FROM "tickets" WHERE "tickets"."id" IN (SELECT "tickets"."id" FROM "tickets" \
                ORDER BY "tickets"."seat" LIMIT ?)
                """)
        #expect(try change.execute(db) == 2)
        #expect(try ids == [1, 2, 3, 4])
        try Ticket.all.delete().order { $0.id.desc() }.limit(1, offset: 1).execute(db)
        #expect(try ids == [1, 2, 4])
        try Ticket.where { $0.id > 1 }.delete().limit(0).execute(db)
        #expect(try ids == [1, 2, 4])
        #expect(try Ticket.all.delete().limit(10).execute(db) == 3)
    }

    @Test("Conditions apply before the limit, whether they are before or after it")
    func conditions() throws {
        try Ticket.all.delete().limit(1).where { $0.id > 4 }.execute(db)
        #expect(try ids == [1, 2, 3, 4, 6])
        let deleted = Ticket.where { $0.id < 4 }.delete().order { $0.id.desc() }.limit(2)
        #expect(try Set(deleted.returning(\.id).fetchAll(db)) == [2, 3])
    }

    @Test("An update with a limit changes the first rows of its order")
    func update() throws {
        let change = Ticket.all.update { $0.isUsed = true }.order(by: \.seat).limit(2)
        #expect(try change.execute(db) == 2)
        #expect(try Ticket.where(\.isUsed).order(by: \.id).select(\.id).fetchAll(db) == [5, 6])
        try Ticket.where { !$0.isUsed }.update { $0.seat += 100 }.limit(1, offset: 3).execute(db)
        #expect(try Ticket.where { $0.seat > 100 }.select(\.id).fetchAll(db) == [4])
    }

    @Test("An order without a limit has no effect")
    func order() throws {
        let change = Ticket.all.delete().order(by: \.seat)
        #expect(try change.sql().text == #"DELETE FROM "tickets""#)
    }

    @Test("Rows with a composite key, and a change after WITH")
    func keys() throws {
        try Zone.insert { for hall in 1...3 { Zone(id: ZoneKey(hall: hall, name: "a")) } }.execute(
            db)
        try Zone.all.delete().order { $0.id.hall.desc() }.limit(1).execute(db)
        #expect(try Zone.order(by: \.id.hall).select(\.id.hall).fetchAll(db) == [1, 2])
        let common = With {
            Ticket.where { $0.id > 3 }
        } query: { late in
            Ticket.all.delete().where { $0.id.in(late.select(\.id)) }
        }
        #expect(try common.execute(db) == 3)
    }

    @Test("VALUES with a limit or an offset, and without rows")
    func values() throws {
        let rows = Values((1, "a"), (2, "b"), (3, "c"))
        #expect(try rows.limit(2).fetchAll(db).map(\.1) == ["a", "b"])
        #expect(try rows.limit(1, offset: 1).fetchAll(db).map(\.0) == [2])
        #expect(try rows.offset(2).fetchAll(db).map(\.0) == [3])
        #expect(try Values([1, 2, 3]).limit(2).fetchAll(db) == [1, 2])
        #expect(try Values(1).none.fetchAll(db).isEmpty)
        #expect(try Values(1).none.sql().isEmpty)
        #expect(try Values([Int]()).limit(1).fetchAll(db).isEmpty)
        let union = try Values([1, 2, 3]).limit(1).union(all: true, Values([9])).fetchAll(db)
        #expect(union == [1, 9])
        #expect(
            try Ticket.where { $0.id.in(Values([2, 3]).limit(1)) }.select(\.id).fetchAll(db) == [2])
    }

    @Test("A limit or an offset of nil is none, and removes one before it")
    func absentLimits() throws {
        let all = Ticket.order(by: \.id).select(\.id)
        #expect(try Ticket.limit(nil).fetchCount(db) == 6)
        #expect(try all.limit(2).limit(nil).fetchAll(db).count == 6)
        #expect(try all.limit(nil).sql().text == all.sql().text)
        #expect(try all.limit(nil, offset: 4).fetchAll(db) == [5, 6])
        #expect(try all.offset(4).limit(nil).fetchAll(db) == [5, 6])
        #expect(try all.limit(2, offset: 1).offset(nil).fetchAll(db) == [1, 2])
        #expect(try all.offset(4).offset(nil).sql().text == all.sql().text)
        #expect(try Ticket.offset(nil).fetchCount(db) == 6)
        #expect(try Values([1, 2]).limit(nil).fetchAll(db) == [1, 2])
        #expect(try Values([1, 2]).offset(nil).fetchAll(db) == [1, 2])
        let limit: Int? = 1
        let common = With {
            Ticket.where { $0.id > 3 }
        } query: {
            $0.order(by: \.id)
        }
        #expect(try common.limit(nil).offset(nil).fetchAll(db).map(\.id) == [4, 5, 6])
        #expect(try common.limit(limit).fetchAll(db).map(\.id) == [4])
    }

    @Test("A limit after an offset keeps the offset")
    func limitAfterOffset() throws {
        let query = Ticket.order(by: \.id).offset(2)
        #expect(try query.limit(1).select(\.id).fetchAll(db) == [3])
        #expect(try query.limit { _ in 1 }.select(\.id).fetchAll(db) == [3])
        #expect(try query.limit(1, offset: 0).select(\.id).fetchAll(db) == [1])
        #expect(try Values([1, 2, 3]).offset(1).limit(1).fetchAll(db) == [2])
        let union = query.select(\.id).union(all: true, Values([9])).order { $0 }
        #expect(try union.offset(3).limit(1).fetchAll(db) == [6])
        try query.delete().limit(1).execute(db)
        #expect(try ids == [1, 2, 4, 5, 6])
    }
}
