import DataLiteC
import DataLiteCore
import Foundation
import Testing

@Suite("SQL with interpolations")
struct SQLTests {
    static let name = "O'Brien"
    static let missing: Int? = nil
    static var anything: [any SQLiteBindable] { [1, "x", Data([7])] }

    static var forms: [(SQL, String, [SQLiteValue])] {
        let condition: SQL = "b = \(2) OR c = \("three")"
        let existential: any SQLiteBindable = Celsius(degrees: 21.5)
        let nothing: (any SQLiteBindable)? = nil
        return [
            ("SELECT 1", "SELECT 1", []),
            ("a = \(name)", "a = ?", ["O'Brien"]),
            ("a = \(1) AND b = \(2.5)", "a = ? AND b = ?", [1, 2.5]),
            ("a IS \(missing)", "a IS ?", [nil]),
            ("a IS \(Int?.some(3))", "a IS ?", [3]),
            ("a IS \(nothing)", "a IS ?", [nil]),
            ("a = \(existential)", "a = ?", [21.5]),
            ("a = \(Mood.calm)", "a = ?", ["calm"]),
            ("a = \(SQLiteValue.null)", "a = ?", [nil]),
            ("a = \(UInt64.max)", "a = ?", [.blob(Data(repeating: 0xFF, count: 8))]),
            ("a = \("x"[...])", "a = ?", ["x"]),
            ("\(identifier: "a\"b")", "\"a\"\"b\"", []),
            ("IN \(list: [1, 2, 3])", "IN (?, ?, ?)", [1, 2, 3]),
            ("IN \(list: 1...2)", "IN (?, ?)", [1, 2]),
            ("IN \(list: [missing, 1])", "IN (?, ?)", [nil, 1]),
            ("IN \(list: ["a", "b"].lazy.map { $0 + "!" })", "IN (?, ?)", ["a!", "b!"]),
            ("IN \(list: anything)", "IN (?, ?, ?)", [1, "x", .blob(Data([7]))]),
            ("IN \(list: [1, "x", nil])", "IN (?, ?, ?)", [1, "x", nil]),
            ("IN \(list: [String]())", "IN ()", []),
            ("IN \(list: [any SQLiteBindable]())", "IN ()", []),
            ("a IN (\(list: [1, 2]))", "a IN (?, ?)", [1, 2]),
            ("lower(a) not in\n( \(list: [1, 2]))", "lower(a) not in\n( ?, ?)", [1, 2]),
            ("a IN (\(list: [Int]()))", "a IN ()", []),
            ("VALUES (\(list: [1, 2]))", "VALUES (?, ?)", [1, 2]),
            ("(a, b) IN (\(list: [1, 2]))", "(a, b) IN ((?, ?))", [1, 2]),
            ("(\(list: [1, 2])) = (a, b)", "((?, ?)) = (a, b)", [1, 2]),
            ("margin(\(list: [1, 2]))", "margin((?, ?))", [1, 2]),
            (
                "a = \(1) AND (\(condition)) AND d = \(4)",
                "a = ? AND (b = ? OR c = ?) AND d = ?", [1, 2, "three", 4]
            ),
            ("ORDER BY a \(raw: "DESC")", "ORDER BY a DESC", []),
            ("\(SQL(raw: "a = ?", parameters: [1])) AND b = \(2)", "a = ? AND b = ?", [1, 2]),
            ("", "", []),
        ]
    }

    @Test("SQL keeps its parameters in the order in which they appear", arguments: forms)
    func form(sql: SQL, text: String, parameters: [SQLiteValue]) {
        #expect(sql.text == text)
        #expect(sql.parameters == parameters)
        #expect(sql.isEmpty == text.isEmpty)
    }

    @Test(
        "An interpolated value never becomes SQL",
        arguments: [
            "'; DROP TABLE people; --", "' OR '1'='1", "\"; DROP TABLE people; --", "?", "?1",
            ":name", "\0'; DROP TABLE people", "/*", "--", "\\'; DELETE FROM people; --", "ʼ", "",
        ])
    func injection(attempt: String) throws {
        let connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE people(name TEXT)")
        try connection.execute("INSERT INTO people VALUES (\("Ada")), (\(attempt))")
        let found: String? = try connection.value("SELECT name FROM people WHERE name = \(attempt)")
        #expect(found == attempt)
        let listed: Int? = try connection.value(
            "SELECT count(*) FROM people WHERE name IN \(list: [attempt])")
        #expect(listed == 1)
        #expect(try connection.value("SELECT count(*) FROM people") == 2)
    }

    @Test(
        "An interpolated identifier is quoted",
        arguments: [
            "plain", "a b", "a\"b", "\"", "select", "a;b--c", "'", "[x]", "`y`", "grüße", "?1", "",
            "x\"; DROP TABLE people; --",
        ])
    func identifier(name: String) throws {
        let connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE people(name TEXT)")
        try connection.execute("CREATE TABLE \(identifier: "t" + name)(\(identifier: name) TEXT)")
        try connection.execute(
            "INSERT INTO \(identifier: "t" + name)(\(identifier: name)) VALUES (\(name))")
        let row = try connection.row("SELECT \(identifier: name) FROM \(identifier: "t" + name)")
        #expect(row?[name] == .text(name))
        #expect(try connection.value("SELECT count(*) FROM people") == 0)
    }

    @Test("An identifier that contains a NUL is rejected")
    func identifierWithNUL() throws {
        let connection = try Connection.inMemory()
        #expect(throws: SQLiteError.self) {
            try connection.execute("CREATE TABLE \(identifier: "a\0b")(x)")
        }
        #expect(try connection.value("SELECT count(*) FROM sqlite_schema") == 0)
    }

    @Test("IN with an empty list matches nothing, and its negation matches everything")
    func emptyList() throws {
        let connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE numbers AS SELECT 1 AS n UNION SELECT 2")
        let none: Int? = try connection.value(
            "SELECT count(*) FROM numbers WHERE n IN \(list: [Int]())")
        let all: Int? = try connection.value(
            "SELECT count(*) FROM numbers WHERE n NOT IN \(list: [Int]())")
        #expect(none == 0)
        #expect(all == 2)
    }

    @Test("SQL binds the values of lists and nested SQL in order")
    func nesting() throws {
        let connection = try Connection.inMemory()
        let inner: SQL = "\(2) || \("b")"
        let sql: SQL = "SELECT \(1) AS a, \(inner) AS b, \(3) IN \(list: [3, 4]) AS c, \("z") AS d"
        #expect(try connection.row(sql) == ["a": 1, "b": "2b", "c": true, "d": "z"])
    }

    @Test("A list longer than SQLite accepts is an error", arguments: [33_000, 300_000])
    func longList(count: Int) throws {
        let connection = try Connection.inMemory()
        let limit = try connection.withUnsafeHandle { pointer in
            // Some builds take 250,000; SQLite's own default is 32,766.
            sqlite3_limit(pointer, SQLITE_LIMIT_VARIABLE_NUMBER, 32_766)
            return sqlite3_limit(pointer, SQLITE_LIMIT_VARIABLE_NUMBER, -1)
        }
        #expect(limit == 32_766)
        let error = #expect(throws: SQLiteError.self) {
            try connection.rows("SELECT 1 WHERE 1 IN \(list: 1...count)")
        }
        #expect(error?.message.contains("too many SQL variables") == true)
        let longest = Array(1...32_766)
        #expect(try connection.value("SELECT count(*) WHERE 32766 IN \(list: longest)") == 1)
    }
}

