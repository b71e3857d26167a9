import DataLiteCore
import DataLiteTransfer
import Testing

@testable import DataLiteTool

@Suite("The csv format")
struct CSVWriterTests {
    @Test(
        "The csv format writes a field according to RFC 4180",
        arguments: [
            ("1", "1"),
            ("-9223372036854775807 - 1", "-9223372036854775808"),
            ("0.1", "0.1"),
            ("9e999", "Infinity"),
            ("-9e999", "-Infinity"),
            ("'plain text'", "plain text"),
            ("'a,b'", "\"a,b\""),
            ("'say \"hi\"'", "\"say \"\"hi\"\"\""),
            ("'\"'", "\"\"\"\""),
            ("'a' || char(10) || 'b'", "\"a\nb\""),
            ("'a' || char(13, 10) || 'b'", "\"a\r\nb\""),
            ("'日本 👋🏽'", "日本 👋🏽"),
            ("''", "\"\""),
            ("NULL", ""),
            ("X'00FFa0'", "00FFA0"),
            ("X''", "\"\""),
        ])
    func field(expression: String, expected: String) throws {
        #expect(
            try rendered("SELECT 1 AS a, \(expression) AS b", as: .csv)
                == "a,b\r\n1,\(expected)\r\n")
    }

    @Test("The csv format replaces invisible characters only on a terminal")
    func terminal() throws {
        let sql = "SELECT 'a\u{202e}\u{1b}[31m,\nb' AS \"c\u{200b}\""
        func written(isTerminal: Bool) throws -> String {
            try text { output in
                let writer = ResultFormat.csv.writer(to: output, isTerminal: isTerminal)
                try Script(sql: sql, parameters: [])
                    .run(on: Connection(location: .inMemory), writer: writer, output: output)
            }
        }
        #expect(try written(isTerminal: false) == "c\u{200b}\r\n\"a\u{202e}\u{1b}[31m,\nb\"\r\n")
        #expect(try written(isTerminal: true) == "c\\u{200b}\r\n\"a\\u{202e}␛[31m,␊b\"\r\n")
    }

    @Test("The csv format quotes column names")
    func columnNames() throws {
        #expect(
            try rendered("SELECT 1 AS \"a,b\", 2 AS \"\"", as: .csv) == "\"a,b\",\"\"\r\n1,2\r\n")
    }

    @Test("NULL in a csv result of one column is a blank line, and empty text is not")
    func singleNull() throws {
        #expect(try rendered("SELECT NULL AS a", as: .csv) == "a\r\n\r\n")
        #expect(try rendered("SELECT '' AS a", as: .csv) == "a\r\n\"\"\r\n")
    }

    @Test("The csv format keeps the bytes of invalid UTF-8")
    func invalidText() throws {
        var bytes: [UInt8] = []
        let output = BufferedOutput { bytes.append(contentsOf: $0) }
        let query = Script(sql: "SELECT CAST(X'61FF62' AS TEXT) AS a", parameters: [])
        try query.run(
            on: .init(location: .inMemory), writer: CSVWriter(to: output), output: output)
        #expect(bytes == Array("a\r\n".utf8) + [0x61, 0xff, 0x62] + Array("\r\n".utf8))
    }

    @Test("A blank line separates csv results, except those without columns")
    func severalResults() throws {
        let sql = "CREATE TABLE t(x); SELECT 1 AS a; INSERT INTO t VALUES (1); SELECT x FROM t"
        #expect(try rendered(sql, as: .csv) == "a\r\n1\r\n\r\nx\r\n1\r\n")
    }

    @Test("The csv format writes the header of an empty result")
    func noRows() throws {
        #expect(try rendered("SELECT 1 AS a WHERE 0", as: .csv) == "a\r\n")
    }
}
