import DataLiteCore
import Foundation
import Testing

@testable import DataLiteTool

@Suite("A command-line parameter")
struct ParameterLiteralTests {
    @Test(
        "A parameter that is an SQL literal is bound as its value",
        arguments: [
            ("42", 42), ("-7", -7), ("0", 0),
            ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
            ("2.5", 2.5), ("-1e-3", -0.001), ("1E5", 100000.0), ("0.50", 0.5),
            ("-0.0", .real(-0.0)),
            ("NULL", .null),
            ("X'00ff'", .blob(Data([0, 255]))), ("x'AB'", .blob(Data([0xab]))),
            ("X''", .blob(Data())),
            ("'42'", "42"), ("''", ""), ("'it''s'", "it's"), ("''''", "'"), ("'NULL'", "NULL"),
            ("'日本'", "日本"),
        ] as [(String, SQLiteValue)])
    func literal(parameter: String, expected: SQLiteValue) {
        #expect(ParameterLiteral.value(of: parameter) == expected)
    }

    @Test(
        "A parameter that a value would change is text",
        arguments: [
            "", "abc", "null", "Null", "007", "+49", "-", "--", "- 5", " 5", "5 ", "0x10", "1_000",
            "-0", "18446744073709551616", "1e999", "inf", "nan", "-inf", ".5", "5.", "1e", "00.5",
            "1.5.2", "0x1p3", "'", "'abc", "abc'", "'it's'", "'''", "X'0'", "X'0G'", "X'00", "XX",
            "X'０0'", "it''s", "2024-01-02", "'\u{301}",
        ])
    func text(parameter: String) {
        #expect(ParameterLiteral.value(of: parameter) == .text(parameter))
    }

    @Test(
        "A negative number is a parameter and not an option",
        arguments: [
            (["query", "f", "SELECT ?", "-5"], ["query", "f", "SELECT ?", "--", "-5"]),
            (
                ["query", "f", "S", "1", "-2.5", "-3"],
                ["query", "f", "S", "1", "--", "-2.5", "-3"]
            ),
            (["query", "f", "S", "--", "-5"], ["query", "f", "S", "--", "-5"]),
            (["query", "--create", "f", "-"], ["query", "--create", "f", "-"]),
            (["-h"], ["-h"]),
            (["query", "-inf"], ["query", "-inf"]),
            ([], []),
        ])
    func negativeNumbers(arguments: [String], expected: [String]) {
        #expect(DataLiteTool.protectingNegativeNumbers(in: arguments) == expected)
    }
}
