import DataLiteCore
import Testing

@Suite("The recommended configuration")
struct RecommendedConfigurationTests {
    @Test("Every recommended setting is applied, and the default keeps SQLite's")
    func settings() throws {
        let safe = try Connection(location: .inMemory, configuration: .recommended)
        let plain = try Connection(location: .inMemory)
        for (connection, isOn) in [(safe, true), (plain, false)] {
            #expect(try connection.isOn(.defensive) == isOn)
            #expect(try connection.isOn(.trustedSchema) != isOn)
            #expect(try connection.value("PRAGMA recursive_triggers") == isOn)
            #expect(try connection.isOn(.foreignKeys))
            #expect(try !connection.isOn(.doubleQuotedStringsInDML))
            #expect(try connection.value("PRAGMA busy_timeout", as: Int.self) != nil)
        }
    }

    @Test("A recommended connection optimizes when it is closed", arguments: [true, false])
    func optimize(isOn: Bool) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/t.db"
            var configuration = Connection.Configuration.recommended
            configuration.optimizesAtClose = isOn
            let connection = try Connection(path: path, configuration: configuration)
            try connection.execute(
                script: """
                    CREATE TABLE t(x); CREATE INDEX i ON t(x);
                    WITH RECURSIVE n(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM n LIMIT 300)
                    INSERT INTO t SELECT v % 7 FROM n;
                    ANALYZE; DELETE FROM sqlite_stat1; ANALYZE sqlite_master;
                    """)
            _ = try connection.rows("SELECT * FROM t WHERE x = 3")
            try connection.close()
            let other = try Connection(path: path)
            #expect(try other.value("SELECT count(*) > 0 FROM sqlite_stat1") == isOn)
        }
    }

    @Test("Closing with an open transaction rolls it back and does not fail")
    func transaction() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/t.db"
            let connection = try Connection(path: path, configuration: .recommended)
            try connection.execute("CREATE TABLE t(x)")
            try connection.execute("BEGIN")
            try connection.execute("INSERT INTO t VALUES (1)")
            try connection.close()
            #expect(try Connection(path: path).value("SELECT count(*) FROM t") == 0)
            let reader = try Connection(
                path: path, options: [.readonly, .nomutex], configuration: .recommended)
            #expect(try reader.value("SELECT count(*) FROM t") == 0)
            try reader.close()
        }
    }
}
