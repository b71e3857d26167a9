import DataLiteMacros
import Foundation
import Testing

@Table("tools") private struct Appliance: Equatable, Identifiable {
    enum Kind: Int, Codable, SQLiteRepresentable {
        case hammer = 1
        case saw

        static var now: Kind { .saw }
        static var current: Kind { .saw }
    }

    typealias Counts = JSONRepresentation<[String: Int]>

    let id: Int
    var kind: Kind = Kind.saw
    var nested: Kind = Appliance.Kind.saw
    var other: Kind? = Kind.hammer
    var current: Kind = Kind.now
    var ambient: Kind = .current
    @Column(as: Counts.self) var none: [String: Int] = [:]
    @Column(as: Counts.self) var counts: [String: Int] = ["b": 1, "a": -2]
    @Column(as: Counts.self) var created: [String: Int] = [String: Int]()
    @Column(as: JSONRepresentation<[Kind]>.self) var kinds: [Kind] = [.saw, .hammer]
    @Column(as: JSONRepresentation<[Int?]>.self) var gaps: [Int?] = [1, nil]
    @Column(as: JSONRepresentation<[[String]]>.self) var lists: [[String]] = [[], ["a"]]
    @Column(as: JSONRepresentation<[String]>.self) var words: [String] = [String]()
    @Column(as: JSONRepresentation<[Kind]>.self) var latest: [Kind] = [.now]
    @Column(as: JSONRepresentation<[String]>.self) var computed: [String] = ["\(1 + 1)"]
}

@Suite("A default value")
struct DefaultValueTests {
    @Test("A constant of the type, or an array or a dictionary of constants, is a DEFAULT")
    func created() throws {
        #expect(
            try Appliance.createTable().sql().text == """
                CREATE TABLE "tools" (
                  "id" INTEGER PRIMARY KEY,
                  "kind" INTEGER NOT NULL DEFAULT 2,
                  "nested" INTEGER NOT NULL DEFAULT 2,
                  "other" INTEGER DEFAULT 1,
                  "current" INTEGER NOT NULL,
                  "ambient" INTEGER NOT NULL,
                  "none" TEXT NOT NULL DEFAULT '{}',
                  "counts" TEXT NOT NULL DEFAULT '{"a":-2,"b":1}',
                  "created" TEXT NOT NULL DEFAULT '{}',
                  "kinds" TEXT NOT NULL DEFAULT '[2,1]',
                  "gaps" TEXT NOT NULL DEFAULT '[1,null]',
                  "lists" TEXT NOT NULL DEFAULT '[[],["a"]]',
                  "words" TEXT NOT NULL DEFAULT '[]',
                  "latest" TEXT NOT NULL,
                  "computed" TEXT NOT NULL
                )
                """)
    }

    @Test("SQL text and a draft that omit the columns store the same values")
    func stored() throws {
        let db = try Connection(location: .inMemory)
        try Appliance.createTable().execute(db)
        try db.execute(
            """
            INSERT INTO tools(id, current, ambient, latest, computed)
            VALUES (1, 2, 2, '[2]', '["2"]')
            """)
        try Appliance.insert { Appliance.Draft() }.execute(db)
        let rows = try Appliance.order(by: \.id).fetchAll(db)
        #expect(rows == [Appliance(id: 1), Appliance(id: 2)])
        #expect(try Appliance.differences(in: db) == [])
    }
}
