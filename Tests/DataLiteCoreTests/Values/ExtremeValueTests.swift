import DataLiteC
import DataLiteCore
import Foundation
import Testing

@Suite("An extreme value")
struct ExtremeValueTests {
    @Test(
        "A value of 100 MB passes through a parameter, a function and a column",
        .timeLimit(.minutes(20)))
    func largeBlob() throws {
        var data = Data(count: 100_000_000)
        data[0] = 1
        data[99_999_999] = 255
        let connection = try Connection.inMemory()
        var lengths: [Int] = []
        try connection.add(function: "same", argc: 1) { args in
            lengths.append(args.withArgument(at: 0) { $0.withBlobBytes(\.count) ?? -1 })
            return args[0] as Data?
        }
        let statement = try connection.statement("SELECT same(?)")
        try statement.bind(data, at: 1)
        #expect(try statement.step())
        #expect(lengths == [data.count])
        let read: Data? = statement.columnValue(at: 0)
        #expect(read?.count == data.count)
        #expect(read == data)
    }

    @Test("A value that is longer than the limit is an error when it is written")
    func tooBig() throws {
        let connection = try Connection.inMemory()
        try connection.add(function: "long", argc: 0) { _ in String(repeating: "x", count: 2000) }
        try connection.add(function: "wide", argc: 0) { _ in Data(count: 2000) }
        _ = try connection.withUnsafeHandle { sqlite3_limit($0, SQLITE_LIMIT_LENGTH, 1000) }
        let statement = try connection.prepare(sql: "SELECT ?")
        let values: [SQLiteValue] = [
            .text(String(repeating: "x", count: 1001)), .blob(Data(count: 1001)),
        ]
        for value in values {
            let error = #expect(throws: SQLiteError.self) { try statement.bind(value, at: 1) }
            #expect(error?.resultCode == .tooBig)
        }
        try statement.bind(Data(count: 1000), at: 1)
        for call in ["long()", "wide()"] {
            let error = #expect(throws: SQLiteError.self) {
                try connection.execute("SELECT \(raw: call)")
            }
            #expect(error?.resultCode == .tooBig)
        }
    }

    @Test(
        "Invalid UTF-8 is repaired when it is read as a string",
        arguments: [
            ("ff41", "\u{FFFD}A"), ("41c3", "A\u{FFFD}"), ("00ff00", "\0\u{FFFD}\0"),
            ("eda080", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("c080", "\u{FFFD}\u{FFFD}"),
        ])
    func invalidUTF8(hex: String, expected: String) throws {
        let connection = try Connection.inMemory()
        try connection.add(function: "same", argc: 1) { args in args[0] as String? }
        try connection.execute("CREATE TABLE file(content TEXT)")
        try connection.execute("INSERT INTO file VALUES (CAST(x\(raw: "'\(hex)'") AS TEXT))")
        let row = try connection.row("SELECT content, same(content), hex(content) FROM file")
        #expect(row?.map(\.value) == [.text(expected), .text(expected), .text(hex.uppercased())])
    }

    @Test("A view of invalid UTF-8 gives access to the original bytes")
    func invalidBytes() throws {
        let statement = try Connection.inMemory().statement("SELECT CAST(x'ff41' AS TEXT)")
        #expect(try statement.step())
        #expect(
            statement.withColumn(at: 0) { $0.withTextBytes { Array($0) } } == [0xFF, 0x41])
        #expect(statement.columnValue(at: 0) as Date? == nil)
        #expect(statement.columnValue(at: 0) as UInt64? == nil)
        #expect(statement.columnValue(at: 0) as UUID? == nil)
        #expect(statement.columnValue(at: 0) as Decimal? == nil)
    }

    @Test(
        "Invalid UTF-16 is read as a string",
        arguments: ["UTF-16le", "UTF-16be"], ["00d8", "d800", "00dc4100", "41"])
    func invalidUTF16(encoding: String, hex: String) throws {
        let connection = try Connection.inMemory(encoding: encoding)
        let statement = try connection.statement("SELECT CAST(x'\(hex)' AS TEXT)")
        #expect(try statement.step())
        let text: String? = statement.columnValue(at: 0)
        #expect(text != nil)
        #expect(statement.columnValue(at: 0) == text.map(SQLiteValue.text))
    }

    @Test("A value can be a zeroblob whose bytes SQLite fills")
    func zeroblob() throws {
        let statement = try Connection.inMemory().statement("SELECT zeroblob(3), zeroblob(0)")
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) == Data(count: 3))
        #expect(statement.columnValue(at: 1) == Data())
    }
}
