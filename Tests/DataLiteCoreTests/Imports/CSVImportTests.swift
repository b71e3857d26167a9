import DataLiteCore
import DataLiteTransfer
import Foundation
import Testing

@Suite("An import of CSV")
struct CSVImportTests {
    private let connection: Connection

    init() throws {
        connection = try .inMemory()
        try connection.execute("CREATE TABLE t(a INTEGER, b TEXT, c)")
    }

    @discardableResult
    private func add(
        _ text: String, form: CSVForm = CSVForm(), options: ImportOptions = ImportOptions()
    ) throws -> Int {
        try connection.importCSV(.text(text), into: "t", form: form, options: options)
    }

    private func quoted() throws -> [[String]] {
        try connection.rows("SELECT quote(a), quote(b), quote(c) FROM t ORDER BY rowid")
            .map { row in row.values.map { String($0) ?? "" } }
    }

    @Test(
        "A record is read as RFC 4180 describes",
        arguments: [
            ("1,x,y", ["1", "'x'", "'y'"]),
            ("1,\"x\",\"\"\"y\"\"\"", ["1", "'x'", "'\"y\"'"]),
            ("1,\"a,b\",\"c\r\nd\"", ["1", "'a,b'", "'c\r\nd'"]),
            (",\"\",", ["NULL", "''", "NULL"]),
            (" 7 , x ,\ty", ["7", "' x '", "'\ty'"]),
            ("42,42,42", ["42", "'42'", "'42'"]),
            ("4.5,1e3,0x10", ["4.5", "'1e3'", "'0x10'"]),
            ("abc,日本 👋🏽,Infinity", ["'abc'", "'日本 👋🏽'", "'Infinity'"]),
            ("\"1\",'x',NULL", ["1", "'''x'''", "'NULL'"]),
            ("-2.5e3,\\,\u{1b}", ["-2500", "'\\'", "'\u{1b}'"]),
        ])
    func record(record: String, expected: [String]) throws {
        for end in ["", "\n", "\r\n", "\r", "\n\n\r\n"] {
            try connection.execute("DELETE FROM t")
            #expect(try add("a,b,c\r\n" + record + end) == 1)
            #expect(try quoted() == [expected])
        }
    }

    @Test("A name in the first line is a column, in any order and letter case")
    func header() throws {
        #expect(try add("\u{feff}C,\"a\"\nx,1\n\ny,2\n") == 2)
        #expect(try quoted() == [["1", "NULL", "'x'"], ["2", "NULL", "'y'"]])
    }

