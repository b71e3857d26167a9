import DataLiteC
import DataLiteCore
import Testing

@Suite("Preparing a statement")
struct PreparingTests {
    let connection: Connection

    init() throws {
        connection = try Connection.inMemory()
    }

    @Test(
        "Preparing ignores whitespace, comments and semicolons around the statement",
        arguments: [
            "SELECT 1", "SELECT 1;", "  \n\tSELECT 1 ; ", "SELECT 1;;;", "SELECT 1; -- end",
            "SELECT 1; -- end\n", "SELECT 1; /* end */ ; /**/", "-- start\nSELECT 1",
            "/* start; */ SELECT 1 /* middle ; */ ; \u{0C}\r\n", "SELECT 1; /* unterminated",
            "SELECT 1 -- '; x", "SELECT /* ' */ 1; --", "SELECT 1; /*/ */", "SELECT 1;\t/***/",
            "SELECT 1 /* unterminated", "\u{FEFF}SELECT 1;\u{FEFF} \u{FEFF}-- end",
            "SELECT 1 \u{0B}", "SELECT 1; \u{0B}\n\u{0B};\n\u{0B}", "SELECT 1; /* a",
        ])
    func surroundings(sql: String) throws {
        let statement = try connection.prepare(sql: sql)
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) == 1)
        #expect(try connection.value(SQL(raw: sql)) == 1)
    }

    @Test(
        "Preparing rejects other text after the first statement",
        arguments: [
            ("SELECT 1; SELECT 2", 10), ("SELECT 1;x", 9), ("SELECT 1; /* a */ SELECT 2", 18),
            ("SELECT 1; -- a\nSELECT 2", 15), ("SELECT 1; - 2", 10), ("SELECT 1; / 2", 10),
            ("SELECT 1; -", 10), ("SELECT 1; /", 10), ("SELECT 'ü'; '", 13),
            ("SELECT 1; /*/ x */ y", 19), ("SELECT 1;\u{0B}", 9), ("SELECT 1;\n\u{0B};\u{0B}", 12),
            ("SELECT 1; /*", 10),
        ])
    func tail(sql: String, offset: Int) throws {
        let error = #expect(throws: SQLiteError.self) { try connection.prepare(sql: sql) }
        #expect(error?.resultCode == .misuse)
        #expect(
            error?.message
                == "unexpected text after the first statement: run a script with execute(script:)")
        #expect(error?.sql == sql)
        #expect(error?.offset == offset)
        #expect(throws: SQLiteError.self) { try connection.row(SQL(raw: sql)) }
    }

    @Test(
        "Preparing rejects SQL without a statement",
        arguments: [
            "", " ", "\n\t", ";", " ; ; ", "-- comment", "/* comment */", "/* open", "--",
            "\u{FEFF}",
        ])
    func empty(sql: String) throws {
        let error = #expect(throws: SQLiteError.self) { try connection.prepare(sql: sql) }
        #expect(error?.resultCode == .misuse)
        #expect(error?.message == "the text contains no SQL statement")
        #expect(error?.sql == sql)
    }

    @Test(
        "Preparing rejects a NUL character outside of comments",
        arguments: [
            "\0", "SELECT 1\0", "SELECT 1;\0", "SELECT 1\0; SELECT 2", "SELECT 'a\0b'",
            "\0SELECT 1",
        ])
    func nul(sql: String) throws {
        let error = #expect(throws: SQLiteError.self) { try connection.prepare(sql: sql) }
        #expect(error?.sql == sql)
    }

    @Test("Preparing reports the position of an error")
    func syntaxError() throws {
        let sql = "SELECT a FORM b"
        let error = #expect(throws: SQLiteError.self) { try connection.prepare(sql: sql) }
        #expect(error?.resultCode == .error)
        #expect(error?.message.contains(#"near "b""#) == true)
        #expect(error?.sql == sql)
        #expect(error?.offset == 14)
    }

    @Test("Preparing leaks no statement when it fails")
    func noLeak() throws {
        connection.clearStatementCache()
        #expect(throws: SQLiteError.self) { try connection.prepare(sql: "SELECT 1; SELECT 2") }
        #expect(throws: SQLiteError.self) { try connection.prepare(sql: "SELECT 1\0") }
        try connection.withUnsafeHandle { #expect(sqlite3_next_stmt($0, nil) == nil) }
        try connection.close()
    }

    @Test("The noVtab option rejects only virtual tables")
    func noVtab() throws {
        let sql = "SELECT * FROM pragma_table_info('sqlite_schema')"
        _ = try connection.prepare(sql: sql)
        _ = try connection.prepare(sql: "SELECT * FROM sqlite_schema", options: .noVtab)
        #expect(throws: SQLiteError.self) { try connection.prepare(sql: sql, options: .noVtab) }
    }

    @Test(
        "The persistent option creates the same statement",
        arguments: [.persistent, [.persistent, .noVtab]] as [Statement.Options])
    func persistent(options: Statement.Options) throws {
        let statement = try connection.prepare(sql: "SELECT ?", options: options)
        for number in 1...3 {
            try statement.bind(number, at: 1)
            #expect(try statement.step())
            #expect(statement.columnValue(at: 0) == number)
            try statement.reset()
        }
    }

    @Test("The options of a statement have the numbers of the C interface")
    func options() {
        #expect(Statement.Options.persistent.rawValue == 1)
        #expect(Statement.Options.noVtab.rawValue == 4)
    }
}
