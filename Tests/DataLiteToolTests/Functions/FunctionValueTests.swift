import DataLiteCore
import Testing

@testable import DataLiteTool

@Suite("The tool's functions")
struct FunctionValueTests {
    /// Rows for an aggregate, as a table `t(x)`.
    private func aggregate(_ expression: String, of rows: [SQLiteValue]) throws -> SQLiteValue {
        let connection = try Connection(location: .inMemory)
        try connection.addToolFunctions()
        try connection.execute(sql: "CREATE TABLE t(x)")
        for row in rows { try connection.execute("INSERT INTO t VALUES (\(row))") }
        return try connection.value(SQL(raw: "SELECT \(expression) FROM t")) ?? .null
    }

    @Test(
        "The median is the middle value or the mean of the two middle values",
        arguments: [
            ([3, 1, 2], .real(2)),
            ([4, 1, 3, 2], .real(2.5)),
            ([7], .real(7)),
            ([1, .null, 5, .null], .real(3)),
            ([1.5, 2], .real(1.75)),
            ([], .null),
            ([.null], .null),
            (
                [.real(.greatestFiniteMagnitude), .real(.greatestFiniteMagnitude)],
                .real(.greatestFiniteMagnitude)
            ),
            (
                [.real(.greatestFiniteMagnitude), .real(.greatestFiniteMagnitude / 2)],
                .real(.greatestFiniteMagnitude * 0.75)
            ),
            (
                [.real(.leastNonzeroMagnitude), .real(.leastNonzeroMagnitude)],
                .real(.leastNonzeroMagnitude)
            ),
            ([.real(-.infinity), .real(.infinity)], .null),
        ] as [([SQLiteValue], SQLiteValue)])
    func median(rows: [SQLiteValue], expected: SQLiteValue) throws {
        #expect(try aggregate("median(x)", of: rows) == expected)
    }

    @Test("The median can be a window function", arguments: [1, 2, 3, 20, 50])
    func movingMedian(width: Int) throws {
        let connection = try Connection(location: .inMemory)
        try connection.addToolFunctions()
        let numbers = (0..<60).map { $0 * 7919 % 61 }
        let values = numbers.map { "(\($0))" }.joined(separator: ",")
        let rows = try connection.rows(
            SQL(
                raw: """
                    SELECT median(column1) OVER (ROWS \(width - 1) PRECEDING) FROM (VALUES \(values))
                    """))
        let medians: [Double?] = rows.map { $0.lenientValue(at: 0) }
        let expected: [Double?] = numbers.indices.map { end in
            let frame = numbers[max(0, end - width + 1)...end].sorted()
            return Double(frame[frame.count / 2] + frame[(frame.count - 1) / 2]) / 2
        }
        #expect(medians == expected)
    }

    @Test(
        "The stddev function returns the sample standard deviation",
        arguments: [
            ([2, 4, 4, 4, 5, 5, 7, 9], 2.138089935299395),
            ([1, 2, .null], 0.7071067811865476),
            ([5, 5, 5], 0),
            // A sum of squares would lose these differences completely.
            ([1_000_000_004, 1_000_000_007, 1_000_000_013, 1_000_000_016], 5.477225575051661),
            ([.real(1e15 + 1), .real(1e15 + 2), .real(1e15 + 3)], 1),
        ] as [([SQLiteValue], Double)])
    func standardDeviation(rows: [SQLiteValue], expected: Double) throws {
        let result = try #require(Double(aggregate("stddev(x)", of: rows)))
        #expect(abs(result - expected) <= expected * 1e-12)
    }

    @Test(
        "The stddev of fewer than two numbers is NULL",
        arguments: [[], [1], [1, .null]] as [[SQLiteValue]])
    func tooFewForDeviation(rows: [SQLiteValue]) throws {
        #expect(try aggregate("stddev(x)", of: rows) == .null)
    }

