import DataLiteCore
import Foundation
import Testing

#if !canImport(Darwin)  // where the type needs a newer system than the package
    extension Int128: SQLiteRepresentable {}

    @Suite("An integer wider than 64 bits")
    struct WideIntegerTests {
        @Test(
            "A wide integer is an INTEGER within 64 bits, otherwise a BLOB of 16 bytes",
            arguments: [
                (Int128(Int64.min), "-9223372036854775808"),
                (Int128(Int64.max), "9223372036854775807"),
                (Int128(Int64.max) + 1, "X'00000000000000008000000000000000'"),
                (Int128(Int64.min) - 1, "X'FFFFFFFFFFFFFFFF7FFFFFFFFFFFFFFF'"),
                (Int128.min, "X'80000000000000000000000000000000'"),
            ])
        func roundTrip(_ integer: Int128, _ stored: String) throws {
            let connection = try Connection(location: .inMemory)
            #expect(integer.sqliteLiteral == stored)
            #expect(try connection.value("SELECT \(integer)") == integer)
        }

        @Test("A wide integer is read from the text and the bytes of a large UInt64")
        func otherForms() {
            #expect(Int128(SQLiteValue.text("-9223372036854775809")) == Int128(Int64.min) - 1)
            #expect(Int128(UInt64.max.sqliteValue) == Int128(UInt64.max))
            #expect(Int128(SQLiteValue.blob(Data(count: 15))) == nil)
        }

        @Test(
            "A wide integer is read from decimal digits only",
            arguments: ["+1", "--1", "-", "", "1.0", " 1", "0x1"])
        func refused(_ text: String) {
            #expect(Int128(SQLiteValue.text(text)) == nil)
        }
    }
#endif
