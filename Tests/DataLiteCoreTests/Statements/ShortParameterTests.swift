import DataLiteC
import DataLiteCore
import Foundation
import Testing

@Suite("A bound short string or BLOB")
struct ShortParameterTests {
    private let connection: Connection

    init() throws {
        connection = try .inMemory()
    }

    private static var values: [SQLiteValue] {
        [0, 1, 127, 128, 129, 5000].flatMap { length in
            [
                .text(String(repeating: "ß", count: length / 2) + (length % 2 == 1 ? "x" : "")),
                .blob(Data(repeating: 7, count: length)),
            ]
        }
    }

    @Test("A short value is bound completely, whatever its length", arguments: values)
    func lengths(value: SQLiteValue) throws {
        let statement = try connection.prepare(sql: "SELECT ?")
        try statement.bind(value, at: 1)
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) as SQLiteValue == value)
    }

    @Test("A parameter has the short value that was bound last")
    func rebinding() throws {
        let statement = try connection.prepare(sql: "SELECT ?")
        for value in Self.values + Self.values.reversed() + [.null, .int(1), .text("end")] {
            try statement.bind(value, at: 1)
            #expect(try statement.step())
            #expect(statement.columnValue(at: 0) as SQLiteValue == value)
            try statement.reset()
        }
    }

    @Test("A short value stays bound from one run to the next")
    func nextRun() throws {
        let statement = try connection.prepare(sql: "SELECT ?1 || ?2")
        try statement.bind("left", at: 1)
        for right in ["a", "b"] {
            try statement.bind(right, at: 2)
            #expect(try statement.step())
            #expect(statement.columnValue(at: 0) as String? == "left" + right)
            try statement.reset()
        }
        try statement.clearBindings()
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) as SQLiteValue == .null)
    }

    @Test("A short value stays bound when the statement is prepared again")
    func newSchema() throws {
        try connection.execute(sql: "CREATE TABLE pairs(a, b)")
        let statement = try connection.prepare(sql: "INSERT INTO pairs VALUES (?, ?)")
        try statement.bind("short", at: 1)
        try statement.bind(Data([1, 2]), at: 2)
        try connection.execute(sql: "CREATE INDEX by_a ON pairs(a)")
        #expect(try !statement.step())
        let row = try connection.row("SELECT a, b FROM pairs")
        #expect(row == ["a": "short", "b": Data([1, 2])])
    }

    @Test("A short value is not changed by a binding while the statement runs")
    func whileRunning() throws {
        let statement = try connection.prepare(
            sql: "WITH t(n) AS (VALUES (1), (2), (3)) SELECT ?1 || n FROM t")
        try statement.bind("row ", at: 1)
        var rows: [String?] = []
        while try statement.step() {
            rows.append(statement.columnValue(at: 0))
            #expect(throws: SQLiteError.self) { try statement.bind("bad ", at: 1) }
        }
        #expect(rows == ["row 1", "row 2", "row 3"])
        #expect(throws: SQLiteError.self) { try statement.bind("bad ", at: 1) }
        try statement.reset()
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) as String? == "row 1")
    }

    @Test(
        "Short values have separate memory for each of many parameters",
        arguments: [1, 63, 64, 65, 500])
    func manyParameters(count: Int) throws {
        let list = Array(repeating: "(?)", count: count).joined(separator: ", ")
        let statement = try connection.prepare(
            sql: "SELECT group_concat(column1) FROM (VALUES \(list))")
        for index in 1...count { try statement.bind("v\(index)", at: Int32(index)) }
        #expect(try statement.step())
        let expected = (1...count).map { "v\($0)" }.joined(separator: ",")
        #expect(statement.columnValue(at: 0) as String? == expected)
    }

    @Test(
        "Binding a short value to a missing parameter is an error",
        arguments: ["SELECT 1", "SELECT ?"], [Int32.min, -1, 0, 2, 65, .max])
    func outOfRange(sql: String, index: Int32) throws {
        let statement = try connection.prepare(sql: sql)
        for value in [SQLiteValue.text("short"), .blob(Data([1]))] {
            let error = #expect(throws: SQLiteError.self) { try statement.bind(value, at: index) }
            #expect(error?.resultCode == .range)
        }
    }

    @Test(
        "A rejected binding leaves the bound value unchanged, even after a step in C",
        arguments: ["on a row", "at its end", "reset"])
    func refused(state: String) throws {
        let statement: Statement = try connection.prepare(
            sql: "SELECT ?1, ?2 UNION ALL SELECT ?1, ?2")
        try statement.bind("first", at: 1)
        try statement.bind(Data([1, 2, 3]), at: 2)
        statement.withUnsafeHandle { pointer in
            sqlite3_step(pointer)
            if state != "on a row" { while sqlite3_step(pointer) == SQLITE_ROW {} }
        }
        let error = try failure { try statement.bind("other", at: 1) }
        #expect(error.resultCode == .misuse)
        #expect(throws: SQLiteError.self) { try statement.bind(Data([9, 9, 9]), at: 2) }
        if state == "on a row" {
            #expect(statement.currentRow()?.values == [.text("first"), .blob(Data([1, 2, 3]))])
            #expect(try statement.step())
            #expect(statement.currentRow()?.values == [.text("first"), .blob(Data([1, 2, 3]))])
        }
        try statement.reset()
        if state == "reset" { try statement.bind("third", at: 1) }
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) == (state == "reset" ? "third" : "first"))
        #expect(statement.columnValue(at: 1) as Data? == Data([1, 2, 3]))
    }

    @Test("A short value is read correctly by a UTF-16 database")
    func utf16() throws {
        try connection.execute(sql: "PRAGMA encoding = 'UTF-16'; CREATE TABLE notes(text)")
        for text in ["plain", "Grüße", "a\u{0}b", "🏔"] {
            try connection.execute("DELETE FROM notes")
            try connection.execute("INSERT INTO notes VALUES (\(text))")
            #expect(try connection.value("SELECT text FROM notes") == text)
        }
    }

    @Test("A short value can be kept by a function")
    func retainedByFunction() throws {
        final class Retained { var values: [SQLiteValue] = [] }
        let kept = Retained()
        try connection.add(function: "keep", argc: 1) { args in
            kept.values.append(args[0])
            return nil
        }
        for text in ["first", "second"] {
            try connection.execute("SELECT keep(\(text))")
        }
        #expect(kept.values == [.text("first"), .text("second")])
    }
}
