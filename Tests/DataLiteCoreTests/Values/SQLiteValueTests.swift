import DataLiteC
import DataLiteCore
import Foundation
import Testing

@Suite("An SQLite value")
struct SQLiteValueTests {
    @Test(
        "An SQLite value can be written as a literal, or as a case where a Swift value is expected")
    func literals() {
        let values: [SQLiteValue] = [1, -1, 1.5, "text", nil]
        #expect(values == [.int(1), .int(-1), .real(1.5), .text("text"), .null])
        let bindable: [any SQLiteBindable] = [
            .int(1), .real(2), .text("x"), .blob(Data([0])), .null,
        ]
        #expect(bindable.map(\.sqliteValue) == [1, 2.0, "x", .blob(Data([0])), nil])
    }

    @Test(
        "A value has a storage class with the number of the C interface",
        arguments: [
            (.int(0), .integer, SQLITE_INTEGER, "INTEGER"), (.real(0), .real, SQLITE_FLOAT, "REAL"),
            (.text(""), .text, SQLITE_TEXT, "TEXT"), (.blob(Data()), .blob, SQLITE_BLOB, "BLOB"),
            (.null, .null, SQLITE_NULL, "NULL"),
        ] as [(SQLiteValue, SQLiteValue.StorageClass, Int32, String)])
    func storageClass(
        value: SQLiteValue, expected: SQLiteValue.StorageClass, number: Int32, name: String
    ) {
        #expect(value.storageClass == expected)
        #expect(expected.rawValue == number)
        #expect(expected.description == name)
        #expect(value.isNull == (expected == .null))
    }

    @Test("An SQLite value is not equal to a value of another storage class")
    func equality() {
        let values: [SQLiteValue] = [
            .int(1), .real(1), .text("1"), .blob(Data("1".utf8)), .null, .text(""), .blob(Data()),
        ]
        #expect(Set(values).count == values.count)
        for (index, value) in values.enumerated() {
            #expect(values.firstIndex(of: value) == index)
        }
    }

    /// Canonically equivalent to another string of the same or another length in UTF-8, which Swift's `==`
    /// considers equal.
    private static let equivalents = [
        ("\u{E9}", "e\u{301}"), ("\u{212B}", "\u{C5}"), ("a\u{301}\u{323}", "a\u{323}\u{301}"),
        (String(repeating: "\u{E9}", count: 100), String(repeating: "e\u{301}", count: 100)),
    ]

    @Test("A value is not equal to a string of other bytes", arguments: equivalents)
    func equivalence(first: String, second: String) throws {
        #expect(first == second)
        #expect(SQLiteValue.text(first) != .text(second))
        #expect(Set<SQLiteValue>([.text(first), .text(second), .text(first)]).count == 2)
        let connection = try Connection(location: .inMemory)
        #expect(try connection.value("SELECT \(first) = \(second)") == 0)
    }

    @Test(
        "A value is equal to a string of the same bytes, wherever they are stored",
        arguments: ["", "a", "\u{E9}", "15 bytes long..", "16 bytes long...", "\0", "e\u{301}\0x"])
    func sameBytes(text: String) throws {
        let long = String(repeating: "x", count: 40) + text
        let part = String(long.dropFirst(40))
        #expect(SQLiteValue.text(text) == .text(part))
        #expect(SQLiteValue.text(text).hashValue == SQLiteValue.text(part).hashValue)
        #expect(SQLiteValue.text(text) != .text(text + "\0"))
        #expect(SQLiteValue.text("\0" + text) != .text(text))
        #expect(SQLiteValue.real(0) == .real(-0.0))
        #expect(SQLiteValue.real(0).hashValue == SQLiteValue.real(-0.0).hashValue)
        #expect(SQLiteValue.real(.nan) != .real(.nan))
    }

    @Test(
        "An SQLite value is described by its literal",
        arguments: [
            (.int(.min), "-9223372036854775808"), (.real(0.1), "0.1"), (.real(2), "2.0"),
            (.real(.infinity), "9e999"), (.real(-.infinity), "-9e999"), (.real(.nan), "NULL"),
            (.text("O'Brien"), "'O''Brien'"), (.blob(Data([0x0A, 0xFF])), "X'0AFF'"),
            (.blob(Data()), "X''"), (.null, "NULL"),
        ] as [(SQLiteValue, String)])
    func description(value: SQLiteValue, expected: String) {
        #expect(value.description == expected)
        #expect(value.sqliteLiteral == expected)
        #expect(value.debugDescription == expected)
    }

    @Test(
        "The description of a REAL is the shortest form that reads back",
        arguments: [
            (1e300, "1e+300"), (-1.5e-300, "-1.5e-300"), (.leastNonzeroMagnitude, "5e-324"),
            (1e22, "1e+22"),
            (0.1 + 0.2, "0.30000000000000004"), (-0.0, "-0.0"),
            (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
        ])
    func shortReal(_ real: Double, expected: String) {
        #expect(SQLiteValue.real(real).description == expected)
        #expect(SQLiteValue.real(real).debugDescription == expected)
        #expect(Double(expected)?.bitPattern == real.bitPattern)
    }

    @Test("A value's debug description is truncated to a readable length and contains its length")
    func debugDescription() {
        let text = SQLiteValue.text(String(repeating: "x", count: 1000))
        let blob = SQLiteValue.blob(Data(count: 1000))
        for value in [text, blob] {
            #expect(value.debugDescription.count < 200)
            #expect(value.debugDescription.hasSuffix("... (1000 bytes)"))
            #expect(value.description.count >= 1000)
        }
    }
}
