import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

/// Random numbers in columns of every affinity: each number is read back as written, or rejected with an
/// error, and does not find the row of another number.
@Suite("A number in a column")
struct NumberStorageTests {
    private static let loose = ["INTEGER", "NUMERIC", "REAL", "TEXT", "BLOB", ""]
    private static let strict = ["INTEGER", "INT", "REAL", "TEXT", "BLOB", "ANY"]

    private static let columns =
        loose.map { "(v \($0))" } + strict.map { "(v \($0)) STRICT" }
        + loose.map { "(v \($0) UNIQUE)" } + ["(v INTEGER PRIMARY KEY)", "(v TEXT COLLATE NOCASE)"]
        + ["(v ANY PRIMARY KEY) STRICT, WITHOUT ROWID"]

    /// The table with the numbers that it accepts.
    private func fill<T: SQLiteRepresentable & Hashable>(
        _ column: String, with numbers: Set<T>
    ) throws -> (connection: Connection, stored: [T]) {
        let connection = try Connection(location: .inMemory)
        try connection.execute(sql: "CREATE TABLE t\(column)")
        let stored = try numbers.filter { number in
            do {
                try connection.execute("INSERT INTO t VALUES (\(number))")
                return true
            } catch let error as SQLiteError {
                #expect(
                    error.message.contains("cannot store") || error.message.contains("mismatch"),
                    "\(error)")
                return false
            }
        }
        return (connection, Array(stored))
    }

    /// Numbers around the limits of types and conversions.
    private func unsigned(_ generator: inout SeededGenerator) -> Set<UInt64> {
        var numbers: Set<UInt64> = [0, 1, 255, 256]
        for exponent in [15, 31, 32, 52, 53, 54, 62, 63] {
            for offset in 0..<4 { numbers.insert(1 << exponent &+ UInt64(offset) &- 2) }
        }
        for offset in 0..<4 { numbers.insert(.max - UInt64(offset)) }
        for _ in 0..<60 {
            let number = UInt64.random(in: 0...(.max), using: &generator)
            let shifted = number >> UInt64.random(in: 0..<64, using: &generator)
            numbers.formUnion([number, number ^ 1, shifted, shifted ^ 1])
        }
        return numbers
    }

    @Test(
        "A UInt64 is read back and found, or rejected", arguments: columns,
        [1, 2, 3] as [UInt64])
    func unsigned(column: String, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let numbers = unsigned(&generator)
        // A REAL column converts integers to floating point, so it cannot store integers of any type.
        if column.contains("REAL") {
            let (connection, _) = try fill(column, with: numbers.filter { $0 < 1 << 53 })
            #expect(throws: SQLiteError.self) {
                try connection.row("SELECT v FROM t", as: UInt64.self)
            }
            return
        }
        let (connection, stored) = try fill(column, with: numbers)
        if !column.contains("STRICT"), !column.contains("PRIMARY KEY") {
            #expect(stored.count == numbers.count)
        }
        #expect(try Set(connection.rows("SELECT v FROM t", as: UInt64.self)) == Set(stored))
        for number in numbers {
            let found = try connection.rows("SELECT v FROM t WHERE v = \(number)", as: UInt64.self)
            #expect(found == (stored.contains(number) ? [number] : []), "\(number)")
        }
        if !column.contains("TEXT") {
            let ordered = try connection.rows("SELECT v FROM t ORDER BY v", as: UInt64.self)
            #expect(ordered == stored.sorted())
        }
    }

    /// Numbers of 1 to 38 digits.
    private func decimals(_ generator: inout SeededGenerator, digits: Int) throws -> Set<Decimal> {
        var numbers: Set<Decimal> = [0, 1, 9, 10, -1, 100_000]
        for _ in 0..<100 {
            let count = Int.random(in: 1...digits, using: &generator)
            var text = Int.random(in: 0...1, using: &generator) == 0 ? "-" : ""
            text += String(Int.random(in: 1...9, using: &generator))
            for _ in 1..<max(count, 1) {
                text += String(Int.random(in: 0...9, using: &generator))
            }
            let exponent = Int.random(in: -20...10, using: &generator)
            let number = try #require(Decimal(string: "\(text)e\(exponent)"))
            numbers.formUnion([number, number * 10])
        }
        return numbers
    }

    @Test(
        "A Decimal is read back and found in a column that keeps text",
        arguments: columns.filter { column in
            !["INT", "NUMERIC", "REAL", "(v BLOB) STRICT"].contains(where: column.contains)
        }, [1, 2, 3] as [UInt64])
    func decimals(column: String, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let numbers = try decimals(&generator, digits: 37)
        let (connection, stored) = try fill(column, with: numbers)
        #expect(stored.count == numbers.count)
        #expect(try Set(connection.rows("SELECT v FROM t", as: Decimal.self)) == numbers)
        for number in numbers {
            // The same number in another form.
            let same = Decimal(
                sign: number.sign, exponent: number.exponent - 1,
                significand: number.significand * 10)
            let found = try connection.rows("SELECT v FROM t WHERE v = \(same)", as: Decimal.self)
            #expect(found == [number])
        }
    }

    @Test(
        "A Decimal of up to 15 digits is read back and found in a numeric column",
        arguments: ["(v INTEGER)", "(v NUMERIC)", "(v REAL)", "(v REAL) STRICT"],
        [1, 2, 3] as [UInt64])
    func shortDecimals(column: String, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let numbers = try decimals(&generator, digits: 15)
        let (connection, stored) = try fill(column, with: numbers)
        #expect(stored.count == numbers.count)
        #expect(try Set(connection.rows("SELECT v FROM t", as: Decimal.self)) == numbers)
        for number in numbers {
            let found = try connection.rows("SELECT v FROM t WHERE v = \(number)", as: Decimal.self)
            // A REAL is compared exactly with the INTEGER that SQLite makes of the parameter.
            let isRounded = column.contains("REAL") && number.magnitude > 9_007_199_254_740_992
            #expect(found == [number] || isRounded && found.isEmpty)
        }
    }

    @Test(
        "A number keeps its form as a literal, as a default and as an argument",
        arguments: [UInt64.max, 5])
    func literals(number: UInt64) throws {
        let connection = try Connection(location: .inMemory)
        try connection.add(function: "same") { (number: UInt64) in number }
        try connection.execute(sql: "CREATE TABLE t(v INTEGER DEFAULT \(number.sqliteLiteral))")
        try connection.execute("INSERT INTO t DEFAULT VALUES")
        #expect(try connection.value("SELECT v FROM t WHERE v = same(\(number))") == number)
    }
}
