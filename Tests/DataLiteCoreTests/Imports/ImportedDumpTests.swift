import DataLiteCore
import DataLiteTransfer
import Testing

@Suite("An import of a dump")
struct ImportedDumpTests {
    private let connection: Connection

    init() throws {
        connection = try .inMemory()
    }

    private static let typedTable =
        "(id INTEGER PRIMARY KEY, number REAL, bytes BLOB, text TEXT, price NUMERIC)"

    @Test("Typed values are the same after a dump and an import", arguments: ["", " STRICT"])
    func typedDump(options: String) throws {
        let columns =
            options.isEmpty ? Self.typedTable : Self.typedTable.replacing("NUMERIC", with: "REAL")
        try connection.execute("CREATE TABLE v\(raw: columns)\(raw: options)")
        try connection.execute(
            """
            INSERT INTO v VALUES (1, 9e999, x'', 'Infinity', -9e999), (2, -9e999, x'00ff', '', 1),
                (3, 0.1, NULL, '00FF', NULL), (4, NULL, x'0a', NULL, 2.5)
            """)
        func content() throws -> [SQLiteRow] {
            try connection.rows("SELECT *, quote(number), quote(price), quote(bytes) FROM v")
        }
        let before = try content()
        for format in [DumpFormat.csv(), .jsonLines()] {
            var text = ""
            try connection.dumpTables(["v"], format: format, to: &text)
            try connection.execute("DELETE FROM v")
            let count =
                text.hasPrefix("{")
                ? try connection.importJSONLines(.text(text), into: "v")
                : try connection.importCSV(.text(text), into: "v")
            #expect(count == 4)
            #expect(try content() == before)
        }
    }

    @Test("Numbers that SQLite rounds to a neighbor are the same after a dump and an import")
    func nearestNumbers() throws {
        let numbers = [
            -8.376268833671818e-305, -6.767622012481203e-308, Double.leastNonzeroMagnitude, 0.1,
            1e300, -2.5e-7,
        ]
        for format in [DumpFormat.csv(), .jsonLines()] {
            try connection.execute("CREATE TABLE n(a REAL, b NUMERIC, c REAL)")
            for number in numbers {
                try connection.execute("INSERT INTO n VALUES (\(number), \(number), \(3 * number))")
            }
            let before = try connection.rows("SELECT * FROM n ORDER BY a").map(\.values)
            var text = ""
            try connection.dumpTables(["n"], format: format, to: &text)
            try connection.execute("DELETE FROM n")
            if text.hasPrefix("{") {
                try connection.importJSONLines(.text(text), into: "n")
            } else {
                try connection.importCSV(.text(text), into: "n")
            }
            #expect(try connection.rows("SELECT * FROM n ORDER BY a").map(\.values) == before)
            try connection.execute("DROP TABLE n")
        }
    }

    @Test("Only decimals with a fraction or an exponent are read as numbers by the library")
    func otherNumbers() throws {
        try connection.execute("CREATE TABLE n(a NUMERIC)")
        let fields = [
            "1e3", "1.5 ", "0x1p3", "1e999", "nan", "1.2.3", ".", "+.5", "12", "9.0", "1e",
        ]
        try connection.importCSV(.text("a\n" + fields.joined(separator: "\n")), into: "n")
        let expected: [SQLiteValue] = [
            .int(1000), .real(1.5), .text("0x1p3"), .real(.infinity), .text("nan"), .text("1.2.3"),
            .text("."), .real(0.5), .int(12), .int(9), .text("1e"),
        ]
        #expect(try connection.rows("SELECT a FROM n").map { $0.values[0] } == expected)
    }

    @Test("A byte order mark at the start of a value is kept")
    func byteOrderMark() throws {
        let texts = ["\u{FEFF}a", "\u{FEFF}", "a\u{FEFF}"]
        try connection.execute("CREATE TABLE v(t TEXT)")
        for text in texts { try connection.execute("INSERT INTO v VALUES (\(text))") }
        var dump = ""
        try connection.dumpSQL("SELECT t FROM v", format: .csv(header: false), to: &dump)
        try connection.execute("DELETE FROM v")
        try connection.importCSV(.text(dump), into: "v", form: CSVForm(header: .none))
        #expect(try connection.rows("SELECT t FROM v", as: String.self) == texts)
    }

