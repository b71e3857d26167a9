import DataLiteCore
import DataLiteTesting
import Foundation
import Testing

@Suite("Rows from text")
struct RowTextTests {
    @Test(
        "Cells are read as SQL literals",
        arguments: [
            ("1", .int(1)), ("-7", .int(-7)), ("+7", .int(7)), ("007", .int(7)), ("0x1f", .int(31)),
            ("-0X10", .int(-16)), ("0xFFFFFFFFFFFFFFFF", .int(-1)),
            ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
            ("9223372036854775808", .real(9223372036854775808)),
            ("1.5", .real(1.5)), (".5", .real(0.5)), ("5.", .real(5)), ("-1e3", .real(-1000)),
            ("1.5E-2", .real(0.015)), ("9e999", .real(.infinity)),
            ("X'00ff'", .blob(Data([0, 255]))), ("x''", .blob(Data())), ("NULL", .null),
        ] as [(String, SQLiteValue)])
    func literals(text: String, value: SQLiteValue) throws {
        #expect(try SQLiteRow.csv("a\n\(text)") == [["a": value]])
        #expect(try SQLiteRow.table("| a |\n| \(text) |") == [["a": value]])
        let connection = try Connection(location: .inMemory)
        #expect(try connection.value(SQL(raw: "SELECT \(text)")) as SQLiteValue? == value)
    }

    @Test(
        "Cells that are not literals are read as text",
        arguments: [
            "Ada", "null", "-", "+", "--1", "1 2", "1e", "1_000", "12ab", "0x",
            "0x12345678901234567",
            "-0x8000000000000000", "X'0'", "X'0g'", "X'00", "X'00'x", "inf", "nan", "é", "1;",
            "1\u{301}",
            "\0",
        ])
    func texts(text: String) throws {
        #expect(try SQLiteRow.csv("a\n\(text)") == [["a": .text(text)]])
        #expect(try SQLiteRow.table("a|b\n\(text)|1") == [["a": .text(text), "b": 1]])
    }

    @Test(
        "Rows are read from CSV",
        arguments: [
            ("", []), ("a,b", []), ("a,b\r\n", []),
            ("a,b\n1,2\n3,4\n", [["a": 1, "b": 2], ["a": 3, "b": 4]]),
            ("a,b\r\n1,\r\n,x", [["a": 1, "b": nil], ["a": nil, "b": "x"]]),
            ("a\n\n1", [["a": nil], ["a": 1]]),
            ("a\n\"1\"\n\"NULL\"\n\"\"", [["a": "1"], ["a": "NULL"], ["a": ""]]),
            ("\"a,\"\"b\",c\n\"x\r\ny,\"\"\",' z'", [["a,\"b": "x\r\ny,\"", "c": "' z'"]]),
            ("\u{FEFF}a\n1", [["a": 1]]), ("a,a\n1,2", [["a": 1, "a": 2]]),
            ("a,b\n1,\u{301}", [["a": 1, "b": "\u{301}"]]),
        ] as [(String, [SQLiteRow])])
    func csv(text: String, rows: [SQLiteRow]) throws {
        #expect(try SQLiteRow.csv(text) == rows)
    }

    @Test(
        "Rows are read from a table",
        arguments: [
            ("", []), (" \n|---|\n", []), ("| a |", []),
            ("| a | b |\n|---|:-:|\n| 1 | x y |", [["a": 1, "b": "x y"]]),
            ("+---+---+\n| a | b |\n+===+===+\n| 1 |   |\r\n+---+---+", [["a": 1, "b": nil]]),
            (
                "  a  | b\n-----+---\n  1  | x\n\n  2  |",
                [["a": 1, "b": "x"], ["a": 2, "b": nil]]
            ),
            ("a | b\n| 1 | 2 |\n1 | 2 |\n| 1 | 2", Array(repeating: ["a": 1, "b": 2], count: 3)),
            ("a | b\n | 2", [["a": nil, "b": 2]]),
            (
                "|a|b|\n|'1'|' it''s | '|\n|''|'NULL'|",
                [["a": "1", "b": " it's | "], ["a": "", "b": "NULL"]]
            ),
            ("a|b\n'tis|isn't\n'-'|-", [["a": "'tis", "b": "isn't"], ["a": "-", "b": "-"]]),
            ("a\n1\n'|'", [["a": 1], ["a": "|"]]),
            ("|a|b|\n|\"1\"|\u{301}|", [["a": "\"1\"", "b": "\u{301}"]]),
        ] as [(String, [SQLiteRow])])
    func table(text: String, rows: [SQLiteRow]) throws {
        #expect(try SQLiteRow.table(text) == rows)
    }

    @Test(
        "Invalid CSV throws an error that names the line",
        arguments: [
            ("a,b\n1,2\n3", "line 3: 1 cell, but the header has 2 columns"),
            ("a\n\"x\ny\"\n1,2", "line 4: 2 cells, but the header has 1 column"),
            ("a,b\n1,2\n\n3,4", "line 3: 1 cell, but the header has 2 columns"),
            ("a\n\"x\n", "line 2: the quote is not closed"),
            ("a,b\n1,\"x\"y", "line 2: unexpected text after the closing quote of a cell"),
            ("a, \"b\"", "line 1: unexpected quote inside a cell that does not begin with one"),
        ])
    func badCSV(text: String, message: String) {
        #expect(throws: SQLiteError(.error, message: message)) { try SQLiteRow.csv(text) }
    }

    @Test(
        "A table row with a wrong number of cells throws an error",
        arguments: [
            ("|a|b|\n|--|--|\n\n|1|", "line 4: 1 cell, but the header has 2 columns"),
            ("a\n1 | 2", "line 2: 2 cells, but the header has 1 column"),
            ("|a|\n||1|", "line 2: 2 cells, but the header has 1 column"),
        ])
    func badTable(text: String, message: String) {
        #expect(throws: SQLiteError(.error, message: message)) { try SQLiteRow.table(text) }
    }

    @Test("A row of dashes after the header separator is kept")
    func dashes() throws {
        let rows = try SQLiteRow.table(
            """
            +----+---+
            | op | n |
            |----|---|
            | +  | - |
            | -  | - |
            +----+---+
            """)
        #expect(rows == [["op": "+", "n": "-"], ["op": "-", "n": "-"]])
    }
}