@Suite("SQL")
struct SQLCompositionTests {
    @Test("Appended SQL has its parameters after the existing parameters")
    func sum() {
        var sql: SQL = "a = \(1)" + " AND " + "b = \(2)"
        #expect(sql == SQL(raw: "a = ? AND b = ?", parameters: [1, 2]))
        sql += " AND c = \(3)"
        sql += " AND d = \(4)"
        #expect(sql.text == "a = ? AND b = ? AND c = ? AND d = ?")
        #expect(sql.parameters == [1, 2, 3, 4])
    }

    static var conditions: [SQL] { ["a = \(1)", "b = \(2)", "c = \(3)"] }

    @Test(
        "Pieces of SQL are joined by a separator",
        arguments: [
            ([], " AND ", "", []),
            (Array(conditions.prefix(1)), " AND ", "a = ?", [1]),
            (conditions, " AND ", "a = ? AND b = ? AND c = ?", [1, 2, 3]),
            (conditions, "", "a = ?b = ?c = ?", [1, 2, 3]),
            (
                Array(conditions.prefix(2)), " OR \(9) OR ", "a = ? OR ? OR b = ?",
                [1, 9, 2]
            ),
        ] as [([SQL], SQL, String, [SQLiteValue])])
    func joined(pieces: [SQL], separator: SQL, text: String, parameters: [SQLiteValue]) {
        let sql = pieces.joined(separator: separator)
        #expect(sql == SQL(raw: text, parameters: parameters))
    }

    @Test("Pieces of SQL are joined without a separator by default")
    func joinedPlainly() {
        #expect(Self.conditions.lazy.joined().text == "a = ?b = ?c = ?")
    }

    @Test("SQL is equal to SQL with the same text and the same parameters")
    func equality() {
        let pieces: [SQL] = ["a", "b", "\(1)", "\(2)", "\("1")", "?"]
        #expect(Set(pieces + pieces).count == pieces.count)
        #expect("\(1)" as SQL == SQL(raw: "?", parameters: [1]))
        #expect(SQL() == "")
        #expect(SQL().isEmpty)
    }

    @Test("The description of SQL is its text and parameters, with long values truncated")
    func description() {
        let sql: SQL = "a = \("O'Brien") AND b IS \(Int?.none)"
        #expect(sql.description == "a = ? AND b IS ? ['O''Brien', NULL]")
        #expect(("SELECT 1" as SQL).description == "SELECT 1")
        #expect(("\(Data(count: 100_000))" as SQL).description.count < 300)
    }

    @Test("SQL can be sent to another task")
    func sending() async {
        let sql: SQL = "a = \(1)"
        #expect(await Task.detached { sql.parameters }.value == [1])
    }
}