    @Test("Text with NUL characters is the same after a dump as CSV and an import")
    func nul() throws {
        let texts = [
            "\0", "a\0b\0", #"\u0000"#, #"\"# + "\0", "\u{F0000}\0\u{F0001}", "é\0\u{301}",
        ]
        try connection.execute("CREATE TABLE v(t TEXT)")
        for text in texts { try connection.execute("INSERT INTO v VALUES (\(text))") }
        var dump = ""
        try connection.dumpTables(["v"], format: .csv(), to: &dump)
        try connection.execute("DELETE FROM v")
        try connection.importCSV(.text(dump), into: "v")
        #expect(try Set(connection.rows("SELECT t FROM v", as: String.self)) == Set(texts))
    }

    @Test(
        "An escaped NUL character in JSON is an error",
        arguments: [
            #"{"b": "\u0000"}"#, #"{"a": ["\u0000", "\\u0000"]}"#, #"{"b": "\\\u0000"}"#,
            #"{"\u0000": 1}"#,
        ])
    func escapedNUL(line: String) throws {
        try connection.execute("CREATE TABLE v(a, b)")
        let error = #expect(throws: SQLiteError.self) {
            try connection.importJSONLines(.text(#"{"a": 1}"# + "\n" + line), into: "v")
        }
        #expect(
            error?.message == "line 2 of the import: the text contains an escaped NUL character")
        #expect(try connection.value("SELECT count(*) FROM v") == 0)
    }

    @Test("A backslash before the escape of a NUL character is text")
    func escapedBackslash() throws {
        try connection.execute("CREATE TABLE v(a, b)")
        try connection.importJSONLines(.text(#"{"a": ["\\u0000"], "b": "\\u0000"}"#), into: "v")
        let row = try #require(try connection.row("SELECT a, b FROM v"))
        #expect(row.values == [.text(#"["\\u0000"]"#), .text(#"\u0000"#)])
    }

    @Test("NULL and empty text of a single column are the same after a dump and an import")
    func singleColumn() throws {
        try connection.execute(
            script: "CREATE TABLE v(n TEXT); INSERT INTO v VALUES (NULL), (''), ('x'), (NULL)")
        var text = ""
        try connection.dumpTables(["v"], format: .csv(), to: &text)
        try connection.execute("DELETE FROM v")
        #expect(try connection.importCSV(.text(text), into: "v") == 4)
        let quoted: SQL = "SELECT quote(n) FROM v ORDER BY rowid"
        #expect(try connection.rows(quoted, as: String.self) == ["NULL", "NULL", "''", "'x'"])
    }

    @Test("An empty line of a file with one column is NULL, also without a header")
    func emptyLines() throws {
        try connection.execute("CREATE TABLE v(n INTEGER)")
        try connection.importCSV(.text("\n\nn\n1\r\n\r\n2"), into: "v")
        try connection.importCSV(
            .text("\n3\n\n"), into: "v", form: CSVForm(header: .names(["n"])))
        let quoted: SQL = "SELECT quote(n) FROM v ORDER BY rowid"
        #expect(
            try connection.rows(quoted, as: String.self)
                == ["1", "NULL", "2", "NULL", "3", "NULL"])
    }

    @Test("Text in a column of type BLOB is decoded only if it is a BLOB as it is dumped")
    func blobs() throws {
        try connection.execute("CREATE TABLE v(bytes BLOB)")
        func quoted(_ text: String, _ options: ImportOptions = ImportOptions()) throws -> [String] {
            try connection.execute("DELETE FROM v")
            try connection.importCSV(.text(text), into: "v", options: options)
            return try connection.rows("SELECT quote(bytes) FROM v", as: String.self)
        }
        #expect(
            try quoted("bytes\n00fF\n00f\n0g\n\"\"\nInfinity")
                == ["X'00FF'", "'00f'", "'0g'", "X''", "'Infinity'"])
        #expect(
            try quoted("bytes\n00\n\"\"", ImportOptions { $0.decodesBLOBs = false }) == [
                "'00'", "''",
            ])
        try connection.execute("DELETE FROM v")
        try connection.importJSONLines(
            .text(#"{"bytes": "AP8="}\#n{"bytes": "AP8"}\#n{"bytes": [1]}\#n{"bytes": ""}"#),
            into: "v")
        #expect(
            try connection.rows("SELECT quote(bytes) FROM v", as: String.self)
                == ["X'00FF'", "'AP8'", "'[1]'", "X''"])
    }
}
