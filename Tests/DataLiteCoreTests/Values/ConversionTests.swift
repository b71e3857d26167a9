import DataLiteCore
import Foundation
import Testing

@Suite("A Swift value")
struct SwiftValueTests {
    @Test(
        "A Swift value is converted to SQLite as listed in the table",
        arguments: Pair.all.map(\.writing),
        WayIn.allCases)
    func writing(writing: Writing, way: WayIn) throws {
        let connection = try Connection.inMemory()
        #expect(try way.carry(writing.swiftValue, on: connection) == writing.expected)
    }

    @Test("A Swift value is converted by its own sqliteValue", arguments: Pair.all.map(\.writing))
    func property(writing: Writing) {
        #expect(writing.swiftValue.sqliteValue == writing.expected)
        #expect(writing.swiftValue.sqliteLiteral == writing.expected.sqliteLiteral)
    }

    @Test(
        "A Swift value is converted from SQLite as listed in the table",
        arguments: Pair.all.map(\.reading))
    func reading(reading: Reading) throws {
        for way in WayOut.allCases {
            try reading.verify(way, on: Connection.inMemory())
        }
    }

    @Test(
        "A Swift value passes through a UTF-16 database unchanged", arguments: Pair.all,
        ["UTF-16le", "UTF-16be"])
    func utf16(pair: Pair, encoding: String) throws {
        for way in WayIn.allCases {
            let connection = try Connection.inMemory(encoding: encoding)
            #expect(try way.carry(pair.writing.swiftValue, on: connection) == pair.writing.expected)
        }
        for way in WayOut.allCases {
            try pair.reading.verify(way, on: Connection.inMemory(encoding: encoding))
        }
    }

    @Test("A Swift value has the storage class that SQL sees", arguments: Pair.all.map(\.writing))
    func storageClass(writing: Writing) throws {
        let connection = try Connection.inMemory()
        let name: String? = try connection.value("SELECT upper(typeof(\(writing.swiftValue)))")
        #expect(name == writing.expected.storageClass.description)
    }

    @Test("A NaN value is NULL", arguments: WayIn.allCases)
    func nan(way: WayIn) throws {
        let connection = try Connection.inMemory()
        #expect(try way.carry(Double.nan, on: connection) == .null)
        #expect(try way.carry(-Float.nan, on: connection) == .null)
        #expect(try way.carry(Decimal.nan, on: connection) == .null)
    }

    @Test("A Swift value keeps the sign of zero", arguments: WayIn.allCases)
    func negativeZero(way: WayIn) throws {
        guard case .real(let zero)? = try way.carry(-0.0, on: .inMemory()) else {
            Issue.record("no REAL")
            return
        }
        #expect(zero.sign == .minus)
    }

    @Test("A Swift value can be a substring", arguments: WayIn.allCases)
    func substring(way: WayIn) throws {
        let part = "O'Brien\0x"[...].dropFirst(2)
        #expect(try way.carry(part, on: .inMemory()) == .text("Brien\0x"))
    }

    @Test("A Swift value can be a slice of bytes", arguments: WayIn.allCases)
    func slice(way: WayIn) throws {
        let part = Data(0...9)[3..<6]
        #expect(try way.carry(part, on: .inMemory()) == .blob(Data([3, 4, 5])))
        #expect(try way.carry(part[4..<4], on: .inMemory()) == .blob(Data()))
    }
}

@Suite("A value in SQLite")
struct SQLiteValueReadingTests {
    @Test(
        "A value in SQLite is read in every form that the table lists",
        arguments: Reading.alternatives)
    func alternative(reading: Reading) throws {
        for way in WayOut.allCases {
            try reading.verify(way, on: Connection.inMemory())
        }
    }

    @Test(
        "A value in SQLite that cannot be converted to the type is nil", arguments: Reading.refusals
    )
    func refusal(reading: Reading) throws {
        for way in WayOut.allCases {
            try reading.verify(way, on: Connection.inMemory())
        }
    }

    @Test("A value that cannot be converted to an optional is distinguished from NULL")
    func optional() {
        #expect(Int?(SQLiteValue.text("x")) == .none)
        #expect(Int?(SQLiteValue.null) == .some(nil))
        #expect(Int?(SQLiteValueView(.text("x"))) == .none)
        #expect(Int?(SQLiteValueView(.null)) == .some(nil))
    }
}
