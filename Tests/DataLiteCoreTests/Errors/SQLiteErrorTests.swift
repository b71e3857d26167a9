import DataLiteCore
import Foundation
import Testing

@Suite("An SQLite error")
struct SQLiteErrorTests {
    private struct Cause: Error {}

    @Test("An SQLite error holds its code and message")
    func codeAndMessage() {
        let error = SQLiteError(code: 2067, message: "UNIQUE constraint failed: t.a")
        #expect(error.code == 2067)
        #expect(error.resultCode == .constraintUnique)
        #expect(error.message == "UNIQUE constraint failed: t.a")
        #expect(error.sql == nil && error.offset == nil && error.underlyingError == nil)
        #expect(error == SQLiteError(.constraintUnique, message: error.message))
    }

    @Test("An SQLite error ignores its diagnostics in equality and hash")
    func equality() {
        let plain = SQLiteError(.error, message: "a")
        let rich = SQLiteError(
            .error,
            message: "a",
            sql: "SELECT 1",
            offset: 3,
            underlyingError: Cause()
        )
        #expect(plain == rich)
        #expect(Set([plain, rich]).count == 1)
        #expect(plain != SQLiteError(.error, message: "b"))
        #expect(plain != SQLiteError(.errorRetry, message: "a"))
    }

    @Test("An SQLite error has diagnostics with value semantics")
    func copyOnWrite() {
        let original = SQLiteError(.error, message: "a", sql: "SELECT 1", underlyingError: Cause())
        var copy = original
        copy.sql = "SELECT 2"
        copy.offset = 7
        #expect(original.sql == "SELECT 1" && original.offset == nil)
        #expect(copy.sql == "SELECT 2" && copy.offset == 7)
        #expect(copy.underlyingError is Cause && copy.message == "a" && copy.code == 1)
        copy.underlyingError = nil
        #expect(copy.underlyingError == nil && original.underlyingError is Cause)
    }

    @Test("An SQLite error has the size of one reference")
    func size() {
        #expect(MemoryLayout<SQLiteError>.size == MemoryLayout<UnsafeRawPointer>.size)
        #expect(MemoryLayout<SQLiteError?>.size == MemoryLayout<UnsafeRawPointer>.size)
    }

    @Test("An SQLite error has a localized description, reason and suggestion")
    func localized() {
        let busy = SQLiteError(.busyRecovery, message: "database is locked")
        #expect((busy as any Error).localizedDescription == "database is locked")
        #expect(busy.failureReason == ResultCode.busyRecovery.explanation)
        #expect(busy.recoverySuggestion == "Try again later, or set a longer busy timeout")

        let snapshot = SQLiteError(.busySnapshot, message: "database is locked")
        #expect(snapshot.recoverySuggestion?.hasPrefix("Roll back") == true)

        let generic = SQLiteError(.error, message: "")
        #expect(generic.errorDescription == ResultCode.error.explanation)
        #expect(generic.failureReason == nil && generic.recoverySuggestion == nil)
    }
}

@Suite("The description of an SQLite error")
struct SQLiteErrorDescriptionTests {
    private func description(_ sql: String?, at offset: Int? = nil) -> String {
        SQLiteError(.error, message: "m", sql: sql, offset: offset).description
    }

    @Test("The description of an error is its code and message")
    func plain() {
        #expect(description(nil) == "SQLiteError(1): m")
        #expect("\(SQLiteError(code: 517, message: "locked"))" == "SQLiteError(517): locked")
        #expect(String(reflecting: SQLiteError(code: 5, message: "b")) == "SQLiteError(5): b")
    }

    @Test(
        "A description has a caret under the position of the error",
        arguments: [
            ("SELECT * FORM t", 9, "    SELECT * FORM t\n             ^"),
            ("x", 0, "    x\n    ^"),
            ("SELECT (", 8, "    SELECT (\n            ^"),
            ("  \tSELECT a;  ", 10, "    SELECT a;\n           ^"),
            ("a\tb\tc", 4, "    a b c\n        ^"),
            ("SELECT 'é', x", 13, "    SELECT 'é', x\n                ^"),
            ("SELECT '日本', x", 17, "    SELECT '日本', x\n                   ^"),
            ("SELECT '👩‍👩‍👧', x", 29, "    SELECT '👩‍👩‍👧', x\n                 ^"),
            ("SELECT\n  a,\n  b\nFROM t", 14, "    line 3: b\n            ^"),
            ("SELECT\r\n  a,\r\nFROM t", 10, "    line 2: a,\n            ^"),
            ("a\u{0}\u{1b}[1mb", 6, "    a␀␛[1mb\n          ^"),
        ]
    )
    func caret(sql: String, offset: Int, excerpt: String) {
        #expect(description(sql, at: offset) == "SQLiteError(1): m\n" + excerpt)
    }

    @Test(
        "A description has no caret when the offset is out of range", arguments: [-1, 9, .max])
    func outOfRange(offset: Int) {
        #expect(description("SELECT 1", at: offset) == "SQLiteError(1): m\n    SELECT 1")
    }

    @Test("A description has no caret when the offset is on a blank line")
    func blankLine() {
        #expect(description("a\n\nb", at: 2) == "SQLiteError(1): m\n    a\n    \n    b")
        #expect(description("", at: 0) == "SQLiteError(1): m")
    }

    @Test("A description accepts every offset, even inside a character")
    func everyOffset() {
        let sql = "é\r\n日👩‍👩‍👧e\u{301}\n\t\u{0}x"
        for offset in -1...sql.utf8.count + 1 {
            #expect(description(sql, at: offset).hasPrefix("SQLiteError(1): m\n"))
        }
    }

    @Test("A description truncates a long line to a window around the offset")
    func longLine() throws {
        let sql = String(repeating: "a", count: 5000) + "!" + String(repeating: "b", count: 5000)
        let lines = description(sql, at: 5000).split(separator: "\n")
        let text = lines[1]
        #expect(text.hasPrefix("    …aaa") && text.hasSuffix("bbb…") && text.count < 100)
        let caret = try #require(lines[2].firstIndex(of: "^"))
        let column = lines[2].distance(from: lines[2].startIndex, to: caret)
        #expect(text[text.index(text.startIndex, offsetBy: column)] == "!")
    }

    @Test("A description truncates long SQL without an offset")
    func longText() {
        let text = description(String(repeating: "SELECT 1;\n", count: 10_000))
        #expect(text.hasSuffix("\n    SELECT 1;\n    …") && text.utf8.count < 500)
        #expect(description(String(repeating: "é", count: 100_000)).utf8.count < 500)
    }

    @Test("A description keeps the lines of the SQL, but no blank lines around it")
    func blankEnds() {
        #expect(description("\n  \nSELECT\n  1\n\n") == "SQLiteError(1): m\n    SELECT\n      1")
    }

    @Test(
        "An NSError has the extended result code", arguments: [ResultCode.busy, .constraintUnique])
    func bridged(code: ResultCode) {
        let error: any Error = SQLiteError(code, message: "told")
        let bridged = error as NSError
        #expect(bridged.code == Int(code.rawValue))
        #expect(bridged.domain == "DataLiteCore.SQLiteError")
        #expect(bridged.localizedDescription == "told")
    }
}
