import DataLiteMacros
import Foundation
import Testing

@Suite("A change with a common table")
struct CommonTableChangeTests {
    private let db: Connection

    init() throws { db = try Errand.database() }

    private func ids() throws -> [Int] { try Errand.order(by: \.id).select(\.id).fetchAll(db) }

    @Test("A delete finds its rows in a common table")
    func delete() throws {
        let change = With {
            Errand.stats
        } query: { stat in
            Errand.where { $0.listID.in(stat.where { $0.count > 1 }.select(\.listID)) }.delete()
        }
        #expect(
            try change.sql().text.hasPrefix("WITH \"cte:1\"(\"listID\", \"count\", \"lastDueOn\")"))
        #expect(try change.execute(db) == 3)
        #expect(try ids() == [4, 5])
        #expect(try change.execute(db) == 0)
    }

    @Test("A delete sees the common table as it was before")
    func deleteOfItsOwnRows() throws {
        let change = With {
            Errand.stats
        } query: { stat in
            Errand.where { errand in
                stat.where { $0.count == 3 && $0.listID == errand.listID }.exists()
            }.delete()
        }
        #expect(try change.execute(db) == 3)
    }

    @Test("An update computes values from a common table")
    func update() throws {
        let change = With {
            Errand.stats
        } query: { stat in
            Errand.where { $0.listID == 1 }.update { errand in
                errand.spot.shelf = 9
                errand.dueOn = stat.where { $0.listID == 1 }.select(\.lastDueOn)
            }
        }
        #expect(try change.execute(db) == 3)
        let rows = try Errand.where { $0.listID == 1 }.fetchAll(db)
        #expect(rows.allSatisfy { $0.dueOn == Errand.day.addingTimeInterval(60) })
        #expect(rows.allSatisfy { $0.spot.shelf == 9 })
    }

    @Test("An insert takes its rows from a common table")
    func insert() throws {
        let change = With {
            Errand.where { $0.dueOn != nil }
        } query: { dated in
            Errand.insert {
                ($0.listID, $0.title, $0.dueOn, $0.spot)
            } select: {
                dated.order(by: \.id).select { ($0.listID, $0.title + "!", $0.dueOn, $0.spot) }
            }
        }
        #expect(try change.execute(db) == 2)
        let rows = try Errand.where { $0.id > 5 }.order(by: \.id).fetchAll(db)
        #expect(rows.map(\.title) == ["a!", "c!"])
        #expect(rows.map(\.dueOn) == [Errand.day, Errand.day.addingTimeInterval(60)])
    }

    @Test("Changed rows are returned, inside and after the closure")
    func returning() throws {
        let inside = With {
            Errand.stats
        } query: { stat in
            Errand.where { $0.listID.in(stat.where { $0.count == 1 }.select(\.listID)) }
                .update { $0.dueOn = Errand.day }.returning { ($0.id, $0.dueOn) }
        }
        let rows: [(Int, Date?)] = try inside.fetchAll(db)
        #expect(rows.map(\.0) == [4] && rows.map(\.1) == [Errand.day])
        let row = try #require(try inside.fetchOne(db))
        #expect(row.0 == 4)
        #expect(try inside.execute(db) == 1)
        let after = With {
            Errand.stats
        } query: { stat in
            Errand.where { $0.listID.in(stat.select(\.listID)) }.delete()
        }
        #expect(try after.returning(\.self).fetchAll(db).count == 4)
        #expect(try ids() == [5])
        let error = #expect(throws: SQLiteError.self) {
            _ = try inside.fetchRequired(db) as (Int, Date?)
        }
        #expect(error?.resultCode == .notFound)
    }

    @Test("The tables of a nested clause are written in one clause, in their order")
    func nested() throws {
        let change = With {
            Errand.stats
        } query: { stat in
            With {
                stat.where { $0.count == 1 && $0.listID != nil }
                    .select { Tally.Columns(value: $0.count) }
            } query: { tally in
                Errand.where { $0.id.in(tally.select(\.value)) }.delete()
            }
        }
        let text = try change.sql().text
        #expect(text.ranges(of: "WITH").count == 1)
        #expect(try change.returning(\.title).fetchAll(db) == ["a"])
    }

    @Test("A recursion deletes a row and the rows below it")
    func recursive() throws {
        let change = With {
            Values(Tally(value: 3))
        } recursiveUnion: { tally in
            tally.where { $0.value < 5 }.select { Tally.Columns(value: $0.value + 1) }
        } query: { tally in
            Errand.where { $0.id.in(tally.select(\.value)) }.delete()
        }
        #expect(try change.execute(db) == 3)
        #expect(try ids() == [1, 2])
    }

    @Test("A change with a common table is prepared and runs again")
    func prepared() throws {
        let prepared = PreparedQuery { (id: SQLExpression<Int>) in
            With {
                Errand.where { $0.id == id }
            } query: { rows in
                Errand.where { $0.id.in(rows.select(\.id)) }.delete()
            }
        }
        try prepared.execute(db, 2)
        try prepared.execute(db, 3)
        #expect(try ids() == [1, 4, 5])
    }

    @Test("A change that was created outside cannot have a table with the same name")
    func composed() {
        let inner = With {
            Errand.stats
        } query: { stat in
            Errand.where { $0.listID.in(stat.select(\.listID)) }.delete()
        }
        let outer = With {
            Errand.stats
        } query: { _ in
            inner
        }
        let error = #expect(throws: SQLiteError.self) { try outer.sql() }
        #expect(error?.message.hasPrefix("two tables of With have one name") == true)
    }

    @Test("A change does nothing if all its common tables are queries without rows")
    func none() throws {
        let delete = With {
            Errand.none
        } query: { _ in
            Errand.all.delete()
        }
        #expect(try delete.sql().isEmpty)
        #expect(try delete.execute(db) == 0)
        #expect(try delete.returning(\.id).fetchAll(db).isEmpty)
        let update = With {
            Errand.none.select { Tally.Columns(value: $0.id) }
        } with: {
            Errand.where { $0.id > 1 }.none
        } query: { _, _ in
            Errand.all.update { $0.title = "x" }
        }
        #expect(try update.execute(db) == 0)
        let insert = With {
            Errand.none
        } query: { rows in
            Errand.insert {
                ($0.id, $0.title)
            } select: {
                rows.select { ($0.id.count() + 9, "x") }
            }
        }
        #expect(try insert.execute(db) == 0)
        #expect(try ids() == [1, 2, 3, 4, 5])
        // Only one of the tables has rows.
        let both = With {
            Errand.none
        } with: {
            Errand.find(5)
        } query: { none, one in
            Errand.where { !$0.id.in(none.select(\.id)) && $0.id.in(one.select(\.id)) }.delete()
        }
        #expect(try both.execute(db) == 1)
        // A query has the rows that it selects.
        let query = With {
            Errand.none
        } query: { none in
            Errand.where { !$0.id.in(none.select(\.id)) }
        }
        #expect(try query.fetchAll(db).count == 4)
    }

    @Test(
        "A table without rows gives way to another one with the name of its type", arguments: 0...2)
    func noneOfOneType(choice: Int) throws {
        let low = Errand.where { $0.id < 3 }.select { Tally.Columns(value: $0.id) }
        let change = With {
            choice == 1 ? low : low.none
            choice == 2 ? low : low.none
        } query: {
            Errand.where { $0.id.in(Tally.select(\.value)) }.delete()
        }
        let query = With {
            choice == 1 ? low : low.none
            choice == 2 ? low : low.none
        } query: {
            Tally.order(by: \.value)
        }
        #expect(try query.fetchAll(db).map(\.value) == (choice == 0 ? [] : [1, 2]))
        #expect(try change.execute(db) == (choice == 0 ? 0 : 2))
    }

    @Test("Two tables with the name of one type are an error that says what to write")
    func twiceOneType() {
        let low = Errand.where { $0.id < 3 }.select { Tally.Columns(value: $0.id) }
        let change = With {
            low
            low
        } query: {
            Errand.where { $0.id.in(Tally.select(\.value)) }.delete()
        }
        let query = With {
            low
            low
        } query: {
            Tally.order(by: \.value)
        }
        let message = """
            two tables of With are named "tally": use the parameters of the query's closure, whose \
            tables have names of their own
            """
        let changeError = #expect(throws: SQLiteError.self) { try change.sql() }
        let queryError = #expect(throws: SQLiteError.self) { try query.sql() }
        #expect(changeError?.message == message)
        #expect(queryError?.message == message)
    }

    @Test("A statement of a trigger cannot begin with a common table")
    func trigger() {
        let trigger = Errand.createTrigger(
            "errand_stats",
            after: .delete { old in
                With {
                    Errand.stats
                } query: { stat in
                    Errand.where { $0.listID.in(stat.select(\.listID)) }.delete()
                }
            })
        let error = #expect(throws: SQLiteError.self) { try trigger.sql() }
        #expect(
            error?.message
                == "a statement of a trigger cannot begin with With: use With in a subquery")
    }
}
