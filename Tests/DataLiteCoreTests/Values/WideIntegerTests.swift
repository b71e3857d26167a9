import DataLiteCore
import Testing

#if !canImport(Darwin)  // where the type needs a newer system than the package
    extension Int128: SQLiteRepresentable {}

    @Suite("An integer wider than 64 bits")
    struct WideIntegerTests {
        @Test(
            "is stored as INTEGER within 64 bits and as TEXT beyond, and read back",
            arguments: [
                (Int128(Int64.min), SQLiteValue.int(.min)),
                (Int128(Int64.max), .int(.max)),
                (Int128(Int64.max) + 1, .text("9223372036854775808")),
                (Int128(Int64.min) - 1, .text("-9223372036854775809")),
                (Int128.min, .text("-170141183460469231731687303715884105728")),
            ])
        func roundTrip(_ integer: Int128, _ stored: SQLiteValue) throws {
            let connection = try Connection(location: .inMemory)
            #expect(integer.sqliteValue == stored)
            #expect(try connection.value("SELECT \(integer)") == integer)
        }

        @Test(
            "is read from decimal digits only",
            arguments: ["+1", "--1", "-", "", "1.0", " 1", "0x1"])
        func refused(_ text: String) {
            #expect(Int128(SQLiteValue.text(text)) == nil)
        }
    }
#endif
