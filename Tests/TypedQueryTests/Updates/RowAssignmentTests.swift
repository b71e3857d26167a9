import DataLiteMacros
import Foundation
import Testing

@Suite("Several columns")
struct RowAssignmentTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Ware.createTable().execute(db)
        try Bid.createTable().execute(db)
        try Ware.insert {
            Ware(id: 1, name: "a", size: Size(width: 1, height: nil), stock: 5)
            Ware(id: 2, name: "b", size: Size(width: 2, height: 3), stock: nil, since: Self.day(1))
        }.execute(db)
        try Bid.insert {
            Bid(
                id: 1, wareID: 1, name: "new", size: Size(width: 7, height: 8), since: Self.day(3))
            Bid(id: 2, wareID: 3, name: "other", size: Size(width: 9, height: nil))
        }.execute(db)
    }

    private static func day(_ number: Int) -> Date {
        Date(timeIntervalSince1970: Double(number) * 86400)
    }

    @Test("A subscript with several columns assigns the first row of a query")
    func subquery() throws {
        let update = Ware.all.update { ware in
            ware[\.name, \.since] = Bid.where { $0.wareID == ware.id }.select {
                ($0.name, $0.since)
            }
        }
        let text = try update.sql().text
        #expect(
            text == """
                UPDATE "wares" SET ("name", "since") = (SELECT "bids"."name", "bids"."since" \
                FROM "bids" WHERE "bids"."wareID" = "wares"."id") FROM (SELECT 1)
                """)
        // No row is NULL, which the column does not accept.
        #expect(throws: SQLiteError.self) { try update.execute(db) }
        #expect(try update.where { $0.id == 1 }.execute(db) == 1)
        let ware = try Ware.find(1).fetchOne(db)
        #expect(ware?.name == "new")
        #expect(ware?.since == Self.day(3))
        #expect(try db.value("SELECT since FROM wares WHERE id = 1", as: Int.self) == 3 * 86400)
    }

    @Test("A query for several columns without a row assigns NULL")
    func noRow() throws {
        try Ware.find(2).update {
            $0[\.stock, \.since, \.size.height] = Ware.where { $0.id == 9 }
                .select { ($0.stock, $0.since, $0.size.height) }
        }.execute(db)
        let ware = try Ware.find(2).fetchOne(db)
        #expect(ware == Ware(id: 2, name: "b", size: Size(width: 2, height: nil), stock: nil))
    }

    @Test("A query assigns a group with another column")
    func group() throws {
        let update = Ware.find(1).update {
            $0.stock = 1
            $0[\.size, \.name] = Bid.find(2).select { ($0.size, $0.name) }
            $0.name = "last"
        }
        // The columns of one assignment cannot be assigned again.
        #expect(try update.sql().text.contains(#"SET "stock" = ?, "name" = ? WHERE"#))
        try Ware.find(1).update {
            $0[\.size, \.name] = Bid.find(2).select { ($0.size, $0.name) }
        }.execute(db)
        #expect(
            try Ware.find(1).fetchOne(db)
                == Ware(id: 1, name: "other", size: Size(width: 9, height: nil), stock: 5))
    }

    @Test("A query that stores its values in another form is an error")
    func forms() throws {
        let error = #expect(throws: SQLiteError.self) {
            try Ware.find(1).update {
                $0[\.since, \.stock] = Bid.select { ($0.text, $0.wareID.nullif(0)) }
            }.execute(db)
        }
        #expect(error?.message.contains("expected to be stored") == true)
    }

    @Test("A tuple of values and expressions is assigned to a tuple of columns")
    func tuple() throws {
        let update = Ware.find(1).update { ($0.name, $0.stock) = ("x", $0.stock + 1) }
        let text = try update.sql().text
        #expect(
            text == """
                UPDATE "wares" SET "name" = ?, "stock" = "wares"."stock" + ? WHERE "wares"."id" = ?
                """)
        try update.execute(db)
        #expect(try Ware.find(1).select { ($0.name, $0.stock) }.fetchOne(db)?.1 == 6)
    }

    @Test("A row of expressions is compared with a row of values and with a query")
    func comparison() throws {
        func ids(_ condition: (Ware.Columns) -> SQLExpression<Bool>) throws -> [Int] {
            try Ware.where { condition($0) }.order(by: \.id).select(\.id).fetchAll(db)
        }
        #expect(try ids { row($0.name, $0.stock).eq("a", 5) } == [1])
        #expect(try ids { row($0.name, $0.stock).eq("b", nil) } == [2])
        #expect(try ids { row($0.name, $0.id) == row("a", 1) } == [1])
        #expect(try ids { row($0.stock, $0.id) != row($0.stock, 1) } == [2])
        #expect(try ids { row($0.stock, $0.since).neq(nil, Self.day(1)) } == [1])
        let query = Ware.where { $0.id == 2 }.select { ($0.stock, $0.since) }
        #expect(try ids { row($0.stock, $0.since).eq(query) } == [2])
        #expect(try ids { row($0.stock, $0.since).neq(query) } == [1])
        let none = Ware.where { $0.id == 9 }.select { ($0.stock, $0.since) }
        #expect(try ids { row($0.stock, $0.since).eq(none) } == [])
        #expect(
            try Ware.where { row($0.stock, $0.since).eq(none) }.sql().text.contains(
                #"("wares"."stock", "wares"."since") IS (SELECT"#))
        let error = #expect(throws: SQLiteError.self) {
            _ = try ids {
                row($0.stock, $0.since).eq(Bid.select { ($0.wareID.nullif(0), $0.text) })
            }
        }
        #expect(error?.message.contains("expected to be stored") == true)
    }

    @Test("A column is compared with the value of a query")
    func scalar() throws {
        func ids(_ condition: (Ware.Columns) -> SQLExpression<Bool>) throws -> [Int] {
            try Ware.where { condition($0) }.order(by: \.id).select(\.id).fetchAll(db)
        }
        #expect(try ids { $0.id.eq(Ware.select { $0.id.max() }) } == [2])
        #expect(try ids { $0.id.neq(Ware.select { $0.id.max() }) } == [1])
        #expect(try ids { $0.name.eq(Ware.find(2).select(\.name)) } == [2])
        #expect(try ids { $0.stock.eq(Bid.find(1).select { $0.id + 4 }) } == [1])
        // No row, and a row with NULL, equal NULL.
        #expect(try ids { $0.stock.eq(Ware.find(9).select(\.stock)) } == [2])
        #expect(try ids { $0.name.eq(Ware.find(9).select(\.name)) } == [])
        #expect(try ids { $0.since.eq(Ware.find(2).select(\.since)) } == [2])
        #expect(
            try Ware.where { $0.id.eq(Ware.select { $0.id.max() }) }.sql().text.contains(
                #""wares"."id" IS (SELECT max("#))
        // The query's dates are converted to the form of the column.
        #expect(try ids { $0.since.eq(Bid.find(9).select(\.text)) } == ids { $0.since == nil })
    }

    @Test("An insert of an empty array runs no statement")
    func noRows() throws {
        #expect(try Ware.insert { [] }.execute(db) == 0)
        #expect(try Ware.insert(or: .ignore) { [] }.returning(\.self).fetchAll(db) == [])
        #expect(try Ware.upsert { [] }.returning(\.id).fetchOne(db) == nil)
        #expect(
            try Bid.insert {
                []
            } onConflict: {
                $0.id
            } doUpdate: {
                $0.name = ""
            }.execute(db) == 0)
        let more = [Ware(id: 3, name: "c", size: Size(width: 0, height: 0))]
        let draft = Ware.Draft(name: "d", size: Size(width: 0, height: 0))
        #expect(
            try Ware.insert {
                []
                more
                [draft]
                []
            }.execute(db) == 2)
        #expect(try Ware.fetchCount(db) == 4)
        #expect(try Ware.insert { [] }.sql().text.isEmpty)
    }
}

@Selection private struct Size: Equatable {
    var width: Int
    var height: Int?
}

@Table private struct Ware: Identifiable, Equatable {
    let id: Int
    var name: String
    var size: Size
    var stock: Int?
    @Column(as: Date.UnixTimeRepresentation?.self) var since: Date?
}

@Table private struct Bid: Identifiable {
    let id: Int
    var wareID: Int
    var name: String
    var size: Size
    @Column(as: Date.UnixTimeRepresentation?.self) var since: Date?
    var text: Date?
}
