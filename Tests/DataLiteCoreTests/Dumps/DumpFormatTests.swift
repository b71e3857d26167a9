import DataLiteTransfer
import Foundation
import Testing

@testable import DataLiteCore

@Suite("A dump of rows")
struct DumpFormatTests {
    /// Every storage class, and text that a format has to escape.
    private static let values: SQL = """
        SELECT 1 AS id, 'Björk' AS name UNION ALL SELECT -0.5, '' UNION ALL SELECT NULL, X'00ff'
        UNION ALL SELECT 9e999, 'a|b,"c"' || char(10) || '''d'
        """

    private func dump(
        _ sql: SQL, _ format: DumpFormat, on connection: Connection? = nil
    ) throws -> String {
        let connection = try connection ?? .inMemory()
        var text = ""
        try connection.dumpSQL(sql, format: format, to: &text)
        return text
    }

    @Test(
        "A format writes every kind of value",
        arguments: [
            (DumpFormat.list(), "1|Björk\n-0.5|\n|X'00FF'\nInfinity|a|b,\"c\"␊'d\n"),
            (
                .list(header: true, separator: " ; ", nullValue: "(null)"),
                "id ; name\n1 ; Björk\n-0.5 ; \n(null) ; X'00FF'\nInfinity ; a|b,\"c\"␊'d\n"
            ),
            (
                .line(nullValue: "-"),
                """
                  id = 1
                name = Björk

                  id = -0.5
                name =\u{20}

                  id = -
                name = X'00FF'

                  id = Infinity
                name = a|b,"c"␊'d

                """
            ),
            (.quote(), "1,'Björk'\n-0.5,''\nNULL,X'00FF'\n9e999,'a|b,\"c\"\n''d'\n"),
            (
                .insert(into: "t\"x"),
                """
                INSERT INTO "t""x" VALUES(1,'Björk');
                INSERT INTO "t""x" VALUES(-0.5,'');
                INSERT INTO "t""x" VALUES(NULL,X'00FF');
                INSERT INTO "t""x" VALUES(9e999,'a|b,"c"
                ''d');

                """
            ),
            (
                .csv(),
                "id,name\r\n1,Björk\r\n-0.5,\"\"\r\n,00FF\r\n"
                    + "Infinity,\"a|b,\"\"c\"\"\n'd\"\r\n"
            ),
            (
                .csv(header: false, separator: .semicolon),
                "1;Björk\r\n-0.5;\"\"\r\n;00FF\r\nInfinity;\"a|b,\"\"c\"\"\n'd\"\r\n"
            ),
            (
                .json(),
                """
                [{"id":1,"name":"Björk"},
                 {"id":-0.5,"name":""},
                 {"id":null,"name":"AP8="},
                 {"id":"Infinity","name":"a|b,\\"c\\"\\n'd"}]

                """
            ),
            (
                .jsonLines(),
                """
                {"id":1,"name":"Björk"}
                {"id":-0.5,"name":""}
                {"id":null,"name":"AP8="}
                {"id":"Infinity","name":"a|b,\\"c\\"\\n'd"}

                """
            ),
            (
                .markdown(),
                """
                |       id | name           |
                | -------: | -------------- |
                |        1 | Björk          |
                |     -0.5 |                |
                |     NULL | X'00FF'        |
                | Infinity | a\\|b,"c"<br>'d |

                """
            ),
            (
                .table(),
                """
                      id  name
                ────────  ──────────
                       1  Björk
                    -0.5
                    NULL  X'00FF'
                Infinity  a|b,"c"␊'d

                """
            ),
        ])
    func values(format: DumpFormat, expected: String) throws {
        #expect(try dump(Self.values, format) == expected)
    }

