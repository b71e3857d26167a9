import DataLiteMacros
import Testing

@Suite("Properties of groups with names of functions")
struct GroupMemberNameTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Gauge.createTable().execute(db)
        try Gauge.insert {
            Gauge(id: 1, range: GaugeRange(min: 2, max: 9, match: "a"), other: nil)
        }.execute(db)
    }

    @Test("A query uses the columns of a group")
    func query() throws {
        let found = Gauge.where { $0.range.min == 2 && $0.range.max > 8 && $0.range.match.eq("a") }
        #expect(try found.fetchCount(db) == 1)
        #expect(try Gauge.select(\.range.max).fetchAll(db) == [9])
        #expect(try Gauge.where { $0.other.max == nil }.fetchCount(db) == 1)
        let greatest: [Int?] = try Gauge.select { $0.range.max.max() }.fetchAll(db)
        #expect(greatest == [9])
        #expect(try Gauge.order(by: \.range.max).select(\.id).fetchAll(db) == [1])
    }

    @Test("An update changes the columns of a group")
    func update() throws {
        try Gauge.find(1).update {
            $0.range.min = nil
            $0.range.max += 1
            $0.range.match += "b"
        }.execute(db)
        #expect(
            try Gauge.find(1).fetchOne(db)?.range == GaugeRange(min: nil, max: 10, match: "ab"))
    }
}

@Selection private struct GaugeRange: Equatable {
    var min: Int?
    var max = 0
    var match = ""
}

@Table private struct Gauge: Equatable {
    let id: Int
    var range: GaugeRange
    @Column(prefix: "other_") var other: GaugeRange?
}
