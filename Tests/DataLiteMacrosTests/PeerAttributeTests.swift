import DataLiteMacros
import Foundation
import Testing

@Selection struct StallKey: Equatable, Sendable {
    let market: Int
    let number: Int
}

@Selection struct StallSize: Equatable, Sendable {
    var width = 1
    var depth = 2
}

@Table struct Stall: Equatable {
    @Columns(primaryKey: true) let id: StallKey
    @Columns var size: StallSize
    @Columns(prefix: "old_") var oldSize: StallSize?
    @Column(as: [String].JSONRepresentation.self) var goods = [String]()
    @Column(as: Set<Int>.JSONRepresentation.self) var days = Set<Int>()
    var opened = Date.init(timeIntervalSince1970: 0)
    var rent = 1 as Double
    var note = "a" as String?
}

@Selection enum StallEvent: Equatable, Sendable {
    @Columns case resized(StallSize)
    case closed(String)
}

@Suite("Attributes and default values of StructuredQueries")
struct PeerAttributeTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Stall.createTable().execute(db)
    }

    @Test("@Columns marks a group of columns, a key of several columns and a case")
    func groups() throws {
        let names = Stall.columnDefinitions.list.map(\.name)
        #expect(
            names == [
                "market", "number", "width", "depth", "old_width", "old_depth", "goods", "days",
                "opened", "rent", "note",
            ])
        let id = StallKey(market: 1, number: 2)
        try Stall.insert { Stall.Draft(id: id, size: StallSize(), oldSize: nil) }.execute(db)
        let stall = try #require(try Stall.find(id).fetchOne(db))
        #expect(stall.size == StallSize() && stall.oldSize == nil)
        #expect(StallEvent.columnDefinitions.list.map(\.name) == ["width", "depth", "closed"])
    }

    @Test("The type of a column follows from an initializer or a conversion in its default value")
    func inference() throws {
        let stall = Stall(id: StallKey(market: 1, number: 1), size: StallSize())
        try Stall.insert { stall }.execute(db)
        #expect(try Stall.all.fetchAll(db) == [stall])
        let types = try db.rows("SELECT typeof(goods), typeof(rent), opened FROM stalls")
        #expect(types[0].values.prefix(2) == [.text("text"), .text("real")])
    }

    @Test("An integer can be inserted into SQL text as a literal")
    func rawIntegers() throws {
        let months = 3
        let text: SQLFragment = "SELECT date('2026-06-01', '-\(raw: months) months')"
        #expect(try SQLQuery(text, as: String.self).fetchAll(db) == ["2026-03-01"])
        let count = UInt8(2)
        #expect(try db.value("SELECT '\(raw: count)' || \(raw: -1)") == "2-1")
    }
}
