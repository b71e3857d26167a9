// swift-format-ignore-file: AlwaysUseLowerCamelCase

import DataLiteMacros
import Foundation
import Testing

@Table("odd") struct OddNames: Equatable {
    let id: Int
    var Model = 1
    var Output = 2
    var Columns = 3
    var OuterColumns = 4
    var Draft = 5
    var Wrapped = 6
    var `init` = 7
    var `default` = 8
    var `Type` = 9
    var row = 10
    var values = 11
    var count = 12
    var _fields = 13
    var tableDefinition = 14
}

@Table(nil) struct UmlautName: Equatable {
    let id: Int
    @Column(nil) var ä: Int
    var Ä: Int
}

@Table @Selection struct KeywordName: Equatable {
    let id: Int
    var await = 1
    var each: Int
    var consume: Int?
    var unsafe = "x"
}

@Selection struct OddSelection: Equatable {
    var _fields: Int
    var Model: Int
    var Columns: Int
    var `self`: Int
}

@Table public struct PartlyHidden {
    public let id: Int
    var hidden = ""
    package var shared = 1
}

@Selection public struct PartlyCounted: Equatable {
    public let count: Int
    var note: String?
    var floor = 1
}

@Table struct Inferred: Equatable {
    let id: Int
    var created = Date(timeIntervalSince1970: 0)
    var key = Foundation.UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    @Column(prefix: "home_") var home = Premises(street: "High Street")
}

@Table("raw") struct RawNames: Equatable {
    @Column(primaryKey: true) let `the key`: Int
    var `first name`: String?
    var `2nd`: Place = .home
    @Column(as: [String].JSONRepresentation.self) var `other names`: [String] = []

    enum Place: String, SQLiteRepresentable { case home, away }
}

@Selection struct RawSelection: Equatable {
    var `first name`: String?
    var `2nd`: RawNames.Place = .home
    @Column(as: [String].JSONRepresentation.self) var `other names`: [String] = []
}

@Table enum RawCase: Equatable {
    case `some text`(String)
    case `2nd`(Int)
}

@Table private struct Unwrapped: Equatable {
    let id: Int
    var site = URL(string: "https://a.example")!
    var key = UUID(uuidString: "0A0B0C0D-0000-0000-0000-00000000000F")!
    var word = Optional("hi")
    var count = Optional(5)
}