    @Test("The columns may be named by the program, or be those of the table")
    func otherHeaders() throws {
        try add("1,2", form: CSVForm(header: .names(["c", "a"])))
        try add("1;2;3", form: CSVForm(header: .none, separator: .semicolon))
        try add("a\tb\n7\tx,y", form: CSVForm(separator: .tab))
        let options = ImportOptions { $0.columnNames = ["Number": "a"] }
        try add("Number,b\n5,z", options: options)
        #expect(
            try quoted() == [
                ["2", "NULL", "'1'"], ["1", "'2'", "'3'"], ["7", "'x,y'", "NULL"],
                ["5", "'z'", "NULL"],
            ])
    }

    @Test("The rowid may be a column, unless unknown columns are ignored")
    func rowIDs() throws {
        try add("rowid,a\n7,x")
        try add("_ROWID_,a\n9,y")
        let ignoring = ImportOptions { $0.ignoresUnknownColumns = true }
        try add("oid,a\n20,z", options: ignoring)
        try connection.execute("CREATE VIRTUAL TABLE texts USING fts5(a)")
        try connection.importCSV(.text("rowid,a\n7,x"), into: "texts")
        try connection.importJSONLines(.text(#"{"rowid": 9, "a": "y"}"#), into: "texts")
        for table in ["t", "texts"] {
            let ids = try connection.rows(
                "SELECT rowid FROM \(identifier: table)", as: Int.self)
            #expect(ids == (table == "t" ? [7, 9, 10] : [7, 9]))
        }
        try connection.execute("CREATE TABLE plain(a PRIMARY KEY) WITHOUT ROWID")
        #expect(throws: SQLiteError.self) {
            try connection.importCSV(.text("rowid,a\n7,x"), into: "plain")
        }
    }

    @Test(
        "A mistake is reported with its line, and nothing is inserted",
        arguments: [
            (
                "a,b\n1,x\n2",
                "line 3 of the import has 1 field instead of 2: no value for column \"b\""
            ),
            ("a,b\n1,x,y", "line 2 of the import has 3 fields instead of 2: no column for field 3"),
            ("a,d\n1,2", "line 1 of the import, column \"d\": the table \"t\" has no such column"),
            ("a,A\n1,2", "line 1 of the import, column \"a\": the column is repeated"),
            (
                "a,b\n1,x\"y",
                "line 2 of the CSV, field 2: a quote inside a field that does not begin with a quote"
            ),
            (
                "a,b\n1,\"x\"y",
                "line 2 of the CSV, field 2: text after the closing quote of a field"
            ),
            ("a,b\n1,\"\n\n", "line 2 of the CSV, field 2: a quote that is never closed"),
            (
                "a,b\n1,\"\n\n\"\n3",
                "line 5 of the import has 1 field instead of 2: no value for column \"b\""
            ),
            ("a\r1\r\"", "line 3 of the CSV, field 1: a quote that is never closed"),
        ])
    func mistakes(text: String, message: String) throws {
        let error = try failure { try add(text) }
        #expect(error.message == message)
        #expect(try quoted().isEmpty)
        #expect(connection.isAutocommit)
    }

    @Test("Invalid UTF-8 and UTF-16 are reported")
    func encodings() throws {
        let invalid: [UInt8] = Array("a,b\n1,x\n2,".utf8) + [0x61, 0xff]
        var pieces = [invalid]
        let error = try failure {
            try connection.importCSV(.pieces { pieces.popLast() }, into: "t")
        }
        #expect(error.message == "line 3 of the import, column \"b\": the text is not valid UTF-8")
        var other: [[UInt8]] = [[0xff, 0xfe, 0x61, 0]]
        let utf16 = try failure { try connection.importCSV(.pieces { other.popLast() }, into: "t") }
        #expect(utf16.message == "the imported text is UTF-16: convert it to UTF-8")
    }

    @Test("A row that SQLite refuses is reported with its line and its code")
    func constraints() throws {
        try connection.execute("CREATE UNIQUE INDEX i ON t(a)")
        let error = try failure { try add("a,b\n1,\"x\ny\"\n1,z") }
        #expect(error.resultCode == .constraintUnique)
        #expect(error.message == "line 4 of the import: UNIQUE constraint failed: t.a")
        #expect(try quoted().isEmpty)
    }

    @Test(
        "A conflict is resolved as requested",
        arguments: [
            (ConflictResolution.ignore, 2, "x"), (.replace, 3, "z"),
        ])
    func conflicts(policy: ConflictResolution, count: Int, text: String) throws {
        try connection.execute("CREATE UNIQUE INDEX i ON t(a)")
        let inserted = try add(
            "a,b\n1,x\n2,y\n1,z", options: ImportOptions { $0.onConflict = policy })
        #expect(inserted == count)
        #expect(try connection.value("SELECT b FROM t WHERE a = 1") == text)
    }

    @Test("Missing fields, extra fields and unknown columns may be accepted")
    func lenient() throws {
        let options = ImportOptions {
            $0.missingFieldsAreNull = true
            $0.ignoresExtraFields = true
            $0.ignoresUnknownColumns = true
        }
        #expect(try add("a,other,b\n1\n2,3,4,5", options: options) == 2)
        #expect(try quoted() == [["1", "NULL", "NULL"], ["2", "'4'", "NULL"]])
        try connection.execute("CREATE TABLE g(a DEFAULT 'd', b AS (a))")
        try connection.importCSV(.text("b\n1\n2"), into: "g", options: options)
        #expect(try connection.value("SELECT group_concat(a) FROM g") == "d,d")
    }

    @Test("Batches that are complete stay if a later row fails")
    func batches() throws {
        let text = "a,b\n" + (1...7).map { "\($0),x\n" }.joined() + "8\n"
        let error = try failure { try add(text, options: ImportOptions { $0.batchSize = 3 }) }
        #expect(error.message.hasSuffix("no value for column \"b\" (6 rows imported before)"))
        #expect(try quoted().count == 6)
        #expect(try add("a\n1\n2", options: ImportOptions { $0.batchSize = 2 }) == 2)
        #expect(try add("a\n1\n2", options: ImportOptions { $0.batchSize = -1 }) == 2)
    }

    @Test("Batches in a transaction are not reported as imported")
    func batchesInTransaction() throws {
        let options = ImportOptions { $0.batchSize = 1 }
        let error = try failure {
            try connection.transaction { try add("a,b\n1,x\n2", options: options) }
        }
        #expect(error.message.hasSuffix("no value for column \"b\""))
        #expect(try quoted().isEmpty)
    }

    @Test("Rows of a view count if its trigger changes rows, even with the rows that it skips")
    func view() throws {
        try connection.execute(
            script: """
                CREATE VIEW v AS SELECT a, b FROM t;
                CREATE TRIGGER i INSTEAD OF INSERT ON v BEGIN
                    SELECT RAISE(IGNORE) WHERE new.b = 'skipped';
                    INSERT INTO t(a, b) VALUES (new.a, new.b), (new.a, 'copy');
                END
                """)
        #expect(try connection.importCSV(.text("a,b\n1,x\n2,skipped\n3,y"), into: "v") == 2)
        #expect(try connection.importJSONLines(.text(#"{"a": 4, "b": "z"}"#), into: "v") == 1)
        #expect(try quoted().count == 6)
    }

    @Test("A row of a table that is skipped does not count, even if a trigger has run before it")
    func skippedInTable() throws {
        try connection.execute(
            script: """
                CREATE TABLE l(x); CREATE UNIQUE INDEX u ON t(a);
                CREATE TRIGGER i BEFORE INSERT ON t BEGIN INSERT INTO l VALUES (new.a); END
                """)
        #expect(try add("a\n1\n1\n2", options: ImportOptions { $0.onConflict = .ignore }) == 2)
    }

    @Test("An import in a transaction is undone alone")
    func transaction() throws {
        try connection.transaction {
            try add("a\n1")
            _ = try failure { try add("a,b\n2,x\n3") }
            try add("a\n4")
        }
        #expect(try connection.rows("SELECT a FROM t", as: Int.self) == [1, 4])
    }

    @Test("A file is read in pieces, wherever they end")
    func pieces() throws {
        let text = "\u{feff}a,b,c\r\n1,\"x\"\"\r\ny\",日本\r\n\r\n2,,\"\"\r\n"
        for size in 1...9 {
            try connection.execute("DELETE FROM t")
            var rest = Array(text.utf8)[...]
            let source = ImportSource.pieces {
                defer { rest = rest.dropFirst(size) }
                return Array(rest.prefix(size))
            }
            #expect(try connection.importCSV(source, into: "t") == 2)
            #expect(
                try quoted() == [["1", "'x\"\r\ny'", "'日本'"], ["2", "NULL", "''"]], "size \(size)")
        }
        try withTemporaryDirectory { directory in
            let path = directory + "/t.csv"
            let lines = (0..<20_000).map { "\($0),row \($0)\n" }.joined()
            try Data("a,b\n\(lines)".utf8).write(to: URL(fileURLWithPath: path))
            try connection.execute("DELETE FROM t")
            #expect(try connection.importCSV(.file(path), into: "t") == 20_000)
            #expect(
                try connection.value("SELECT sum(a) FROM t WHERE b = 'row ' || a") == 199_990_000)
        }
    }

    @Test("Sources and tables that do not exist are reported")
    func missing() throws {
        let file = try failure { try connection.importCSV(.file("/nowhere.csv"), into: "t") }
        #expect(file.resultCode == .cantOpen)
        let table = try failure { try connection.importCSV(.text("a\n1"), into: "x\"y") }
        #expect(table.message == "no such table: x\"y")
        #expect(throws: Refused()) {
            try connection.importCSV(.pieces { throw Refused() }, into: "t")
        }
        #expect(try add("") == 0)
        #expect(try add("a,b\n") == 0)
    }

    @Test("Each of many columns has its value, and names with other bytes are other columns")
    func manyColumns() throws {
        // Swift regards the first two as equal.
        let names = ["\u{e9}", "e\u{301}"] + (2..<1900).map { "c\($0)" }
        try connection.execute(sql: "CREATE TABLE wide(\(names.joined(separator: ", ")))")
        let header = names.reversed().joined(separator: ",")
        let values = names.indices.reversed().map(String.init).joined(separator: ",")
        try connection.importCSV(.text(header + "\n" + values), into: "wide")
        let row = try #require(try connection.row("SELECT * FROM wide"))
        #expect(row.values == names.indices.map { .text(String($0)) })
    }

    @Test("A dump in CSV is imported with the same text", arguments: [CSVSeparator.comma, .tab])
    func dump(separator: CSVSeparator) throws {
        try connection.execute(
            """
            INSERT INTO t VALUES (1, 'a,"b"', ''), (2, NULL, 'x' || char(13, 10) || 'y'), (3, ' ', char(9))
            """)
        var text = ""
        try connection.dumpTables(["t"], format: .csv(separator: separator), to: &text)
        let before = try quoted()
        try connection.execute("DELETE FROM t")
        try add(text, form: CSVForm(separator: separator))
        #expect(try quoted() == before)
    }
}
