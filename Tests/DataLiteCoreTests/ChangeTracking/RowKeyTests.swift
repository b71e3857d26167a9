import Foundation
import Testing

@testable import DataLiteCore

@Suite struct RowKeyTests {
    /// Values in the order of a primary key.
    private static let ordered: [SQLiteValue] = [
        .null, .real(-.infinity), .int(.min), .real(-1.5), .int(-1), .real(-0.5), .int(0),
        .real(0.5),
        .int(1 << 53), .int(1 << 53 + 1), .int(.max), .real(0x1p63), .real(.infinity),
        .text(""), .text("Z"), .text("a"), .text("a\u{0}"), .text("e\u{301}"), .text("\u{e9}"),
        .blob(Data()), .blob(Data([0])), .blob(Data([0, 1])), .blob(Data([1])), .blob(Data([0x80])),
    ]

    @Test func `keys have the order of SQLite`() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute("CREATE TABLE t(k)")
        for value in Self.ordered.shuffled() {
            try connection.execute("INSERT INTO t VALUES (\(value))")
        }
        let sorted = try connection.rows("SELECT k FROM t ORDER BY k").map {
            $0.lenientValue(at: 0) ?? .null as SQLiteValue
        }
        let keys = sorted.map { RowKey([$0]) }
        #expect(keys == Self.ordered.map { RowKey([$0]) })
        #expect(keys.shuffled().sorted() == keys)
        for (lhs, rhs) in zip(keys, keys.dropFirst()) {
            #expect(lhs < rhs && !(rhs < lhs) && lhs != rhs)
        }
    }

    @Test(
        arguments: [
            (.int(1), .real(1), true), (.int(0), .real(-0.0), true),
            (.int(.max), .real(0x1p63), false),
            (.int(1), .text("1"), false), (.text("a"), .blob(Data("a".utf8)), false),
            (.text("\u{e9}"), .text("e\u{301}"), false), (.null, .null, true),
        ] as [(SQLiteValue, SQLiteValue, Bool)])
    func `keys are equal if a primary key cannot contain both`(
        lhs: SQLiteValue, rhs: SQLiteValue, areEqual: Bool
    ) {
        for (lhs, rhs) in [([lhs], [rhs]), ([lhs, .int(1)], [rhs, .int(1)])] {
            #expect((RowKey(lhs) == RowKey(rhs)) == areEqual)
            #expect(Set([RowKey(lhs), RowKey(rhs)]).count == (areEqual ? 1 : 2))
        }
    }

    @Test func `a key of one column has a value, and a key of several columns has values`() {
        #expect((7 as RowKey).value(as: Int.self) == 7)
        #expect(("a" as RowKey).value() == "a")
        #expect(("a" as RowKey).value(as: Int.self) == nil)
        let pair = RowKey([.text("it's"), .int(2)])
        #expect(pair.value(as: String.self) == nil)
        #expect(pair.values == [.text("it's"), .int(2)])
        #expect("\([pair, 7])" == "[('it''s', 2), 7]")
        #expect(RowKey(UUID?.none).values == [.null])
    }
}
