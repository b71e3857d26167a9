import DataLiteMacros
import DataLiteTestSupport
import DataLiteTesting
import Foundation
import Testing

@Suite("A page of a query")
struct PageTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Pallet.makeTables(db)
        try Pallet.insert { Self.pallets }.execute(db)
        try PalletEvent.insert { Self.events }.execute(db)
    }

    private static let pallets = (1...6).map { id in
        Pallet(
            id: id, number: id % 3 == 0 ? nil : id % 3, weight: Double(id), label: "p\(id / 2)",
            code: nil, shippedAt: nil, mixed: .null)
    }

    private static let events = ["in", "out", "in", "in", "lost"].enumerated().map {
        PalletEvent(palletID: $0.offset == 4 ? nil : $0.offset / 2 + 1, kind: $0.element)
    }

    /// The rows of all pages, forward, and the same backward.
    private func pages<Row: Equatable & Sendable>(
        of size: Int = 2, _ page: (PageCursor?, Bool) -> PageRequest<Row>
    ) throws -> [[Row]] {
        var (forward, backward): ([[Row]], [[Row]]) = ([], [])
        var cursor: PageCursor?
        repeat {
            let found = try page(cursor, true).fetch(db)
            forward.append(found.rows)
            cursor = found.next
        } while cursor != nil && forward.count < 20
        repeat {
            let found = try page(cursor, false).fetch(db)
            backward.insert(found.rows, at: 0)
            cursor = found.previous
        } while cursor != nil && backward.count < 20
        #expect(forward.flatMap { $0 } == backward.flatMap { $0 })
        return forward
    }

    private func pages<Row: Equatable & Sendable, Columns>(
        of query: Select<Row, Columns>, size: Int = 2
    ) throws -> [[Row]] {
        try pages { cursor, isForward in
            isForward
                ? query.page(after: cursor, size: size) : query.page(before: cursor, size: size)
        }
    }

    @Test("The statement compares the columns of the order and the key")
    func statement() throws {
        let query = Pallet.order(by: \.label).select(\.label)
        let first = try query.page(size: 2).fetch(db)
        #expect(first.rows == ["p0", "p1"])
        let sql = try query.page(after: first.next, size: 2).sql()
        #expect(
            sql.text == """
                SELECT * FROM (SELECT "pallets"."label", "pallets"."label", "pallets"."id", ? \
                FROM "pallets" WHERE "pallets"."label" = ? AND "pallets"."id" > ? \
                ORDER BY "pallets"."id" ASC LIMIT ?) UNION ALL \
                SELECT * FROM (SELECT "pallets"."label", "pallets"."label", "pallets"."id", ? \
                FROM "pallets" WHERE "pallets"."label" > ? \
                ORDER BY "pallets"."label" ASC, "pallets"."id" ASC LIMIT ?) LIMIT ?
                """)
        #expect(sql.parameters == [0, "p1", 2, 3, 1, "p1", 3, 3])
        let last = try query.page(before: nil, size: 2).fetch(db)
        #expect(last.rows == ["p2", "p3"] && last.hasPrevious && !last.hasNext)
    }

    @Test("Descending terms with NULL are separate selects of the statement")
    func descendingNulls() throws {
        let query = Pallet.order { $0.number.desc() }.select { ($0.number, $0.id) }
        let page = try query.page(size: 3).fetch(db)
        #expect(page.rows.map(\.1) == [5, 2, 4])
        let next = try query.page(after: page.next, size: 5).fetch(db)
        #expect(next.rows.map(\.1) == [1, 6, 3])
        #expect(try query.page(after: page.next, size: 5).sql().text.contains(" UNION ALL "))
    }

    @Test("A table without a primary key is ordered by its rowid")
    func rowID() throws {
        let kinds = try pages(of: PalletEvent.order(by: \.kind).select(\.kind))
        #expect(kinds == [["in", "in"], ["in", "lost"], ["out"]])
        #expect(try pages(of: PalletEvent.all).flatMap { $0 } == Self.events)
    }

    @Test("A join is ordered by the keys of all its tables")
    func joins() throws {
        let query = Pallet.leftJoin(PalletEvent.all) { $0.id == $1.palletID }
            .order { $1.kind.desc() }
            .select { $0.id.cast(as: String.self) + ($1.kind ?? "-") }
        #expect(
            try pages(of: query).flatMap { $0 } == [
                "1out", "2in", "2in", "1in", "6-", "5-", "4-", "3-",
            ])
        let full = try pages(
            of: Pallet.fullJoin(PalletEvent.all) { $0.id == $1.palletID }
                .select { ($0.id ?? 0).cast(as: String.self) + ($1.kind ?? "-") }, size: 3)
        #expect(
            full.flatMap { $0 } == [
                "0lost", "1in", "1out", "2in", "2in", "3-", "4-", "5-", "6-",
            ])
    }

    @Test("Groups are ordered by their terms and by aggregates")
    func groups() throws {
        let query = PalletEvent.group(by: \.kind).order { $0.count().desc() }
            .select { $0.kind + $0.count().cast(as: String.self) }
        #expect(try pages(of: query) == [["in3", "out1"], ["lost1"]])
        #expect(try query.page(size: 1).withTotal().fetch(db).total == 3)
        let text = try query.page(after: query.page(size: 1).fetch(db).next, size: 1).sql().text
        #expect(text.contains(" HAVING ") && !text.contains(" WHERE "))
    }

    @Test("Distinct rows are ordered by the selected columns")
    func distinct() throws {
        let query = PalletEvent.select(\.kind).distinct()
        #expect(try pages(of: query.order { $0.kind.desc() }) == [["out", "lost"], ["in"]])
        #expect(try pages(of: query) == [["in", "lost"], ["out"]])
        let mistake = #expect(throws: SQLiteError.self) {
            try query.order { $0.palletID }.page(size: 2).fetch(db)
        }
        #expect(mistake?.message.contains("distinct rows") == true)
    }

    @Test("A derived table needs a column that identifies its rows")
    func derived() throws {
        let union = Pallet.where { $0.id < 3 }.union(Pallet.where { $0.id > 4 }).asTable()
            .order { $0.weight.desc() }
        let rows = try pages { cursor, isForward in
            isForward
                ? union.page(after: cursor, size: 3, uniqueBy: \.id)
                : union.page(before: cursor, size: 3, uniqueBy: \.id)
        }
        #expect(rows.map { $0.map(\.id) } == [[6, 5, 2], [1]])
        let mistake = #expect(throws: SQLiteError.self) { try union.page(size: 3).fetch(db) }
        #expect(mistake?.message.contains("page(size:uniqueBy:)") == true)
    }

    @Test("Queries whose pages would be wrong are refused")
    func refused() throws {
        let requests: [(String, PageRequest<Int>)] = [
            ("limit", Pallet.limit(3).select(\.id).page(size: 2)),
            ("limit", Pallet.all.offset(3).select(\.id).page(size: 2)),
            (
                "differ from call",
                Pallet.order { _ in SQLExpression.random() }.select(\.id).page(size: 2)
            ),
            (
                "window function",
                Pallet.select { rowNumber().over(orderBy: $0.label) }.page(size: 2)
            ),
            ("aggregate", Pallet.select { $0.id.count() }.page(size: 2)),
            ("aggregate", Pallet.count().page(size: 2)),
            ("no page has", Pallet.select(\.id).page(size: 0)),
            ("no page has", Pallet.select(\.id).page(size: .max)),
        ]
        for (message, request) in requests {
            let error = #expect(throws: SQLiteError.self) { try request.fetch(db) }
            let expected = message == "no page has" ? "a page has from 1 to 100000" : message
            #expect(error?.message.contains(expected) == true, "\(error.debugDescription)")
        }
        let subquery = Pallet.order { pallet in
            PalletEvent.where { $0.palletID == pallet.id }.select { $0.count() }.scalar()
        }
        #expect(try pages(of: subquery.select(\.id)).flatMap { $0 } == [3, 4, 5, 6, 1, 2])
    }
}