    @Test(
        "The mode is the most frequent value, and the smallest if several are",
        arguments: [
            ([1, 2, 2, 3], 2),
            ([3, 1, 3, 1, 2], 1),
            (["b", "a", "b", "a"], "a"),
            (["a", 9, 9, "a"], 9),
            ([.blob(.init([1])), "a", .blob(.init([0]))], "a"),
            ([.blob(.init([1])), .blob(.init([0]))], .blob(.init([0]))),
            ([1, 1.0, 2, 2, 2.0, 3], 2),
            ([1.5, 1], 1),
            ([.int(.max), .real(0x1p63)], .int(.max)),
            ([.real(-0x1p64), .int(.min)], .real(-0x1p64)),
            ([.null, .null, 4], 4),
            ([.null], .null),
            ([], .null),
        ] as [([SQLiteValue], SQLiteValue)])
    func mode(rows: [SQLiteValue], expected: SQLiteValue) throws {
        #expect(try aggregate("mode(x)", of: rows) == expected)
    }

    @Test("The mode does not depend on the order of rows")
    func modeOfShuffledRows() throws {
        let rows: [SQLiteValue] = [1, 2.5, "b", "a", .blob(.init([7])), 3, .real(0x1p70)]
        for first in rows.indices {
            let turned = Array(rows[first...] + rows[..<first])
            #expect(try aggregate("mode(x)", of: turned) == 1)
        }
    }

    @Test(
        "The haversine function returns the distance in kilometers",
        arguments: [
            ("48.21, 16.37, 52.52, 13.41", 523.11),
            ("0, 0, 0, 0", 0),
            ("0, 0, 0, 180", 20015.11),
            ("90, 0, -90, 77", 20015.11),
            ("0, 179.5, 0, -179.5", 111.2),
            ("12.3, 45.6, -12.3, -134.4", 20015.11),
        ])
    func haversine(arguments: String, expected: Double) throws {
        let distance = try #require(Double(value("haversine(\(arguments))")))
        #expect(abs(distance - expected) < 0.01)
    }

    @Test(
        "The slugify function returns text for a URL",
        arguments: [
            ("'Crème brûlée!'", "creme-brulee"),
            ("'  --Hello,   World--  '", "hello-world"),
            ("'It''s 5€'", "its-5"),
            ("'Ærøskøbing Straße Łódź'", "aeroskobing-strasse-lodz"),
            ("'İstanbul ﬁre №5 ½'", "istanbul-fire-no5-1-2"),
            ("'Москва'", "москва"),
            ("'Йошкар-Ола'", "йошкар-ола"),
            ("'がんばれ 日本'", "がんばれ-日本"),
            ("42", "42"),
            ("-1.5", "1-5"),
            ("''", ""),
            ("'!?'", ""),
        ])
    func slugify(argument: String, expected: String) throws {
        #expect(try value("slugify(\(argument))") == .text(expected))
    }

    @Test("The slugify function returns composed characters")
    func slugifyComposes() throws {
        guard case .text(let slug) = try value("slugify('Й')") else {
            Issue.record("the result is not text")
            return
        }
        #expect(Array(slug.unicodeScalars) == ["\u{439}"])
    }

    @Test(
        "A function with a NULL argument returns NULL",
        arguments: [
            "slugify(NULL)", "haversine(NULL, 1, 2, 3)", "haversine(1, 2, 3, NULL)",
            "NULL REGEXP 'a'", "'a' REGEXP NULL",
        ])
    func nullArguments(expression: String) throws {
        #expect(try value(expression) == .null)
    }

    @Test(
        "An argument of the wrong type is an error that shows its value",
        arguments: [
            ("median('12')", "median: expected a number, found TEXT '12'"),
            ("median(X'01')", "median: expected a number, found BLOB X'01'"),
            ("stddev('a')", "stddev: expected a number, found TEXT 'a'"),
            ("slugify(X'00')", "slugify: expected text, found BLOB X'00'"),
            ("haversine('a', 0, 0, 0)", "haversine: argument 1: expected Double, found TEXT 'a'"),
            ("haversine(91, 0, 0, 0)", "haversine: latitude 91.0 is outside -90...90"),
            ("haversine(0, 0, 9e999, 0)", "haversine: latitude inf is outside -90...90"),
        ])
    func wrongArguments(expression: String, message: String) throws {
        let error = #expect(throws: SQLiteError.self) { try value(expression) }
        #expect(error?.message == message)
    }

    @Test("The REGEXP operator matches the whole text")
    func regexp() throws {
        #expect(try value("'abc' REGEXP 'a.c'") == 1)
        #expect(try value("'abcd' REGEXP 'a.c'") == 0)
    }
}
