import DataLiteMacros
import Testing

@Table struct Quay: Equatable, Identifiable {
    let id: Int
    var name = ""
    var depth: Int?
    var isOpen = true
}

@Suite("Words of other libraries")
struct PeerWordTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Quay.createTable().execute(db)
        try Quay.insert {
            Quay(id: 1, name: "A", depth: 5)
            Quay(id: 2, name: "B", depth: nil, isOpen: false)
            Quay(id: 3, name: "C", depth: 7)
        }.execute(db)
    }

    private func ids(_ query: Where<Quay>) throws -> [Int] {
        try query.order(by: \.id).select(\.id).fetchAll(db)
    }

    @Test("notIn is the opposite of in, even for NULL")
    func notIn() throws {
        #expect(try ids(Quay.where { $0.id.notIn([1, 2]) }) == [3])
        #expect(try ids(Quay.where { $0.depth.notIn([5]) }) == [2, 3])
        let open = Quay.where(\.isOpen)
        #expect(try ids(Quay.where { $0.id.notIn(open.select(\.id)) }) == [2])
        #expect(try ids(Quay.where { $0.depth.notIn(open.select { $0.depth ?? 0 }) }) == [2])
    }

    @Test("An exclamation mark negates the conditions of a query")
    func negation() throws {
        #expect(try ids(!Quay.where(\.isOpen)) == [2])
    }

    @Test("Rows are counted in a selection, and by a condition")
    func counts() throws {
        let query = Quay.select { _ in .count() }
        #expect(try query.sql().text == #"SELECT count(*) FROM "quays""#)
        #expect(try query.fetchOne(db) == 3)
        let open: Int? = try Quay.select { .count(filter: $0.isOpen) }.fetchOne(db)
        #expect(open == 2)
        #expect(try Quay.where(\.isOpen).count { $0.id > 1 }.fetchOne(db) == 1)
        let greatest = Quay.having { $0.id.count() > 2 }.select { $0.id.max() ?? 0 }
        #expect(try greatest.fetchAll(db) == [3])
        let none = Quay.having { $0.id.count() > 3 }.select { $0.id.max() ?? 0 }
        #expect(try none.fetchAll(db) == [])
    }

    @Test("The key of a row comes from a query")
    func keys() throws {
        let deepest = Quay.order { $0.depth.desc() }.limit(1).select(\.id)
        #expect(try Quay.find(deepest).fetchAll(db).map(\.name) == ["C"])
    }

    @Test("Types have the names of other libraries")
    func names() throws {
        func name(_ column: TableColumn<Quay, String>) -> SQLExpression<String> { column.lower() }
        let names = try Quay.order(by: \.id).asSelect().select { name($0.name) }.fetchAll(db)
        #expect(names == ["a", "b", "c"])
        let fragment: QueryFragment = "SELECT \(Quay.name) FROM \(Quay.self)"
        #expect(try fragment.sql().text == #"SELECT "quays"."name" FROM "quays""#)
        let insert: InsertOf<Quay> = Quay.insert { Quay.Draft(name: "D") }
        let update: UpdateOf<Quay> = Quay.find(1).update { $0.name += "!" }
        let delete: DeleteOf<Quay> = Quay.find(2).delete()
        #expect(try (insert.execute(db), update.execute(db), delete.execute(db)) == (1, 1, 1))
    }
}