    @Test(
        "Tabs and carriage returns are visible in readable formats",
        arguments: [
            (DumpFormat.list(header: true), "a␍\na␉b␍␊c\n"), (.line(), "a␍ = a␉b␍␊c\n"),
            (.table(), "a␍\n──────\na␉b␍␊c\n"),
            (.markdown(), "| a<br>    |\n| -------- |\n| a␉b<br>c |\n"),
        ])
    func whitespace(format: DumpFormat, expected: String) throws {
        let sql: SQL = "SELECT 'a' || char(9) || 'b' || char(13, 10) || 'c' AS \(identifier: "a\r")"
        #expect(try dump(sql, format) == expected)
    }

    @Test("Text with control characters, NUL characters and invalid UTF-8 stays on its line")
    func invisible() throws {
        let sql: SQL = "SELECT 'a' || char(27, 0, 0x202e) || 'b', CAST(X'61FF62' AS TEXT)"
        #expect(try dump(sql, .list()) == "a␛␀\\u{202e}b|a\u{fffd}b\n")
        #expect(
            try dump(sql, .quote()) == "('a\u{1b}'||char(0)||'\u{202e}b'),CAST(X'61FF62' AS TEXT)\n"
        )
    }

    @Test("Literals of a terminal have no invisible characters and yield the same text")
    func terminalLiterals() throws {
        let text = "a\u{1b}[31m\u{202e}\0'b\nc\u{85}"
        let connection = try Connection.inMemory()
        let literal = SQLLiteral.text(text, .invisible)
        #expect(literal == "('a'||char(27)||'[31m'||char(8238,0)||'''b\nc'||char(133))")
        #expect(try connection.value(SQL(raw: "SELECT \(literal)")) == text)
    }

    @Test("Parameters are bound")
    func parameters() throws {
        var text = ""
        try Connection.inMemory().dumpSQL("SELECT ?, :b + 1", [2, 3], to: &text)
        #expect(text == "2|4\n")
    }

    @Test("A statement without columns runs")
    func noColumns() throws {
        let connection = try Connection.inMemory()
        #expect(try dump("CREATE TABLE t(x)", .list(header: true), on: connection) == "")
        #expect(try connection.tableExists("t"))
        #expect(try dump("SELECT * FROM t", .list(header: true), on: connection) == "x\n")
        #expect(try dump("SELECT * FROM t", .json(), on: connection) == "[]\n")
    }

    @Test("What was written before an error is kept, and the statement is reset")
    func errors() throws {
        let connection = try Connection.inMemory()
        var text = ""
        let error = try failure {
            try connection.dumpSQL(
                "SELECT value, abs(-9223372036854775807 - (value = 2)) FROM json_each('[1, 2]')",
                to: &text)
        }
        #expect(error.message == "integer overflow")
        #expect(text == "1|9223372036854775807\n")
        #expect(throws: Never.self) { try connection.execute("PRAGMA user_version = 1") }
    }

    @Test("Characters on the border of two pieces are not broken")
    func pieces() throws {
        // 3 bytes each, so that a piece of 65,536 bytes ends inside one.
        let value = String(repeating: "日", count: 100_000)
        struct Pieces: TextOutputStream {
            var pieces: [String] = []
            mutating func write(_ text: String) { pieces.append(text) }
        }
        var stream = Pieces()
        let connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE t(x)")
        for length in [1, 7, 30_000, 60_000] {
            try connection.execute("INSERT INTO t VALUES (\(String(value.prefix(length))))")
        }
        try connection.dumpSQL("SELECT x FROM t ORDER BY rowid", to: &stream)
        #expect(stream.pieces.count > 3)
        let lines = stream.pieces.joined().split(separator: "\n").map(\.count)
        #expect(lines == [1, 7, 30_000, 60_000])
        #expect(!stream.pieces.joined().contains("\u{fffd}"))
    }

    @Test("An incomplete character at the end is repaired")
    func incompleteEnd() throws {
        var text = ""
        try Connection.inMemory().dumpSQL(
            "SELECT CAST(X'61E697' AS TEXT)", format: .csv(header: false), to: &text)
        #expect(text == "a\u{fffd}\r\n")
    }
}
