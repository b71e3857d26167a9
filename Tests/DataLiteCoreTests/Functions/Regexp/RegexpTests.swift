import DataLiteCore
import Testing

@Suite("REGEXP")
struct RegexpTests {
    let connection: Connection

    init() throws {
        connection = try .inMemory()
        try connection.add(function: Function.Regexp.self)
    }

    private func matches(_ value: (any SQLiteBindable)?, _ pattern: (any SQLiteBindable)?) throws
        -> Bool?
    {
        try connection.value("SELECT ? REGEXP ?", [value, pattern])
    }

    private func regexpFailure(_ value: any SQLiteBindable, _ pattern: any SQLiteBindable) throws
        -> Function.Regexp.Error
    {
        let error = try failure { _ = try matches(value, pattern) }
        #expect(error.resultCode == .error)
        return try #require(error.underlyingError as? Function.Regexp.Error)
    }

    @Test(
        "REGEXP returns whether the entire string matches",
        arguments: [
            ("abc", "abc", true), ("abc", "ab", false), ("abc", "b", false), ("abc", ".*b.*", true),
            ("abc", "a|abc", true), ("", "", true), ("", "a", false), ("", "a*", true),
            ("abc", "", false), ("ABC", "abc", false), ("ABC", "(?i)abc", true),
            ("a\nb", "a.b", false), ("a\nb", "(?s)a.b", true), ("a\0b", "a.b", true),
            ("2024-02-29", #"\d{4}-\d\d-\d\d"#, true), ("aa", #"(.)\1"#, true),
            ("O'Brien", "O'.*", true), ("100%", "100%", true), ("a_b", "a_b", true),
        ])
    func whole(_ value: String, _ pattern: String, _ expected: Bool) throws {
        #expect(try matches(value, pattern) == expected)
        #expect(try connection.value("SELECT regexp(\(pattern), \(value))") == expected)
    }

    @Test(
        "REGEXP matches characters, not bytes or scalars",
        arguments: [
            ("é", ".", true), ("e\u{301}", ".", true), ("e\u{301}", "é", true), ("👨‍👩‍👧", ".", true),
            ("🇩🇪", ".", true), ("日本", "..", true), ("straße", "stra.e", true),
            ("ß", "(?i)SS", false),
            ("ÄÖ", "(?i)äö", true), ("٣", #"\d"#, true), ("Ж", #"\p{Cyrillic}"#, true),
        ])
    func unicode(_ value: String, _ pattern: String, _ expected: Bool) throws {
        #expect(try matches(value, pattern) == expected)
    }

    @Test("REGEXP returns NULL for NULL")
    func null() throws {
        #expect(try matches(nil, "a") == nil)
        #expect(try matches("a", nil) == nil)
        #expect(try matches(nil, nil) == nil)
        #expect(try matches(nil, "(") == nil)
        #expect(try matches(1, nil) == nil)
    }

    @Test("REGEXP rejects values that are not text")
    func notText() throws {
        let pairs: [(any SQLiteBindable, any SQLiteBindable)] = [
            (1, "1"), ("1", 1), (1.5, "1.5"), (SQLiteValue.blob(.init([65])), "A"),
            ("A", SQLiteValue.blob(.init([65]))), (1, "("),
        ]
        for (value, pattern) in pairs {
            let error = try regexpFailure(value, pattern)
            guard case .invalidArguments = error else {
                Issue.record("\(value) REGEXP \(pattern): \(error)")
                continue
            }
        }
    }

    @Test(
        "REGEXP rejects an invalid pattern and reports the reason",
        arguments: [
            "(", ")", "[", "*", "a{2,1}", "\\", "(?<n", #"\p{Nothing}"#, "(?z)", "[z-a]", "(?=a",
        ])
    func badPattern(_ pattern: String) throws {
        let error = try regexpFailure("a", pattern)
        guard case .regexError = error else {
            Issue.record("\(pattern): \(error)")
            return
        }
        #expect(try failure { _ = try matches("a", pattern) }.message.hasPrefix("REGEXP: "))
        #expect(try matches("a", "a") == true)
    }

    @Test("REGEXP treats a pattern neither as SQL nor as a GLOB")
    func injection() throws {
        try connection.execute(sql: "CREATE TABLE t(x); INSERT INTO t VALUES ('a'), ('b')")
        #expect(try connection.rows("SELECT x FROM t WHERE x REGEXP \("a' OR '1'='1")") == [])
        #expect(
            try connection.rows("SELECT x FROM t WHERE x REGEXP \("'; DROP TABLE t; --")") == [])
        #expect(try matches("abc", "a?c") == false)
        #expect(try connection.value("SELECT 'abc' GLOB 'a?c'") == true)
    }

    @Test("REGEXP accepts one pattern for many rows, or one per row")
    func patterns() throws {
        try connection.execute(
            sql: """
                CREATE TABLE t(x TEXT, pattern TEXT);
                WITH RECURSIVE n(i) AS (VALUES(0) UNION ALL SELECT i + 1 FROM n WHERE i < 199)
                INSERT INTO t SELECT 'w' || i, 'w' || (i % 50) FROM n;
                """)
        #expect(try connection.value(#"SELECT count(*) FROM t WHERE x REGEXP 'w\d'"#) == 10)
        for _ in 1...2 {
            #expect(try connection.value("SELECT count(*) FROM t WHERE x REGEXP pattern") == 50)
        }
        for number in 0..<40 {
            let pattern = "w\(number)"
            #expect(try connection.value("SELECT count(*) FROM t WHERE x REGEXP \(pattern)") == 1)
        }
    }

    @Test("REGEXP can be used in a constraint, an index and a partial index")
    func schema() throws {
        try connection.execute(
            sql: """
                CREATE TABLE t(x CHECK (x REGEXP '[a-z]+'));
                CREATE INDEX i ON t(x REGEXP 'a.*');
                CREATE INDEX j ON t(x) WHERE x REGEXP 'b.*';
                INSERT INTO t VALUES ('abc'), ('bcd');
                """)
        let error = try failure { try connection.execute("INSERT INTO t VALUES ('A')") }
        #expect(error.resultCode == .constraintCheck)
        #expect(try connection.rows("SELECT x FROM t WHERE x REGEXP 'a.*'") == [["x": "abc"]])
    }

    @Test(
        "REGEXP cannot be called by an untrusted schema",
        arguments: [
            "CREATE VIEW v AS SELECT x REGEXP '(a*)*b' AS y FROM t; SELECT y FROM v",
            "CREATE TABLE c(x CHECK (x REGEXP '(a*)*b')); INSERT INTO c VALUES ('a')",
            """
            CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT new.x REGEXP '(a*)*b'; END;
            INSERT INTO t VALUES ('a')
            """,
        ])
    func untrustedSchema(_ script: String) throws {
        try connection.execute(sql: "CREATE TABLE t(x); PRAGMA trusted_schema = off")
        let error = try failure { try connection.execute(sql: script) }
        #expect(error.message == "unsafe use of REGEXP()")
        #expect(try matches("abc", "a.*") == true)
    }

    @Test("The REGEXP function can be called without SQLite")
    func direct() throws {
        let match = try Function.Regexp.invoke(args: FixedArguments(values: ["a+", "aaa"]))
        #expect(match?.sqliteValue == true.sqliteValue)
        #expect(try Function.Regexp.invoke(args: FixedArguments(values: [])) == nil)
    }
}