@Suite("The names and types of properties")
struct NameTests {
    @Test("Properties and cases can have raw identifiers")
    func raw() throws {
        let db = try Connection(location: .inMemory)
        try RawNames.createTable().execute(db)
        try RawCase.createTable().execute(db)
        let row = RawNames(`the key`: 1, `2nd`: .away, `other names`: ["a"])
        try RawNames.insert { row }.execute(db)
        try RawNames.insert { RawNames.Draft(`first name`: "b") }.execute(db)
        #expect(try RawNames.where { $0.`2nd` == .away }.fetchAll(db) == [row])
        try RawNames.find(1).update { $0.`first name` = "c" }.execute(db)
        let query = RawNames.order(by: \.`first name`).select {
            RawSelection.Columns(
                `first name`: $0.`first name`, `2nd`: $0.`2nd`, `other names`: $0.`other names`)
        }
        #expect(
            try query.fetchAll(db) == [
                RawSelection(`first name`: "b"),
                RawSelection(`first name`: "c", `2nd`: .away, `other names`: ["a"]),
            ])
        try RawCase.insert { [RawCase.`some text`("a"), .`2nd`(2)] }.execute(db)
        #expect(try RawCase.where { $0.`2nd` == 2 }.fetchAll(db) == [.`2nd`(2)])
    }

    @Test("Properties can have the names of generated members")
    func odd() throws {
        let db = try Connection(location: .inMemory)
        try OddNames.createTable().execute(db)
        let row = OddNames(id: 1, Columns: 30, _fields: 130)
        try OddNames.insert { row }.execute(db)
        try OddNames.insert { OddNames.Draft(Model: 9, Draft: 50) }.execute(db)
        #expect(try OddNames.where { $0.Columns == 30 && $0.Type == 9 }.fetchAll(db) == [row])
        #expect(try OddNames.find(2).fetchOne(db)?.Draft == 50)
        let query = OddNames.find(1).select {
            OddSelection.Columns(
                _fields: $0._fields, Model: $0.Model, Columns: $0.Columns, self: $0.`init`)
        }
        let selection = try #require(try query.fetchOne(db))
        #expect(selection == OddSelection(_fields: 130, Model: 1, Columns: 30, self: 7))
    }

    @Test("Column names differ in the case of letters other than ASCII")
    func umlauts() throws {
        let db = try Connection(location: .inMemory)
        try UmlautName.createTable().execute(db)
        let row = UmlautName(id: 1, ä: 2, Ä: 3)
        try UmlautName.insert { row }.execute(db)
        #expect(try UmlautName.where { $0.ä == 2 && $0.Ä == 3 }.fetchAll(db) == [row])
        #expect(UmlautName.tableName == "umlautNames")
    }

    @Test("Properties can have names that begin an expression elsewhere")
    func keywords() throws {
        let db = try Connection(location: .inMemory)
        try KeywordName.createTable().execute(db)
        try KeywordName.insert { KeywordName.Draft(await: 2, each: 3, consume: 4) }.execute(db)
        #expect(
            try KeywordName.find(1).fetchOne(db)
                == KeywordName(id: 1, await: 2, each: 3, consume: 4))
        let query = KeywordName.select {
            KeywordName.Columns(id: $0.each, await: $0.await, each: $0.id)
        }
        #expect(try query.fetchAll(db) == [KeywordName(id: 3, await: 2, each: 1)])
    }

    @Test("Generated members have the access levels of the properties")
    func visibility() throws {
        let db = try Connection(location: .inMemory)
        try PartlyHidden.createTable().execute(db)
        try PartlyHidden.insert { PartlyHidden.Draft(hidden: "x") }.execute(db)
        #expect(try PartlyHidden.select(\.hidden).fetchAll(db) == ["x"])
        try PartlyHidden.insert { PartlyHidden.Draft(id: 2) }.execute(db)
        let counts = PartlyHidden.select { PartlyCounted.Columns(count: $0.id) }
        #expect(
            try counts.fetchAll(db) == [1, 2].map { PartlyCounted(count: $0, note: nil, floor: 1) })
        let noted = PartlyHidden.select { PartlyCounted.Columns(count: $0.id, note: $0.hidden) }
        #expect(try noted.fetchAll(db).map(\.note) == ["x", ""])
    }

    @Test("A type is inferred from an unwrapped and from an optional value")
    func unwrapping() throws {
        let db = try Connection(location: .inMemory)
        try Unwrapped.createTable().execute(db)
        try Unwrapped.insert { Unwrapped.Draft(id: 1) }.execute(db)
        #expect(try Unwrapped.all.fetchAll(db) == [Unwrapped(id: 1)])
        try Unwrapped.find(1).update {
            $0.word = nil
            $0.key = #bind(Unwrapped(id: 2).key)
        }.execute(db)
        let row = try Unwrapped.where { $0.word == nil }.fetchRequired(db)
        #expect(row.site.host() == "a.example")
        #expect(row.key == UUID(uuidString: "0A0B0C0D-0000-0000-0000-00000000000F"))
    }

    @Test("A type is inferred from an initializer")
    func inference() throws {
        let db = try Connection(location: .inMemory)
        try Inferred.createTable().execute(db)
        try Inferred.insert { Inferred.Draft(id: 1) }.execute(db)
        #expect(try Inferred.all.fetchAll(db) == [Inferred(id: 1)])
        let date = Date(timeIntervalSince1970: 60)
        try Inferred.find(1).update { $0.created = date }.execute(db)
        let found = Inferred.where { $0.created == date && $0.home.street == "High Street" }
        #expect(try found.select(\.created).fetchAll(db) == [date])
        #expect(Inferred.columnDefinitions.list.map(\.name).contains("home_city"))
    }
}
