import DataLiteCore
import Testing

@Suite("A limit of a connection")
struct LimitTests {
    @Test("Every limit is read, set and restored", arguments: Connection.Limit.allCases)
    func values(limit: Connection.Limit) throws {
        let connection = try Connection.inMemory()
        let before = try connection.limit(limit)
        #expect(before >= 0)
        #expect(try connection.setLimit(limit, .max) >= before)
        try connection.setLimit(limit, 1)
        let low = try connection.limit(limit)
        // SQLite keeps a lower bound for the length.
        #expect(limit == .length ? low == 30 || low == 1 : low == min(1, max(before, low)))
        #expect(throws: SQLiteError.self) { try connection.setLimit(limit, -1) }
        #expect(try connection.limit(limit) == low)
    }

    @Test("Limits of a closure are lower, nested and restored")
    func scoped() throws {
        let connection = try Connection.inMemory()
        let before = try connection.limit(.length)
        try connection.withLimits([.length: 1000, .expressionDepth: 10]) { () throws in
            #expect(try connection.limit(.length) == 1000)
            try connection.withLimits([.length: 5000]) { () throws in
                #expect(try connection.limit(.length) == 1000)
            }
            let error = try failure { try connection.rows("SELECT zeroblob(1001)") }
            #expect(error.resultCode == .tooBig)
        }
        #expect(throws: Refused()) { try connection.withLimits([.length: 50]) { throw Refused() } }
        #expect(try connection.limit(.length) == before)
        try connection.close()
        #expect(throws: SQLiteError.self) { try connection.limit(.length) }
        #expect(throws: SQLiteError.self) { try connection.withLimits([.length: 1]) {} }
    }
}

@Suite("A feature of a connection")
struct FeatureTests {
    @Test(
        "A feature is turned on and off",
        arguments: [
            Connection.Feature.foreignKeys, .triggers, .noCheckpointOnClose, .stablePlans,
            .triggerPlans,
            .databaseReset, .defensive, .writableSchema, .legacyAlterTable,
            .doubleQuotedStringsInDML,
            .doubleQuotedStringsInDDL, .views, .legacyFileFormat, .trustedSchema,
        ])
    func switches(feature: Connection.Feature) throws {
        let connection = try Connection.inMemory()
        for isOn in [true, false, true] {
            try connection.set(feature, isOn: isOn)
            #expect(try connection.isOn(feature) == isOn)
        }
    }

    @Test("The defensive feature prevents writes to the schema, and views can be turned off")
    func effects() throws {
        let connection = try Connection.inMemory()
        try connection.execute("CREATE VIEW v AS SELECT 1")
        try connection.set(.writableSchema, isOn: true)
        try connection.execute("UPDATE sqlite_master SET name = 'w'")
        try connection.set(.defensive, isOn: true)
        let error = try failure { try connection.execute("UPDATE sqlite_master SET name = 'x'") }
        #expect(error.message.contains("may not be modified"))
        let other = try Connection.inMemory()
        try other.execute("CREATE VIEW v AS SELECT 1")
        try other.set(.views, isOn: false)
        #expect(throws: SQLiteError.self) { try other.rows("SELECT * FROM v") }
    }

    @Test("A feature that the library does not have is an error that names it")
    func unknown() throws {
        let connection = try Connection.inMemory()
        for number: Int32 in [0, 1000, 1001, 9999, -1] {
            let feature = Connection.Feature(rawValue: number)
            let error = try failure { try connection.set(feature, isOn: true) }
            #expect(error.message.contains("SQLITE_DBCONFIG option \(number)"))
            #expect(throws: SQLiteError.self) { try connection.isOn(feature) }
        }
        if Connection.libraryVersionNumber < 3_049_000 {
            #expect(throws: SQLiteError.self) { try connection.isOn(.comments) }
        } else {
            #expect(try connection.isOn(.comments))
        }
    }
}

@Suite("A limit of queries")
struct QueryLimitTests {
    private static let endless: SQL = """
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n
        """

    @Test("A statement that takes too long is interrupted")
    func time() throws {
        let connection = try Connection.inMemory()
        let error = try failure {
            try connection.withQueryLimits(QueryLimits(time: .milliseconds(20))) { () throws in
                try connection.rows(Self.endless)
            }
        }
        #expect(error.resultCode == .interrupt)
        #expect(error.message == "the time limit of 0.02 seconds is exceeded")
        #expect(try connection.value("SELECT 1") == 1)
    }

    @Test("Instructions are counted over several statements")
    func instructions() throws {
        let connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE t(x)")
        let few: SQL = """
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 1000)
            SELECT max(x) FROM n
            """
        try connection.withQueryLimits(QueryLimits(instructions: 100_000)) { () throws in
            #expect(try connection.value(few) == 1000)
        }
        var runs = 0
        let error = try failure {
            try connection.withQueryLimits(QueryLimits(instructions: 100_000)) { () throws in
                for _ in 0..<1000 {
                    _ = try connection.rows(few)
                    runs += 1
                }
            }
        }
        #expect(error.message == "the limit of 100000 instructions is exceeded")
        #expect(runs > 0 && runs < 100)
    }

    @Test("After a limit, further statements fail, and the transaction is rolled back")
    func sticky() throws {
        let connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE t(x)")
        let error = try failure {
            try connection.withQueryLimits(QueryLimits(instructions: 1000)) { () throws in
                try connection.transaction { () throws in
                    try connection.execute("INSERT INTO t VALUES (1)")
                    _ = try? connection.rows(Self.endless)
                    try connection.execute("INSERT INTO t VALUES (2)")
                }
            }
        }
        #expect(error.resultCode == .interrupt)
        #expect(error.message == "the limit of 1000 instructions is exceeded")
        #expect(connection.isAutocommit)
        #expect(try connection.value("SELECT count(*) FROM t") == 0)
    }

    @Test("Short statements fail after the time limit, too")
    func shortStatements() throws {
        let connection = try Connection.inMemory()
        let error = try failure {
            try connection.withQueryLimits(QueryLimits(time: .milliseconds(5))) { () throws in
                while true { _ = try connection.rows("SELECT 1") }
            }
        }
        #expect(error.resultCode == .interrupt)
    }

    @Test("Nested limits apply together, and the outer ones are restored")
    func nested() throws {
        let connection = try Connection.inMemory()
        let outer = try failure {
            try connection.withQueryLimits(QueryLimits(instructions: 5000)) { () throws in
                try connection.withQueryLimits(QueryLimits(time: .seconds(60))) { () throws in
                    try connection.rows(Self.endless)
                }
            }
        }
        #expect(outer.message == "the limit of 5000 instructions is exceeded")
        try connection.withQueryLimits(QueryLimits(time: .seconds(600))) { () throws in
            let inner = try failure {
                try connection.withQueryLimits(QueryLimits(instructions: 1000)) { () throws in
                    try connection.rows(Self.endless)
                }
            }
            #expect(inner.message == "the limit of 1000 instructions is exceeded")
            #expect(try connection.value("SELECT 1") == 1)
        }
        #expect(throws: SQLiteError.self) {
            try TinyConnection().withQueryLimits(QueryLimits()) {}
        }
    }
}
