import DataLiteMacros
import Foundation
import Testing

@Table struct Pontoon: Equatable, Identifiable {
    let id: Int
    var name = ""
}

@Table struct Tide {
    let id: Int
    @Column(as: Date.UnixTimeRepresentation.self) var time: Date
}

@Selection struct Waterline: Equatable { var id: Int }

@Suite("Queries without rows")
struct QueryWithoutRowsTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Pontoon.createTable().execute(db)
        try Pontoon.insert { for id in 1...3 { Pontoon(id: id, name: "n\(id)") } }.execute(db)
    }

    @Test("A query without rows has no SQL and returns no row, even for an aggregate")
    func statements() throws {
        #expect(try Pontoon.none.sql().text.isEmpty)
        #expect(try Pontoon.none.fetchAll(db).isEmpty)
        #expect(try Pontoon.where { $0.id > 1 }.none.order(by: \.id).limit(5).fetchAll(db).isEmpty)
        #expect(try Pontoon.none.select { $0.id.count() }.fetchAll(db).isEmpty)
        #expect(try Pontoon.none.select { $0.id.max() }.fetchOne(db) == nil)
        #expect(try Pontoon.none.fetchCount(db) == 0)
        #expect(try Pontoon.none.isEmpty(db))
        let cursor = try Pontoon.none.fetchCursor(db)
        #expect(try cursor.next() == nil)
        #expect(throws: SQLiteError.self) { try Pontoon.none.fetchRequired(db) }
    }

    @Test("As a part of another query, it has no rows")
    func parts() throws {
        #expect(try Pontoon.none.union(Pontoon.find(1)).fetchAll(db).map(\.id) == [1])
        #expect(try Pontoon.find(1).union(Pontoon.none).fetchAll(db).map(\.id) == [1])
        #expect(try Pontoon.where { $0.id.in(Pontoon.none.select(\.id)) }.fetchAll(db).isEmpty)
        #expect(try Pontoon.where { !Pontoon.none.exists() && $0.id == 2 }.fetchCount(db) == 1)
        #expect(try Pontoon.where { _ in Pontoon.none.count() == 0 }.fetchCount(db) == 3)
    }

    @Test("The rows for which no condition is false are none, but an aggregate of them has a row")
    func negatedConditions() throws {
        let query = Pontoon.all.not()
        #expect(try query.fetchAll(db).isEmpty)
        #expect(try query.isEmpty(db))
        #expect(try query.count().fetchAll(db) == [0])
        #expect(try (!Pontoon.all).count().fetchRequired(db) == 0)
        #expect(try Pontoon.where { _ in true }.not().count().fetchOne(db) == 0)
        #expect(try query.select { $0.id.count() }.fetchAll(db) == [0])
        #expect(try query.select { $0.id.max() }.fetchAll(db) == [Int?.none])
        #expect(try query.not().fetchCount(db) == 3)
        #expect(try query.or(Pontoon.find(2)).fetchAll(db).map(\.id) == [2])
        #expect(try query.delete().execute(db) == 0)
        #expect(try Pontoon.none.not().fetchCount(db) == 3)
    }

    @Test("A choice between a query and none has one type", arguments: [true, false])
    func choice(isShown: Bool) throws {
        let query = isShown ? Pontoon.where { $0.id > 1 } : .none
        #expect(try query.fetchCount(db) == (isShown ? 2 : 0))
        let insert = isShown ? Pontoon.insert { Pontoon(id: 9) } : .none
        #expect(try insert.execute(db) == (isShown ? 1 : 0))
        let update = isShown ? Pontoon.find(9).update { $0.name = "x" } : .none
        #expect(try update.execute(db) == (isShown ? 1 : 0))
        let delete = isShown ? Pontoon.find(9).delete() : .none
        #expect(try delete.execute(db) == (isShown ? 1 : 0))
    }

    private func check<Row: Equatable & Sendable>(
        _ query: some Query<Row>, _ rows: [Row], isShown: Bool
    ) throws {
        #expect(try query.fetchAll(db) == (isShown ? rows : []))
        #expect(try query.fetchOne(db) == (isShown ? rows.first : nil))
        #expect(try query.sql().isEmpty == !isShown)
        #expect(try query.fetchCursor(db).next() == (isShown ? rows.first : nil))
    }

    @Test("A choice of selected values and none", arguments: [true, false])
    func values(isShown: Bool) throws {
        let ids = isShown ? Pontoon.where { $0.id > 1 }.select(\.id) : .none
        try check(ids, [2, 3], isShown: isShown)
        try check(ids.order { $0.id.desc() }.limit(1), [3], isShown: isShown)
        try check(ids.map { $0 + 1 }, [3, 4], isShown: isShown)
        try check(isShown ? Pontoon.select { $0.count() } : .none, [3], isShown: isShown)
        try check(isShown ? Values(7) : .none, [7], isShown: isShown)
        try check(isShown ? #sql("SELECT 4", as: Int.self) : .none, [4], isShown: isShown)
        let with =
            isShown
            ? With {
                Pontoon.find(2)
            } query: {
                $0.select(\.id)
            } : .none
        try check(with, [2], isShown: isShown)
        func names() -> Select<String, Pontoon.Columns> { isShown ? Pontoon.select(\.name) : .none }
        try check(names(), ["n1", "n2", "n3"], isShown: isShown)
    }

    @Test("A choice of tuples and none", arguments: [true, false])
    func tuples(isShown: Bool) throws {
        let pairs = isShown ? Pontoon.find(2).select { ($0.id, $0.name) } : .none
        #expect(try pairs.fetchAll(db).map(\.1) == (isShown ? ["n2"] : []))
        #expect(try pairs.map { ($1, $0) }.fetchAll(db).map(\.0) == (isShown ? ["n2"] : []))
        let values = isShown ? Values(1, "a") : .none
        #expect(try values.fetchAll(db).map(\.1) == (isShown ? ["a"] : []))
        let sql = isShown ? #sql("SELECT 1, 'b'", as: (Int, String).self) : .none
        #expect(try sql.fetchAll(db).map(\.1) == (isShown ? ["b"] : []))
    }

    @Test("A choice of changes that return rows and none", arguments: [true, false])
    func returned(isShown: Bool) throws {
        let ids = isShown ? Pontoon.where { $0.id > 1 }.delete().returning(\.id) : .none
        #expect(try ids.fetchAll(db) == (isShown ? [2, 3] : []))
        let pairs =
            isShown ? Pontoon.insert { Pontoon(id: 9) }.returning { ($0.id, $0.name) } : .none
        #expect(try pairs.fetchAll(db).map(\.0) == (isShown ? [9] : []))
        let all = isShown ? Pontoon.all.delete().returning(\.id) : .none
        #expect(try all.execute(db) == (isShown ? 2 : 0))
        let delete =
            isShown
            ? With {
                Pontoon.all
            } query: { _ in
                Pontoon.all.delete()
            } : .none
        #expect(try delete.execute(db) == 0)
    }

    @Test("A query without rows whose selection is not known, in another query")
    func contextualParts() throws {
        let ids: Select<Int, Pontoon.Columns> = .none
        #expect(try ids.union(Pontoon.select(\.id)).fetchAll(db) == [1, 2, 3])
        #expect(try Pontoon.select(\.id).union(all: true, ids).fetchAll(db) == [1, 2, 3])
        #expect(try Pontoon.select(\.id).except(ids).where { $0 > 1 }.fetchAll(db) == [2, 3])
        #expect(try ids.or(Pontoon.find(2).select(\.id)).fetchAll(db) == [2])
        #expect(try Pontoon.find(2).select(\.id).or(ids).fetchAll(db) == [2])
        #expect(try Pontoon.find(2).select(\.id).and(ids).fetchAll(db) == [])
        #expect(try ids.map { $0 * 2 }.or(Pontoon.find(2).select { $0.id * 2 }).fetchAll(db) == [4])
        #expect(try ids.select(\.name).fetchAll(db).isEmpty)
        #expect(try Pontoon.where { $0.id.in(ids) }.fetchAll(db).isEmpty)
        #expect(try Pontoon.where { !$0.id.in(ids) && !ids.exists() }.fetchCount(db) == 3)
        #expect(try ids.fetchCount(db) == 0)
        #expect(throws: SQLiteError.self) { try ids.not().fetchAll(db) }
        #expect(try Select<Pontoon, Pontoon.Columns>.none.not().fetchCount(db) == 3)
        let sql: SQLQuery<Int> = .none
        #expect(try Pontoon.where { !$0.id.in(sql) }.fetchCount(db) == 3)
        #expect(
            try Pontoon.where { $0.id.in(#sql("SELECT 1", as: Int.self).none) }.fetchCount(db) == 0)
        #expect(try #sql("DELETE FROM pontoons", as: Void.self).none.sql().isEmpty)
        #expect(try #sql("DELETE FROM pontoons", as: Void.self).none.execute(db) == 0)
    }

    @Test("The tuples of a query without rows have the columns of the other query")
    func contextualTuples() throws {
        let pairs: Select<(Int, String), Pontoon.Columns> = .none
        let other = Pontoon.find(2).select { ($0.id, $0.name) }
        #expect(try pairs.union(other).fetchAll(db).map(\.1) == ["n2"])
        #expect(try other.union(pairs).where { $1 == "n2" }.fetchAll(db).map(\.0) == [2])
        #expect(try pairs.union(pairs).where { $1 == "n2" }.fetchAll(db).isEmpty)
        try Pontoon.insert {
            ($0.id, $0.name)
        } select: {
            pairs
        }.execute(db)
        #expect(try Pontoon.where { row($0.id, $0.name).in(pairs) }.fetchAll(db).isEmpty)
        let triples = Pontoon.find(1).select { ($0.id, $0.name, $0.id, $0.id) }
        #expect(try (true ? .none : triples).union(triples).fetchAll(db).map(\.3) == [1])
        #expect(try Pontoon.fetchCount(db) == 3)
    }

    @Test("Dates of a query without rows have the form of the other query")
    func forms() throws {
        try Tide.createTable().execute(db)
        let day = Date(timeIntervalSince1970: 86_400)
        try Tide.insert { Tide(id: 1, time: day) }.execute(db)
        let times: Select<Date, Tide.Columns> = .none
        #expect(try times.union(Tide.select(\.time)).fetchAll(db) == [day])
        #expect(try Tide.select(\.time).union(times).fetchAll(db) == [day])
        #expect(try Tide.where { $0.time.in(times) }.fetchAll(db).isEmpty)
        let own = Tide.where { tide in
            (true ? .none : Tide.all).or(Tide.where { $0.id == tide.id + 1 }).exists()
        }
        #expect(try own.fetchAll(db).isEmpty)
        let rows = With {
            Tide.select { Waterline.Columns(id: $0.id) }
        } query: {
            Select<Waterline, Waterline.Columns>.none.where { $0.id == 1 }
        }
        #expect(try rows.fetchAll(db).isEmpty)
    }

    @Test("A change that has nothing to do has no SQL")
    func changes() throws {
        #expect(try Pontoon.none.update { $0.name = "x" }.sql().text.isEmpty)
        #expect(try Pontoon.none.delete().sql().text.isEmpty)
        #expect(try Pontoon.all.update { _ in }.sql().text.isEmpty)
        #expect(try Pontoon.insert { [Pontoon]() }.sql().text.isEmpty)
        #expect(try Pontoon.none.delete().returning(\.id).sql().text.isEmpty)
        #expect(try Insert<Pontoon>.none.returning(\.id).fetchAll(db).isEmpty)
        #expect(try Insert<Pontoon>.none.returning(\.id).fetchCursor(db).next() == nil)
        let unchanged = Pontoon.find(1).update { _ in }.returning { ($0.id, $0.name) }
        #expect(try unchanged.fetchCursor(db).next() == nil)
        let prepared = PreparedQuery { (name: SQLExpression<String>) in
            Pontoon.none.update { $0.name = name }
        }
        #expect(try prepared.execute(db, "x") == 0)
    }
}

@Suite("Changes that return rows, as any query")
struct GenericReturningTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Pontoon.createTable().execute(db)
    }

    private func rows<Q: Query>(_ query: Q) throws -> [Q.Output] { try query.fetchAll(db) }
    private func first<Q: Query>(_ query: Q) throws -> Q.Output? { try query.fetchOne(db) }

    private let mixed = Pontoon.insert {
        Pontoon.Draft(name: "a")
        Pontoon.Draft(id: 50, name: "b")
        Pontoon.Draft(name: "c")
    }

    @Test("Drafts with and without a key are one statement")
    func mixedDrafts() throws {
        #expect(try rows(mixed.returning(\.id)) == [1, 50, 51])
        try Pontoon.all.delete().execute(db)
        let cursor = try mixed.returning(\.id).fetchCursor(db)
        #expect(try cursor.next() == 1)
        #expect(try cursor.next() == 50)
        #expect(
            try mixed.sql().parameters.map(\.isNull) == [true, false, false, false, true, false])
    }

    @Test("A change that has nothing to do returns no rows")
    func nothing() throws {
        #expect(try rows(Pontoon.insert { [Pontoon]() }.returning(\.id)).isEmpty)
        #expect(try rows(Pontoon.all.update { _ in }.returning(\.id)).isEmpty)
        #expect(try first(Pontoon.none.delete().returning(\.id)) == nil)
        let query: any Query<Int> = Pontoon.insert { [Pontoon]() }.returning(\.id)
        #expect(try query.fetchAll(db).isEmpty)
        #expect(throws: SQLiteError.self) { try query.fetchRequired(db) }
    }

    @Test("fetchOnly runs the change, and fails if it returns several rows")
    func only() throws {
        #expect(try Pontoon.insert { Pontoon(id: 7) }.returning(\.id).fetchOnly(db) == 7)
        #expect(throws: SQLiteError.self) { try mixed.returning(\.id).fetchOnly(db) }
        #expect(throws: SQLiteError.self) {
            try Pontoon.none.delete().returning(\.id).fetchOnly(db)
        }
    }
}
