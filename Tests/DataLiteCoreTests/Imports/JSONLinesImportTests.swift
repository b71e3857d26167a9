import DataLiteCore
import DataLiteTransfer
import Testing

@Suite("An import of JSON lines")
struct JSONLinesImportTests {
    private let connection: Connection

    init() throws {
        connection = try .inMemory()
        try connection.execute("CREATE TABLE t(a INTEGER, b TEXT DEFAULT 'none', c)")
    }

    @discardableResult
    private func add(_ text: String, _ options: ImportOptions = ImportOptions()) throws -> Int {
        try connection.importJSONLines(.text(text), into: "t", options: options)
    }

    private func quoted() throws -> [[String]] {
        try connection.rows("SELECT quote(a), quote(b), quote(c) FROM t ORDER BY rowid")
            .map { row in row.values.map { String($0) ?? "" } }
    }

    @Test(
        "An object is a row",
        arguments: [
            (#"{"a": 1, "b": "x", "c": 2.5}"#, ["1", "'x'", "2.5"]),
            (#"{"C": true, "a": null}"#, ["NULL", "'none'", "1"]),
            (
                #"{"b": "é\n\"\\u0000", "c": [1, {"x": "y"}]}"#,
                ["NULL", "'é\n\"\\u0000'", #"'[1,{"x":"y"}]'"#]
            ),
            (#"{"a": "7", "c": "7", "b": 7}"#, ["7", "'7'", "'7'"]),
            (
                #"{"a": 9223372036854775807, "b": null, "c": false}"#,
                ["9223372036854775807", "NULL", "0"]
            ),
            ("{}", ["NULL", "'none'", "NULL"]),
        ])
    func object(json: String, expected: [String]) throws {
        for end in ["", "\n", "\r\n", "\n \n\t\r\n"] {
            try connection.execute("DELETE FROM t")
            #expect(try add(json + end) == 1)
            #expect(try quoted() == [expected])
        }
    }

    @Test(
        "A number in a column with TEXT affinity keeps its digits",
        arguments: [
            ("18446744073709551615", "'18446744073709551615'", "18446744073709551616.0"),
            ("12345678901234567.89", "'12345678901234567.89'", "12345678901234568.0"),
            ("-0.10", "'-0.10'", "-0.1"), ("1e2", "'1e2'", "100.0"), ("7", "'7'", "7"),
            ("true", "'1'", "1"), ("null", "NULL", "NULL"), ("\"\\\"01\"", "'\"01'", "'\"01'"),
            ("[1.50]", "'[1.50]'", "'[1.50]'"),
        ])
    func numbers(json: String, text: String, other: String) throws {
        let spaced = "{ \"c\" :\t\(json) , \"x:,\\\"\": {\"b\": [9, 9.50]}, \"b\":\(json)}"
        try add(spaced, ImportOptions { $0.ignoresUnknownColumns = true })
        let value = try connection.row("SELECT quote(b), quote(c) FROM t")
        #expect(value?.values[0] == .text(text))
        let number: Bool? = try connection.value("SELECT c IS \(raw: other) FROM t")
        #expect(number == true)
    }

    @Test("Objects may have different keys")
    func keys() throws {
        let text = """
            \u{feff}{"a": 1}

            {"b": "x", "a": 2}
            {"c": 3}
            """
        #expect(try add(text) == 3)
        #expect(
            try quoted() == [
                ["1", "'none'", "NULL"], ["2", "'x'", "NULL"], ["NULL", "'none'", "3"],
            ])
    }

    @Test(
        "A mistake is reported with its line, and nothing is inserted",
        arguments: [
            ("{\"a\": 1}\n\n[1]", "line 3 of the import: expected a JSON object, found array"),
            ("{\"a\": 1}\n{\"a\": }", "line 2 of the import: malformed JSON"),
            ("{\"a\": 1} x", "line 1 of the import: malformed JSON"),
            (
                "{\"a\": 1}\n{\"d\": 1}",
                "line 2 of the import, column \"d\": the table \"t\" has no such column"
            ),
            ("{\"a\": 1, \"A\": 2}", "line 1 of the import, column \"a\": the key is repeated"),
            ("{\"b\": \"x\0y\"}", "line 1 of the import: the text contains a NUL character"),
            (String(repeating: "[", count: 100_000), "line 1 of the import: malformed JSON"),
        ])
    func mistakes(text: String, message: String) throws {
        let error = try failure { try add(text) }
        #expect(error.message == message)
        #expect(try quoted().isEmpty)
    }

    @Test("Conflicts, unknown keys and batches follow the options")
    func options() throws {
        try connection.execute("CREATE UNIQUE INDEX i ON t(a)")
        let text = "{\"id\": 1, \"x\": 0}\n{\"id\": 1}\n{\"id\": 2}"
        let options = ImportOptions {
            $0.onConflict = .ignore
            $0.columnNames = ["id": "a"]
            $0.ignoresUnknownColumns = true
            $0.batchSize = 1
        }
        #expect(try add(text, options) == 2)
        let error = try failure { try add("{\"a\": 3}\n{\"a\": 1}") }
        #expect(error.resultCode == .constraintUnique)
        #expect(error.message == "line 2 of the import: UNIQUE constraint failed: t.a")
        #expect(try connection.value("SELECT count(*) FROM t") == 2)
    }

    @Test("Keys that Swift regards as equal are those of different columns")
    func equivalentKeys() throws {
        try connection.execute(sql: "CREATE TABLE names(\u{e9} TEXT, e\u{301})")
        let text = "{\"\u{e9}\": 1.0, \"e\u{301}\": \"x\"}"
        try connection.importJSONLines(.text(text), into: "names")
        #expect(try connection.row("SELECT * FROM names")?.values == ["1.0", "x"])
    }

    @Test("A dump in JSON lines is imported")
    func dump() throws {
        try connection.execute(
            "INSERT INTO t VALUES (1, 'a\"b', 2.5), (2, NULL, 'é'), (-9223372036854775808, '', NULL)"
        )
        var text = ""
        try connection.dumpTables(["t"], format: .jsonLines(), to: &text)
        let before = try quoted().sorted { $0[0] < $1[0] }
        try connection.execute("DELETE FROM t")
        try add(text)
        #expect(try quoted().sorted { $0[0] < $1[0] } == before)
    }
}
