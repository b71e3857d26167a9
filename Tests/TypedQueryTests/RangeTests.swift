import DataLiteMacros
import Foundation
import Testing

@Table struct Buoy: Equatable, Identifiable {
    let id: Int
    var depth: Int?
    var name = ""
    @Column(as: Date.UnixTimeRepresentation.self) var laidAt = Date(timeIntervalSince1970: 0)
}

@Suite("Values in ranges")
struct RangeTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Buoy.createTable().execute(db)
        try Buoy.insert {
            for (id, depth) in [(1, 5), (2, nil), (3, 7), (4, 9)] as [(Int, Int?)] {
                Buoy(
                    id: id, depth: depth, name: "\(id)",
                    laidAt: Date(timeIntervalSince1970: Double(id) * 100))
            }
        }.execute(db)
    }

    private func ids(_ query: Where<Buoy>) throws -> [Int] {
        try query.order(by: \.id).select(\.id).fetchAll(db)
    }

    @Test("A range without an upper bound is a comparison, not a list of all its elements")
    func partialRangeFrom() throws {
        #expect(try ids(Buoy.where { (3...).contains($0.id) }) == [3, 4])
        #expect(try ids(Buoy.where { $0.id.in(3...) }) == [3, 4])
        #expect(try ids(Buoy.where { (6...).contains($0.depth) }) == [3, 4])
        #expect(try ids(Buoy.where { $0.depth.in(6...) }) == [3, 4])
        #expect(try ids(Buoy.where { !$0.depth.in(6...) }) == [1, 2])
        #expect(try ids(Buoy.where { !$0.id.in(3...) }) == [1, 2])
        #expect(try ids(Buoy.where { ("3"...).contains($0.name) }) == [3, 4])
    }

    @Test("Ranges without a lower bound are comparisons")
    func partialRangesUpTo() throws {
        #expect(try ids(Buoy.where { (...2).contains($0.id) }) == [1, 2])
        #expect(try ids(Buoy.where { (..<2).contains($0.id) }) == [1])
        #expect(try ids(Buoy.where { (...7).contains($0.depth) }) == [1, 3])
        #expect(try ids(Buoy.where { (..<7).contains($0.depth) }) == [1])
    }

    @Test("`in` with a range does not list the elements of the range")
    func memberOfRange() throws {
        let query = Buoy.where { $0.id.in(2...4_000_000_000) }
        #expect(try ids(query) == [2, 3, 4])
        #expect(try query.sql().text.hasSuffix(#" WHERE "buoys"."id" BETWEEN ? AND ?"#))
        #expect(try ids(Buoy.where { $0.id.in(1..<3) }) == [1, 2])
        #expect(try ids(Buoy.where { !$0.id.in(1..<3) }) == [3, 4])
        #expect(try ids(Buoy.where { $0.depth.in(5...7) }) == [1, 3])
        #expect(try ids(Buoy.where { $0.depth.in(5..<7) }) == [1])
        // NULL is not in the range, so it is outside.
        #expect(try ids(Buoy.where { !$0.depth.in(5...7) }) == [2, 4])
        #expect(try ids(Buoy.where { !$0.depth.in(5..<7) }) == [2, 3, 4])
        let isIn: Bool? = try Buoy.find(2).select { $0.depth.in(5...7) }.fetchOne(db)
        #expect(isIn == false)
        let isSumIn: Bool? = try Buoy.find(2).select { buoy in (buoy.depth + 1).in(5..<7) }
            .fetchOne(db)
        #expect(isSumIn == false)
    }

    @Test("The bounds have the form of the column")
    func representation() throws {
        let (second, third) = (Date(timeIntervalSince1970: 200), Date(timeIntervalSince1970: 300))
        #expect(try ids(Buoy.where { (second...third).contains($0.laidAt) }) == [2, 3])
        #expect(try ids(Buoy.where { (second...).contains($0.laidAt) }) == [2, 3, 4])
        #expect(try ids(Buoy.where { (second..<third).contains($0.laidAt) }) == [2])
        #expect(try ids(Buoy.where { (..<second).contains($0.laidAt) }) == [1])
    }
}
