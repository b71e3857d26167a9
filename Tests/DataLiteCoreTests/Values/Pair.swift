import DataLiteCore
import Foundation

/// A Swift value and the corresponding SQLite value.
struct Pair: Sendable {
    let writing: Writing
    let reading: Reading

    init<T: SQLiteRepresentable & Equatable & Sendable>(_ swiftValue: T, _ value: SQLiteValue) {
        writing = Writing(swiftValue, value)
        reading = Reading(value, as: swiftValue)
    }
}

extension Pair {
    /// The table that is used to test every conversion between Swift and SQLite.
    static var all: [Pair] {
        integers + unsigned + reals + texts + blobs + dates + others + raw + optionals + values
    }

    static var integers: [Pair] {
        [
            Pair(0, .int(0)), Pair(-1, .int(-1)),
            Pair(Int.min, .int(.min)), Pair(Int.max, .int(.max)),
            Pair(Int8.min, .int(-128)), Pair(Int8.max, .int(127)),
            Pair(Int16.min, .int(-32768)), Pair(Int16.max, .int(32767)),
            Pair(Int32.min, .int(-2_147_483_648)), Pair(Int32.max, .int(2_147_483_647)),
            Pair(Int64.min, .int(.min)), Pair(Int64.max, .int(.max)),
            Pair(UInt8.max, .int(255)), Pair(UInt16.max, .int(65535)),
            Pair(UInt32.max, .int(4_294_967_295)), Pair(UInt32.min, .int(0)),
            Pair(false, .int(0)), Pair(true, .int(1)),
        ]
    }

    static var unsigned: [Pair] {
        [
            Pair(UInt.min, .int(0)), Pair(UInt64.min, .int(0)),
            Pair(UInt(Int64.max), .int(.max)), Pair(UInt64(Int64.max), .int(.max)),
            Pair(UInt(Int64.max) + 1, .blob(Data([0x80, 0, 0, 0, 0, 0, 0, 0]))),
            Pair(UInt64(Int64.max) + 1, .blob(Data([0x80, 0, 0, 0, 0, 0, 0, 0]))),
            Pair(UInt.max, .blob(Data(repeating: 0xFF, count: 8))),
            Pair(UInt64.max, .blob(Data(repeating: 0xFF, count: 8))),
            Pair(
                UInt64(0x8001_0203_0405_0607), .blob(Data([0x80, 1, 2, 3, 4, 5, 6, 7]))),
        ]
    }

    static var reals: [Pair] {
        [
            Pair(0.0, .real(0)), Pair(-0.0, .real(-0.0)), Pair(0.1, .real(0.1)),
            Pair(3.0, .real(3)), Pair(Double.pi, .real(.pi)),
            Pair(Double.greatestFiniteMagnitude, .real(.greatestFiniteMagnitude)),
            Pair(Double.leastNonzeroMagnitude, .real(.leastNonzeroMagnitude)),
            Pair(Double.infinity, .real(.infinity)), Pair(-Double.infinity, .real(-.infinity)),
            Pair(Float(1.5), .real(1.5)), Pair(Float(0.1), .real(Double(Float(0.1)))),
            Pair(
                Float.greatestFiniteMagnitude, .real(Double(Float.greatestFiniteMagnitude))),
            Pair(-Float.infinity, .real(-.infinity)),
        ]
    }

    static var texts: [Pair] {
        [
            "", "abc", "O'Brien", "grüße 🦊 e\u{301}", "\u{FEFF}x", "1", "a\0b", "\0", "a\0",
            "\0\0'\0", String(repeating: "wide 🦊 ", count: 5000),
        ].map { Pair($0, .text($0)) }
    }

    static var blobs: [Pair] {
        [Data(), Data([0]), Data([0x61, 0, 0xFF]), Data(0...255), Data("text".utf8)]
            .map { Pair($0, .blob($0)) }
    }

    static var dates: [Pair] {
        [
            (804_834_367, "2026-07-04 05:06:07.000"),
            (804_834_367.123, "2026-07-04 05:06:07.123"),
            (804_834_367.1234, "2026-07-04 05:06:07.1234"),
            (0, "2001-01-01 00:00:00.000"),
            (-978_307_200, "1970-01-01 00:00:00.000"),
            (-63_145_526_400, "0000-01-01 00:00:00.000"),
            (252_423_993_599, "9999-12-31 23:59:59.000"),
        ].map { Pair(Date(timeIntervalSinceReferenceDate: $0), .text($1)) }
    }

    static var others: [Pair] {
        [
            Pair(
                UUID(
                    uuid: (1, 35, 69, 103, 137, 171, 205, 239, 1, 35, 69, 103, 137, 171, 205, 239)),
                .text("01234567-89AB-CDEF-0123-456789ABCDEF")),
            Pair(
                URL(fileURLWithPath: "/tmp/a b"), .text("file:///tmp/a%20b")),
            Pair(
                URL(string: "https://example.org/?q='%20#x"),
                .text("https://example.org/?q='%20#x")),
            Pair(Decimal(0), .text("0")),
            Pair(Decimal(string: "-0.1"), .text("-0.1")),
            Pair(
                Decimal(string: "12345678901234567890.123456789012345678"),
                .text("12345678901234567890.123456789012345678")),
        ]
    }

    static var raw: [Pair] {
        [
            Pair(Mood.calm, .text("calm")), Pair(Mood.quoted, .text("it's")),
            Pair(Level.low, .int(-1)), Pair(Level.high, .int(.max)),
            Pair(Mask(rawValue: 255), .int(255)),
            Pair(Mask.wide, .blob(Data(repeating: 0xFF, count: 8))),
            Pair(Deadline(rawValue: nil), .null),
            Pair(
                Deadline(rawValue: Date(timeIntervalSinceReferenceDate: 0)),
                .text("2001-01-01 00:00:00.000")),
            Pair(Celsius(degrees: 21.5), .real(21.5)),
            Pair(Initial(letter: UInt8(ascii: "x")), .text("x")),
        ]
    }

    static var optionals: [Pair] {
        [
            Pair(Int?.none, .null), Pair(Int?.some(1), .int(1)),
            Pair(String?.none, .null), Pair(String?.some(""), .text("")),
            Pair(Data?.none, .null), Pair(Data?.some(Data()), .blob(Data())),
            Pair(UInt64?.some(.max), .blob(Data(repeating: 0xFF, count: 8))),
            Pair(Mood?.none, .null), Pair(Mood?.some(.calm), .text("calm")),
            Pair(Date?.none, .null),
        ]
    }

    static var values: [Pair] {
        ([.int(.min), .real(0.5), .text("a\0b"), .blob(Data()), .null] as [SQLiteValue])
            .map { Pair($0, $0) }
    }
}
