import DataLiteCore
import DataLiteQuery
import Foundation
import Testing

@Suite("The samples of the guide to values")
struct ValuesSamples {
    let connection: Connection

    init() throws {
        connection = try Connection(location: .inMemory)
    }

    @Test("show the five storage classes")
    func storageClasses() throws {
        // sample: classes
        let values: [SQLiteValue] = [.int(1), .real(1.5), .text("one"), .blob(Data([1])), .null]
        let row = try connection.row("SELECT 1, 1.5, 'one', x'01', NULL")
        print(row?.values == values)  // true
        print(values.map(\.description))  // ["1", "1.5", "'one'", "X'01'", "NULL"]
        // end
        #expect(row?.values == values)
        #expect(values.map(\.description) == ["1", "1.5", "'one'", "X'01'", "NULL"])
    }

    @Test("convert values strictly")
    func strictness() throws {
        // sample: strict
        let row = try connection.row("SELECT 300 AS big, '7' AS text, 2 AS two")
        let byte: UInt8? = row?.lenientValue("big")  // nil: 300 does not fit
        let number: Int? = row?.lenientValue("text")  // nil: TEXT is not converted
        let flag: Bool? = row?.lenientValue("two")  // nil: neither 0 nor 1
        let cast: Int? = try connection.value("SELECT CAST('7' AS INTEGER)")  // 7
        // end
        #expect(row != nil)
        #expect(byte == nil)
        #expect(number == nil)
        #expect(flag == nil)
        #expect(cast == 7)
    }

    @Test("keep extreme values")
    func edges() throws {
        // sample: edges
        let huge: UInt64? = try connection.value("SELECT \(UInt64.max)")  // 18446744073709551615
        let kind: String? = try connection.value("SELECT hex(\(UInt64.max))")  // FFFFFFFFFFFFFFFF
        let nan: Double? = try connection.value("SELECT \(Double.nan)")  // nil: SQLite has no NaN
        let empty: Data? = try connection.value("SELECT \(Data())")  // 0 bytes, not NULL
        let nul: String? = try connection.value("SELECT \("a\0b")")  // all three characters
        // end
        #expect(huge == .max)
        #expect(kind == "FFFFFFFFFFFFFFFF")
        #expect(nan == nil)
        #expect(empty == Data())
        #expect(nul == "a\0b")
    }

    @Test("store decimal numbers so that SQLite can sort them")
    func decimals() throws {
        // sample: decimals
        struct Cents: ColumnRepresentation, ColumnTyped {
            var value: Decimal

            static var columnType: ColumnType { .integer }

            var sqliteValue: SQLiteValue {
                .int(NSDecimalNumber(decimal: value * 100).int64Value)
            }

            init(_ value: Decimal) { self.value = value }

            init?(_ value: SQLiteValue) {
                guard let cents = Int64(value) else { return nil }
                self.value = Decimal(cents) / 100
            }
        }

        let price = Cents(Decimal(string: "9.95")!)
        let isLess: Bool? = try connection.value("SELECT \(price) < \(Cents(Decimal(10)))")  // true
        // end
        #expect(isLess == true)
        #expect(Cents(.int(995))?.value == Decimal(string: "9.95"))
    }

    @Test("write dates as SQLite's own functions do")
    func dates() throws {
        // sample: dates
        let date = Date(timeIntervalSince1970: 1_700_000_000.5)
        let text: String? = try connection.value("SELECT \(date)")  // 2023-11-14 22:13:20.500
        let year: String? = try connection.value("SELECT strftime('%Y', \(date))")  // 2023
        let past: Bool? = try connection.value("SELECT \(date) < CURRENT_TIMESTAMP")  // true
        let read: Date? = try connection.value("SELECT '2023-11-14T23:13:20.5+01:00'")
        print(read == date)  // true
        // end
        #expect(text == "2023-11-14 22:13:20.500")
        #expect(year == "2023")
        #expect(past == true)
        #expect(read == date)
    }

    @Test("store an enumeration")
    func enumerations() throws {
        // sample: enum
        enum Status: String, SQLiteRepresentable { case open, closed }

        let status: Status? = try connection.value("SELECT \(Status.closed)")  // closed
        let unknown = try? connection.value("SELECT 'lost'", as: Status.self)  // nil: it throws
        // end
        #expect(status == .closed)
        #expect(unknown == nil)
    }

    @Test("store a custom type")
    func ownType() throws {
        struct Color: SQLiteRepresentable, Equatable {
            var red: UInt8, green: UInt8, blue: UInt8

            var sqliteValue: SQLiteValue {
                .int(Int64(red) << 16 | Int64(green) << 8 | Int64(blue))
            }

            init(red: UInt8, green: UInt8, blue: UInt8) {
                (self.red, self.green, self.blue) = (red, green, blue)
            }

            init?(_ value: SQLiteValue) {
                guard let number = Int64(value), (0...0xFFFFFF).contains(number) else { return nil }
                self.init(
                    red: UInt8(number >> 16), green: UInt8(number >> 8 & 0xFF),
                    blue: UInt8(number & 0xFF))
            }
        }

        let teal: Color? = try connection.value("SELECT \(Color(red: 0, green: 128, blue: 128))")
        #expect(teal == Color(red: 0, green: 128, blue: 128))
        #expect(Color(.int(0x1000000)) == nil)
        #expect(Color(red: 1, green: 2, blue: 3).sqliteValue == .int(0x010203))
    }

    @Test("render values as SQL literals")
    func literals() throws {
        // sample: literals
        print("O'Brien".sqliteLiteral)  // 'O''Brien'
        print(Data([0xCA, 0xFE]).sqliteLiteral)  // X'CAFE'
        print((0.1 + 0.2).sqliteLiteral)  // 0.30000000000000004
        print(Double.infinity.sqliteLiteral)  // 9e999
        // end
        #expect("O'Brien".sqliteLiteral == "'O''Brien'")
        #expect(Data([0xCA, 0xFE]).sqliteLiteral == "X'CAFE'")
        #expect((0.1 + 0.2).sqliteLiteral == "0.30000000000000004")
        #expect(Double.infinity.sqliteLiteral == "9e999")
    }
}
