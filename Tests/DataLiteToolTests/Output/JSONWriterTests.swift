import DataLiteCore
import DataLiteTransfer
import Foundation
import Testing

@testable import DataLiteTool

@Suite("The json format")
struct JSONWriterTests {
    @Test(
        "The json format writes each kind of value",
        arguments: [
            ("9223372036854775807", "9223372036854775807"),
            ("1.0", "1.0"),
            ("0.1", "0.1"),
            ("1e300", "1e+300"),
            ("9e999", #""Infinity""#),
            ("-9e999", #""-Infinity""#),
            ("NULL", "null"),
            ("''", #""""#),
            (#"'"\/'"#, #""\"\\/""#),
            ("char(0, 9, 10, 13, 31)", #""\u0000\t\n\r\u001F""#),
            ("'é日👋🏽' || char(127, 8232)", #""é日👋🏽\u007F\u2028""#),
            ("'a' || char(0x202e, 34, 0xfeff) || 'b'", #""a\u202E\"\uFEFFb""#),
            ("char(0xe0041)", #""\uDB40\uDC41""#),
            ("CAST(X'61FF62' AS TEXT)", "\"a\u{fffd}b\""),
            ("X'00FF10'", #""AP8Q""#),
            ("X''", #""""#),
            ("'18446744073709551615'", #""18446744073709551615""#),
        ])
    func value(expression: String, expected: String) throws {
        let json = try rendered("SELECT \(expression) AS a", as: .json)
        #expect(json == "[{\"a\":\(expected)}]\n")
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(json.utf8)) }
    }

    @Test(
        "The json format escapes invisible characters without loss",
        arguments: ["a\u{202e}b\u{e0041}\\n"])
    func lossless(text: String) throws {
        let json = try rendered("SELECT \(text.sqliteLiteral) AS \"\(text)\"", as: .json)
        #expect(!json.contains("\u{202e}"))
        let rows = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: String]]
        #expect(rows == [[text: text]])
    }

    @Test("The json format writes an array with an object for each row")
    func rows() throws {
        let sql = "SELECT 1 AS a, 'x' AS b UNION ALL SELECT 2, NULL"
        #expect(
            try rendered(sql, as: .json) == "[{\"a\":1,\"b\":\"x\"},\n {\"a\":2,\"b\":null}]\n")
    }

    @Test("The json format writes an array for each result, even if empty")
    func severalResults() throws {
        let sql = "SELECT 1 AS a WHERE 0; CREATE TABLE t(x); SELECT 2 AS b"
        #expect(try rendered(sql, as: .json) == "[]\n[{\"b\":2}]\n")
    }

    @Test(
        "The json format keeps columns with the same name separate",
        arguments: [
            (["a", "a", "a"], ["a", "a:1", "a:2"]),
            (["a", "a:1", "a"], ["a", "a:1", "a:2"]),
            (["a", "a", "a:1"], ["a", "a:2", "a:1"]),
            (["", ""], ["", ":1"]),
            (["a", "A"], ["a", "A"]),
        ])
    func sameNames(names: [String], expected: [String]) {
        #expect(JSONWriter.uniqueNames(names) == expected)
    }

    @Test("Repeated column names get the suffixes that SQLite uses")
    func sameNamesAsSQLite() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(sql: "CREATE TABLE t AS SELECT 1 AS a, 2 AS a, 3 AS a")
        let names = try connection.cursor("SELECT * FROM t").columnNames
        #expect(JSONWriter.uniqueNames(["a", "a", "a"]) == names)
    }

    @Test("The json format escapes column names")
    func columnNames() throws {
        #expect(try rendered("SELECT 1 AS \"a\"\"\\\"", as: .json) == "[{\"a\\\"\\\\\":1}]\n")
    }
}
