import DataLiteMacros
import Testing

@Table struct NewestFirst: Equatable, Identifiable {
    let id: Int
    var value = 0
    static let all = unscoped.order { $0.id.desc() }
}

@Table struct Grouped: Equatable, Identifiable {
    let id: Int
    var kind = ""
    static let all = unscoped.group(by: \.kind).having { $0.id.count() > 1 }
}

@Table struct Deduplicated: Equatable, Identifiable {
    let id: Int
    var kind = ""
    static let all = unscoped.distinct()
}

@Table struct Combined: Equatable, Identifiable {
    let id: Int
    var kind = ""
    static let all = unscoped.where { $0.id == 1 }
        .union(unscoped.where { $0.id == 3 })
}

private enum Other: AliasName {}

@Suite("Clauses of default scopes")
struct DefaultScopeClauseTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try NewestFirst.createTable().execute(db)
        try Grouped.createTable().execute(db)
        try Deduplicated.createTable().execute(db)
        try Combined.createTable().execute(db)
        try NewestFirst.insert { for id in 1...3 { NewestFirst(id: id, value: 10) } }.execute(db)
        for (id, kind) in [(1, "a"), (2, "a"), (3, "b")] {
            try Grouped.insert { Grouped(id: id, kind: kind) }.execute(db)
            try Deduplicated.insert { Deduplicated(id: id, kind: kind) }.execute(db)
            try Combined.insert { Combined(id: id, kind: kind) }.execute(db)
        }
    }

    @Test("The order has the name that the query gives to the table")
    func orderOfAlias() throws {
        let alias = NewestFirst.as(Other.self)
        #expect(try alias.fetchAll(db).map(\.id) == [3, 2, 1])
        let nested = NewestFirst.where {
            $0.id.in(NewestFirst.where { $0.value == 10 }.limit(2).select(\.id))
        }
        #expect(try nested.fetchAll(db).map(\.id) == [3, 2])
        let pairs = NewestFirst.crossJoin(NewestFirst.as(Other.self)).select { ($0.id, $1.id) }
        #expect(
            try pairs.fetchAll(db).map { "\($0.0)\($0.1)" }.prefix(4) == ["33", "32", "31", "23"])
        try NewestFirst.find(1).update {
            $0.value = NewestFirst.where { $0.id > 1 }.limit(1).select(\.id).scalar() ?? 0
        }.execute(db)
        #expect(try NewestFirst.find(1).select(\.value).fetchOne(db) == 3)
    }

    @Test("Groups, having and distinct apply to every query of the table")
    func groups() throws {
        #expect(try Grouped.all.fetchAll(db).map(\.kind) == ["a"])
        #expect(try Grouped.where { $0.id > 0 }.fetchAll(db).map(\.kind) == ["a"])
        #expect(try Grouped.where { $0.id > 1 }.fetchAll(db).isEmpty)
        #expect(try Grouped.all.where { $0.id > 0 }.fetchAll(db).map(\.kind) == ["a"])
        #expect(try Grouped.having { $0.id.max() == 2 }.fetchCount(db) == 1)
        #expect(try Grouped.having { $0.id.max() == 1 }.fetchCount(db) == 0)
        #expect(try Deduplicated.select(\.kind).order(by: \.kind).fetchAll(db) == ["a", "b"])
    }

    @Test("A compound is the table of every query")
    func compound() throws {
        #expect(try Combined.all.fetchAll(db).map(\.id) == [1, 3])
        #expect(try Combined.where { $0.id > 1 }.fetchAll(db).map(\.id) == [3])
        #expect(try Combined.order { $0.id.desc() }.limit(1).fetchAll(db).map(\.id) == [3])
        #expect(try Combined.count().fetchOne(db) == 2)
        #expect(try Combined.as(Other.self).fetchCount(db) == 2)
    }

    @Test("An update and a delete change the rows of the scope")
    func changes() throws {
        #expect(try Combined.where { $0.id > 0 }.update { $0.kind = "c" }.execute(db) == 2)
        #expect(try Combined.unscoped.where { $0.kind == "c" }.fetchCount(db) == 2)
        #expect(try Combined.where { $0.id > 0 }.delete().execute(db) == 2)
        #expect(try Combined.unscoped.fetchAll(db).map(\.id) == [2])
        #expect(try Grouped.where { $0.id > 0 }.delete().execute(db) == 1)
    }
}
