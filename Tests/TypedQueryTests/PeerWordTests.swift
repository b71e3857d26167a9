import DataLiteMacros
import Foundation
import Testing

@Table struct Quay: Equatable, Identifiable {
    let id: Int
    var name = ""
    var depth: Int?
    var isOpen = true
}

@Table struct Jetty: Equatable, Identifiable {
    let id: Int
    var isFree = true
    var updatedAt: Date?
    @Columns var size: JettySize
    @Columns(prefix: "old") var oldSize: JettySize
}

@Selection struct JettySize: Equatable {
    var length = 0
    var width: Int?
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

    @Test("The negation of in is its opposite, even for NULL")
    func negatedIn() throws {
        #expect(try ids(Quay.where { !$0.id.in([1, 2]) }) == [3])
        #expect(try ids(Quay.where { !$0.depth.in([5]) }) == [2, 3])
        let open = Quay.where(\.isOpen)
        #expect(try ids(Quay.where { !$0.id.in(open.select(\.id)) }) == [2])
        #expect(try ids(Quay.where { !$0.depth.in(open.select { $0.depth ?? 0 }) }) == [2])
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
        let open = Quay.where(\.isOpen).select(\.id)
        let query = Quay.select(\.name).find(open)
        #expect(
            try query.sql().text == """
                SELECT "quays"."name" FROM "quays" WHERE "quays"."id" IN (SELECT "quays"."id" \
                FROM "quays" WHERE "quays"."isOpen")
                """)
        #expect(try query.fetchAll(db).sorted() == ["A", "C"])
        #expect(try Quay.find(open).fetchCount(db) == 2)
        let update = Quay.update { $0.name += "!" }.find(open)
        #expect(try update.returning(\.name).fetchAll(db).sorted() == ["A!", "C!"])
        #expect(try Quay.delete().find(open).execute(db) == 2)
    }

    @Test("Types have names")
    func names() throws {
        func name(_ column: SQLExpression<String>) -> QueryExpression<String> { column.lower() }
        let names = try Quay.order(by: \.id).select { name($0.name) }.fetchAll(db)
        #expect(names == ["a", "b", "c"])
        let fragment: SQLFragment = "SELECT \(Quay.name) FROM \(Quay.self)"
        #expect(try fragment.sql().text == #"SELECT "quays"."name" FROM "quays""#)
        let insert: Insert<Quay> = Quay.insert { Quay.Draft(name: "D") }
        let update: Update<Quay> = Quay.find(1).update { $0.name += "!" }
        let delete: Delete<Quay> = Quay.find(2).delete()
        #expect(try (insert.execute(db), update.execute(db), delete.execute(db)) == (1, 1, 1))
    }

    @Test("A query that is an argument needs no name of its table")
    func arguments() throws {
        #expect(try ids(Quay.where(\.isOpen).and(.where { $0.id > 1 })) == [3])
        #expect(try ids(Quay.where { $0.id == 2 }.or(.where(\.isOpen))) == [1, 2, 3])
        #expect(try ids(Quay.where(\.isOpen).and(.find([1, 2]))) == [1])
        #expect(try ids(Quay.find(2).or(.find(3))) == [2, 3])
        let open = Quay.where(\.isOpen).select(\.id)
        #expect(try ids(Quay.where { $0.id > 1 }.and(.find(open))) == [3])
        let third: Where<Quay> = .find(3)
        #expect(try ids(third.or(.find(3).or(.find([2])))) == [2, 3])
    }

    @Test("Expressions limit and skip rows")
    func limits() throws {
        let query = Quay.order(by: \.id).limit {
            $0.id.max()
        } offset: {
            $0.id.min()
        }.select(\.id)
        #expect(
            try query.sql().text == """
                SELECT "quays"."id" FROM "quays" ORDER BY "quays"."id" \
                LIMIT (SELECT max("quays"."id") FROM "quays") \
                OFFSET (SELECT min("quays"."id") FROM "quays")
                """)
        #expect(try query.fetchAll(db) == [2, 3])
        let last = Quay.limit { _ in
            1
        } offset: { _ in
            2
        }.order(by: \.id).select(\.id)
        #expect(try last.sql().parameters == [1, 2])
        #expect(try last.fetchAll(db) == [3])
        #expect(try Quay.none.limit { _ in 1 }.fetchAll(db) == [])
    }

    @Test("SQL text groups rows, and the type of a cast follows from its context")
    func text() throws {
        let groups = Quay.group { #sql("\($0.isOpen)") }.select { ($0.isOpen, $0.count()) }
        #expect(try groups.fetchAll(db).map(\.1).sorted() == [1, 2])
        #expect(try ids(Quay.where { $0.id.cast() > 1.5 }) == [2, 3])
    }

    @Test("Column groups have an attribute, and temporary triggers touch rows")
    func groups() throws {
        try Jetty.createTable().execute(db)
        try Jetty.createTemporaryTrigger(after: .insert(touch: \.updatedAt)).execute(db)
        try Jetty.createTemporaryTrigger(after: .insert(touch: { $0.size.length += 1 })).execute(db)
        let date = SQLExpression<Date?>(Date(timeIntervalSince1970: 5))
        let trigger = Jetty.createTemporaryTrigger(
            "touch", after: .update(touch: \.updatedAt, date: date))
        let size = JettySize(length: 4, width: nil)
        try Jetty.insert { Jetty(id: 1, size: size, oldSize: size) }.execute(db)
        let stored = try Jetty.find(1).fetchRequired(db)
        #expect(stored.updatedAt != nil)
        #expect(stored.size.length == 5)
        #expect(stored.oldSize == size)
        try trigger.execute(db)
        try Jetty.createTemporaryTrigger(after: .update(touch: { $0.size.width = 9 })).execute(db)
        try Jetty.find(1).update { $0.isFree = false }.execute(db)
        let touched = try Jetty.find(1).fetchRequired(db)
        #expect(touched.updatedAt == Date(timeIntervalSince1970: 5))
        #expect(touched.size.width == 9)
        try trigger.drop().execute(db)
    }
}
