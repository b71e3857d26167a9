import DataLiteMacros
import Testing

@Table struct Pontoon: Equatable, Identifiable {
    let id: Int
    var name = ""
}

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
