import DataLiteCore
import Foundation

extension Reading {
    /// Values that are read although they are written in another form.
    static var alternatives: [Reading] {
        let second = Date(timeIntervalSince1970: 1_783_141_567)
        let uuid = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255))
        return [
            Reading(.text("0"), as: UInt64(0)),
            Reading(.text("00042"), as: UInt(42)),
            Reading(.text("9223372036854775807"), as: UInt64(Int64.max)),
            Reading(.text("18446744073709551615"), as: UInt64.max),
            Reading(.blob(Data([0, 0, 0, 0, 0, 0, 1, 2])), as: UInt64(258)),
            Reading(.blob(Data(count: 8)), as: UInt(0)),
            Reading(.int(3), as: 3.0),
            Reading(.int(.max), as: 9_223_372_036_854_775_808.0),
            Reading(.int(-7), as: Float(-7)),
            Reading(.int(1 << 60 | 1 << 36 | 1), as: Float(1 << 60)),
            Reading(.real(0.1), as: Float(0.1)),
            Reading(.real(1e-300), as: Float(0)),
            Reading(.text("2026-07-04T05:06:07Z"), as: second),
            Reading(.text("2026-07-04 05:06:07"), as: second),
            Reading(.text("2026-07-04 07:06:07.000+02:00"), as: second),
            Reading(.text("2026-07-04"), as: second - 18_367),
            Reading(.int(1_783_141_567), as: second),
            Reading(.real(1_783_141_567.5), as: second + 0.5),
            Reading(.int(-1), as: Date(timeIntervalSince1970: -1)),
            Reading(.int(.max), as: Date(timeIntervalSince1970: 0x1p63)),
            Reading(.text("00010203-0405-0607-0809-0a0b0c0d0eff"), as: uuid),
            Reading(.text("00010203-0405-0607-0809-0A0B0C0D0Eff"), as: uuid),
            Reading(
                .blob(Data([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255])), as: uuid),
            Reading(.int(.min), as: Decimal(Int64.min)),
            Reading(.int(.max), as: Decimal(Int64.max)),
            Reading(.real(0.1), as: Decimal(string: "0.1")),
            Reading(.real(-1e20), as: Decimal(string: "-100000000000000000000")),
            Reading(.text("+1.5"), as: Decimal(string: "1.5")),
            Reading(.text(".5"), as: Decimal(string: "0.5")),
            Reading(.text("5."), as: Decimal(5)),
            Reading(.text("-15e-1"), as: Decimal(string: "-1.5")),
            Reading(.text("1E+2"), as: Decimal(100)),
        ]
    }

    /// Values that cannot be converted to a type.
    static var refusals: [Reading] {
        let blob = SQLiteValue.blob(Data([1]))
        let junk = ["", " ", " 1", "1 ", "+1", "-1", "1.0", "1e3", "0x1", "1_0", "１", "1\0", "x"]
        return [
            refused(Int.self, .null, .text("1"), .real(1), blob),
            refused(Int8.self, .int(-129), .int(128), .int(.max), .null, .real(1), .text("1")),
            refused(Int16.self, .int(-32769), .int(32768), .real(1)),
            refused(Int32.self, .int(-2_147_483_649), .int(2_147_483_648), .int(.min)),
            refused(Int64.self, .real(1), .real(9.3e18), .text("1"), blob, .null),
            refused(UInt8.self, .int(-1), .int(256), .text("1")),
            refused(UInt16.self, .int(-1), .int(65536)),
            refused(UInt32.self, .int(-1), .int(4_294_967_296), .int(.min)),
            refused(UInt.self, .int(-1), .int(.min), .real(1), blob, .null),
            refused(UInt64.self, .int(-1), .int(.min), .real(1), blob, .null),
            refused(UInt64.self, .blob(Data()), .blob(Data(count: 7)), .blob(Data(count: 9))),
            refused(UInt64.self, .blob(Data(count: 16))),
            refused(Int64.self, .blob(Data(count: 8))),
            refused(UInt32.self, .blob(Data(count: 4)), .blob(Data(count: 8))),
            refused(UInt64.self, .text("18446744073709551616"), .text("99999999999999999999999")),
            junk.map { Reading(.text($0), as: UInt64?.none) },
            junk.map { Reading(.text($0), as: UInt?.none) },
            refused(Bool.self, .int(2), .int(-1), .real(1), .text("1"), .text("true"), .null),
            refused(Double.self, .text("1.5"), .text(""), blob, .null),
            refused(Float.self, .real(1e39), .real(-1e39), .text("1.5"), blob, .null),
            refused(String.self, .int(1), .real(1), .blob(Data("abc".utf8)), .null),
            refused(Data.self, .int(1), .real(1), .text("abc"), .text(""), .null),
            refused(Date.self, .text("now"), .text(""), .text("2026-02-30"), blob, .null),
            refused(
                URL.self, .text(""), .text("invalid url"), .text("a<b"), .text("http://[x"),
                .int(1), blob, .null),
            refused(UUID.self, .int(1), .null, .text("")) + uuids,
            refused(Decimal.self, blob, .null, .real(.infinity), .real(1e300)) + decimals,
            refused(Mood.self, .text("angry"), .text("CALM"), .int(1), .null),
            refused(Level.self, .int(0), .text("-1"), .null),
            refused(Deadline.self, .text("someday"), blob),
            refused(Celsius.self, .real(-300), .int(1), .null),
            refused(Initial.self, .text(""), .text("xy"), .null),
            refused(Int?.self, .text("1"), .real(1)),
            refused(Mood?.self, .text("angry")),
        ].flatMap { $0 }
    }

    private static var uuids: [Reading] {
        let uuid = "00010203-0405-0607-0809-0A0B0C0D0EFF"
        return [
            String(uuid.dropLast()), uuid + "0", " " + uuid, uuid + " ", "{\(uuid)}",
            uuid.replacingOccurrences(of: "-", with: ""), uuid + "\0", uuid + "\0x",
            uuid.replacingOccurrences(of: "A", with: "G"),
            "000102030-405-0607-0809-0A0B0C0D0EFF",
        ].map { Reading(.text($0), as: UUID?.none) }
            + [0, 15, 17].map { Reading(.blob(Data(count: $0)), as: UUID?.none) }
    }

    private static var decimals: [Reading] {
        [
            "", " ", "1.5abc", "1,5", "1.5 ", " 1.5", "--1", "+-1", ".", "-", "e5", "1e", "1e+",
            "1e5x", "1.2.3", "NaN", "inf", "0x1", "1\0", "1e999", "1e99999999999999999999",
            "-1e9223372036854775807", "1e-9223372036854775809", String(repeating: "9", count: 400),
        ].map { Reading(.text($0), as: Decimal?.none) }
    }
}
