import DataLiteC
import DataLiteCore
import Foundation
import Testing

@Suite("A value that passes through a function")
struct FunctionValueTests {
    let connection: Connection

    init() throws {
        connection = try .inMemory()
        try connection.add(function: "echo", argc: 1) { args in args[0] as SQLiteValue }
        try connection.add(aggregate: "last", argc: 1, initial: SQLiteValue.null) { last, args in
            last = args[0]
        } finalize: {
            $0
        }
    }

    /// Computed: the leak check reports bytes that only a global refers to.
    static var values: [SQLiteValue] {
        [
            .null, 0, 1, -1, .int(.max), .int(.min), .real(0), .real(-0.0), 1.5, .real(.infinity),
            .real(-.infinity), .real(.greatestFiniteMagnitude), .real(.leastNonzeroMagnitude),
            "", "text", "é 漢字 🙂", "a\0b", "\0", "\0\0x", .blob(Data()), .blob(Data([0])),
            .blob(Data(0...255)), .text(String(repeating: "x", count: 100_000)),
        ]
    }

    @Test("A function's value is unchanged", arguments: values)
    func roundTrip(_ value: SQLiteValue) throws {
        let row = try #require(
            try connection.row("SELECT echo(\(value)) AS f, last(\(value)) AS g, \(value) AS h"))
        #expect(row["f"] == value)
        #expect(row["g"] == value)
        #expect(try connection.value("SELECT typeof(echo(\(value))) = typeof(\(value))") == true)
        #expect(try connection.value("SELECT echo(\(value)) IS \(value)") == true)
    }

    @Test("A function's value is unchanged in a database of another encoding", arguments: values)
    func utf16(_ value: SQLiteValue) throws {
        let connection = try Connection.inMemory(encoding: "UTF-16le")
        try connection.add(function: "echo", argc: 1) { args in args[0] as SQLiteValue }
        try connection.execute(sql: "CREATE TABLE t(x); INSERT INTO t VALUES (1)")
        #expect(try connection.value("SELECT echo(\(value)) FROM t") ?? .null == value)
    }

    @Test("A NaN result of a function is NULL")
    func notANumber() throws {
        try connection.add(function: "nan", argc: 0) { _ in Double.nan }
        #expect(try connection.value("SELECT nan() IS NULL") == true)
    }

    @Test("A function's integer result beyond Int64 is a BLOB")
    func unsigned() throws {
        try connection.add(function: "next") { (n: UInt64) in n &+ 1 }
        #expect(try connection.value("SELECT next('18446744073709551614')") == UInt64.max)
        #expect(
            try connection.value("SELECT next(next(9223372036854775807))") == 1 << 63 + 1 as UInt64)
        #expect(try connection.value("SELECT typeof(next(9223372036854775807))") == "blob")
    }

    @Test("Invalid UTF-8 in a function's argument is repaired")
    func invalidUTF8() throws {
        #expect(try connection.value("SELECT echo(CAST(x'61FF62' AS TEXT))") == "a\u{FFFD}b")
    }

    @Test("A function's value can be a BLOB of 100 MB")
    func large() throws {
        let count = 100_000_000
        try connection.add(function: "zeros") { (count: Int) in Data(count: count) }
        try connection.add(function: "size") { (data: Data) in data.count }
        let statement = try connection.statement("SELECT zeros(?)")
        try statement.bind(count, at: 1)
        #expect(try statement.step())
        #expect(statement.withColumn(at: 0) { $0.withBlobBytes { $0.count } } == count)
        #expect(try connection.value("SELECT size(zeros(\(count)))") == count)
    }

    @Test(
        "A function's result longer than SQLite's limit ends the statement",
        arguments: ["text(1001)", "bytes(1001)", "echo(text(1001))"])
    func tooBig(_ call: String) throws {
        try connection.add(function: "text") { (n: Int) in String(repeating: "x", count: n) }
        try connection.add(function: "bytes") { (n: Int) in Data(count: n) }
        try connection.withUnsafeHandle { _ = sqlite3_limit($0, SQLITE_LIMIT_LENGTH, 1000) }
        let error = try failure { try connection.execute(sql: "SELECT \(call)") }
        #expect(error.resultCode == .tooBig)
        #expect(error.message == "string or blob too big")
        #expect(error.underlyingError == nil)
        #expect(try connection.value("SELECT length(text(1000)) + length(bytes(1000))") == 2000)
    }

    @Test(
        "A function's value can have any type that SQLite can represent", arguments: [true, false])
    func types(_ flag: Bool) throws {
        let identifier = UUID()
        try connection.add(function: "id", argc: 0) { _ in identifier }
        try connection.add(function: "flag", argc: 0) { _ in flag }
        try connection.add(function: "day", argc: 0) { _ in Date(timeIntervalSince1970: 0) }
        #expect(try connection.value("SELECT id()") == identifier)
        #expect(try connection.value("SELECT flag()") == flag)
        #expect(try connection.value("SELECT day()") == "1970-01-01 00:00:00.000")
    }
}
