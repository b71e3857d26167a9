import DataLiteMacros
import Foundation
import Testing

@Suite("A selection as a common table")
struct CommonTableTests {
    private let db: Connection

    init() throws { db = try Errand.database() }

    @Test("The columns of a selection have conditions, in their representations")
    func conditions() throws {
        let query = With {
            Errand.group(by: \.listID).select {
                ErrandStat.Columns(
                    listID: $0.listID, count: $0.id.count(), lastDueOn: $0.dueOn.max())
            }
        } query: { stat in
            stat.where { $0.count > 1 && $0.lastDueOn > Errand.day }
        }
        #expect(
            try query.fetchAll(db) == [
                ErrandStat(listID: 1, count: 3, lastDueOn: Errand.day.addingTimeInterval(60))
            ])
        let none = With {
            Errand.stats
        } query: {
            $0.where { $0.listID == nil }
        }
        #expect(try none.fetchAll(db) == [ErrandStat(listID: nil, count: 1, lastDueOn: nil)])
        #expect(try none.fetchCount(db) == 1)
    }

    @Test("A condition on a table uses a column of a common table")
    func subquery() throws {
        let query = With {
            Errand.stats
        } query: { stat in
            Errand.where { $0.listID.in(stat.where { $0.count == 1 }.select(\.listID)) }
                .select(\.title)
        }
        #expect(try query.fetchAll(db) == ["d"])
        let joined = With {
            Errand.stats
        } query: { stat in
            Errand.join(stat) { $0.listID == $1.listID }.order { errand, _ in errand.id.desc() }
                .select { ($0.id, $1.count) }
        }
        #expect(
            try joined.fetchAll(db).map { [$0.0, $0.1] } == [
                [5, 1], [4, 1], [3, 3], [2, 3], [1, 3],
            ])
    }

    @Test("A selection of rows and groups keeps them, and an optional group can be nil")
    func groups() throws {
        let query = With {
            Errand.order(by: \.id).select {
                ErrandRow.Columns(
                    errand: $0, spot: $0.spot, other: SQLExpression<Errand.Spot?>(nil))
            }
        } query: { row in
            row.where { $0.spot.tag == Errand.tag && $0.errand.dueOn == nil }
        }
        #expect(
            try query.fetchAll(db) == [
                ErrandRow(errand: Errand.samples[1], spot: Errand.samples[1].spot, other: nil)
            ])
        let sorted = With {
            Errand.all
        } query: {
            $0.where { $0.spot == Errand.Spot(shelf: 2) }
        }
        #expect(try sorted.fetchAll(db) == [Errand.samples[4]])
    }

    @Test("A recursion begins with values")
    func recursion() throws {
        let query = With {
            Values(Tally(value: 1))
        } recursiveUnionAll: { tally in
            tally.where { $0.value < 5 }.select { Tally.Columns(value: $0.value + 1) }
        } query: { tally in
            tally.select(\.value)
        }
        #expect(try query.fetchAll(db) == [1, 2, 3, 4, 5])
        let limited = With {
            Values(Tally(value: 1))
        } recursiveUnionAll: { tally in
            tally.select { Tally.Columns(value: $0.value * 2) }
        } query: { tally in
            tally.limit(4)
        }
        #expect(try limited.fetchAll(db).map(\.value) == [1, 2, 4, 8])
    }

    @Test("A common table uses one before it, and one that is not used does no harm")
    func severalTables() throws {
        let query = With {
            Errand.stats
        } query: { stat in
            With {
                stat.where { $0.count > 1 }.select { Tally.Columns(value: $0.count) }
            } with: {
                Errand.where { $0.id > 3 }
            } query: { tally, _ in
                tally.join(stat) { $0.value == $1.count }.select { ($0.value, $1.listID) }
            }
        }
        let row = try #require(try query.fetchOne(db))
        #expect(row == (3, 1))
    }

    @Test("A name can be that of a table that the query does not use, or qualifies with a schema")
    func names() throws {
        try db.execute("CREATE TABLE tallies(value)")
        let query = With("tallies") {
            Values(Tally(value: 7))
        } query: {
            $0.select(\.value)
        }
        #expect(try query.fetchAll(db) == [7])
        #expect(try query.sql().text.contains("WITH \"tallies\""))
    }

    @Test("A plan and a prepared query contain the common table")
    func preparation() throws {
        let query = With {
            Errand.stats
        } query: { stat in
            stat.where { $0.count > 2 }
        }
        #expect(try !query.plan(db).description.isEmpty)
        let prepared = PreparedQuery { (count: SQLExpression<Int>) in
            With {
                Errand.stats
            } query: { stat in
                stat.where { $0.count == count }
            }
        }
        #expect(try prepared.fetchAll(db, 3).map(\.listID) == [1])
        #expect(try prepared.fetchAll(db, 9) == [])
    }
}
