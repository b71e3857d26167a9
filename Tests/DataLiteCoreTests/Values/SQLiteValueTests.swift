import DataLiteC
import DataLiteCore
import Foundation
import Testing

@Suite("An SQLite value")
struct SQLiteValueTests {
    @Test("can be written as a literal, or as a case where a Swift value is expected")
    func literals() {
        let values: [SQLiteValue] = [1, -1, 1.5, "text", nil]
        #expect(values == [.int(1), .int(-1), .real(1.5), .text("text"), .null])
        let bindable: [any SQLiteBindable] = [
            .int(1), .real(2), .text("x"), .blob(Data([0])), .null,
        ]
        #expect(bindable.map(\.sqliteValue) == [1, 2.0, "x", .blob(Data([0])), nil])
    }

    @Test(
        "knows its storage class, by the numbers of the C interface",
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

    @Test("is not equal to a value of another storage class")
    func equality() {
        let values: [SQLiteValue] = [
            .int(1), .real(1), .text("1"), .blob(Data("1".utf8)), .null, .text(""), .blob(Data()),
        ]
        #expect(Set(values).count == values.count)
        for (index, value) in values.enumerated() {
            #expect(values.firstIndex(of: value) == index)
        }
    }

    @Test(
        "is described by its literal",
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
        "describes a REAL in the shortest form that reads back",
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

    @Test("is cut to a readable length for debugging, and says how long it is")
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
