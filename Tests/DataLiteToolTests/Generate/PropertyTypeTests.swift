import Testing

@testable import DataLiteTool

@Suite("The type of a property")
struct PropertyTypeTests {
    @Test(
        "The type of a property follows SQLite's rules and known names",
        arguments: [
            ("INTEGER", PropertyType.int), ("bigint", .int), ("UNSIGNED BIG INT", .int),
            ("TINYINT(1)", .int), ("CHARINT", .int), ("FLOATING POINT", .int), ("TEXT", .string),
            ("VARCHAR(255)", .string), ("NCHAR (10)", .string), ("CLOB", .string),
            ("JSON", .string),
            ("String", .string), ("BLOB", .data), ("REAL", .double), ("DOUBLE PRECISION", .double),
            ("FLOAT", .double), ("BOOLEAN", .bool), ("bool", .bool), ("DATE", .date),
            ("DateTime", .date), ("TIMESTAMP(6) WITH TIME ZONE", .date), ("UUID", .uuid),
            ("GUID", .uuid), ("URL", .url), ("DECIMAL(10, 2)", .double), ("NUMERIC", .double),
            ("MONEY", .double), ("", .value), ("ANY", .value), ("GEOMETRY", .value),
            ("TIME", .value), ("DATETEXT", .string), (" date ", .date), ("UPDATE (", .value),
        ])
    func types(declared: String, expected: PropertyType) {
        #expect(PropertyType(declaredType: declared) == expected)
    }
}

@Suite("The default of a property")
struct PropertyDefaultTests {
    @Test(
        "The default is a literal if SQLite stores its value",
        arguments: [
            ("0", PropertyType.int, "0"), ("-5", .int, "-5"), ("+  7", .int, "7"),
            ("2.0", .int, "2"),
            ("0x10", .int, "16"), ("0xffffffffffffffff", .int, "-1"), ("TRUE", .int, "1"),
            ("-9223372036854775808", .int, "-9223372036854775808"), ("1", .bool, "true"),
            ("false", .bool, "false"), ("0", .double, "0"), ("-1.5e3", .double, "-1500.0"),
            ("'it''s'", .string, "\"it's\""), ("\"x\"", .string, "\"x\""),
            ("yes", .string, "\"yes\""),
            ("5", .string, "\"5\""), ("''", .string, "\"\""), ("1.5", .value, "1.5"),
            ("'a'", .value, "\"a\""), ("'\\(1)\n\"'", .string, #""\\(1)\n\"""#),
        ])
    func literals(sql: String, type: PropertyType, expected: String) {
        #expect(PropertyDefault(sql, type: type) == .literal(expected))
    }

    @Test(
        "A default that has no Swift literal is SQL",
        arguments: [
            ("CURRENT_TIMESTAMP", PropertyType.date, "CURRENT_TIMESTAMP"), ("1 + 2", .int, "1 + 2"),
            ("1.5", .int, "1.5"), ("'x'", .int, "'x'"), ("2", .bool, "2"),
            ("x'00'", .data, "x'00'"),
            ("'2020-01-01'", .date, "'2020-01-01'"), ("1e999", .double, "9e999"),
            ("abc", .uuid, "'abc'"), ("- 'a'", .string, "- 'a'"), ("-(5)", .int, "-(5)"),
            ("18446744073709551616", .int, "1.8446744073709552e+19"), ("1.5", .string, "1.5"),
        ])
    func expressions(sql: String, type: PropertyType, expected: String) {
        #expect(PropertyDefault(sql, type: type) == .sql(expected))
    }

    @Test("The default NULL is omitted", arguments: [nil, "NULL", "null"])
    func none(sql: String?) {
        #expect(PropertyDefault(sql, type: .int) == .none)
    }
}
