import DataLiteCore
import Testing

@Suite("The result of a one-line method")
struct OneLineResultTests {
    private let connection: Connection

    init() throws {
        connection = try Connection.inMemory()
        try connection.execute(script: "CREATE TABLE t(x); INSERT INTO t VALUES (1), (2), (NULL)")
    }

    @Test("Executing a statement returns the number of changed rows")
    func changes() throws {
        #expect(try connection.execute("UPDATE t SET x = 0") == 3)
        #expect(try connection.execute("DELETE FROM t WHERE x = 7") == 0)
        #expect(try connection.execute("INSERT INTO t VALUES (1), (2)") == 2)
        // SQLite itself still reports the changes of the insert.
        #expect(try connection.execute("SELECT * FROM t") == 0)
        #expect(try connection.execute("CREATE TABLE u(x)") == 0)
        #expect(try connection.execute("DELETE FROM t RETURNING x") == 5)
    }

    @Test("The number of changed rows does not include the rows that triggers change")
    func triggers() throws {
        try connection.execute(
            script: """
                CREATE TABLE log(x);
                CREATE TRIGGER r AFTER DELETE ON t BEGIN INSERT INTO log VALUES (old.x); END
                """)
        #expect(try connection.execute("DELETE FROM t") == 3)
        #expect(try connection.value("SELECT count(*) FROM log") == 3)
    }

    @Test("An optional value is nil for NULL and for no row")
    func values() throws {
        #expect(try connection.value("SELECT x FROM t WHERE x = 2", as: Int.self) == 2)
        #expect(try connection.value("SELECT x FROM t WHERE x IS NULL", as: Int.self) == nil)
        #expect(try connection.value("SELECT x FROM t WHERE x = 9", as: Int.self) == nil)
        let inferred: Int = try connection.requiredValue("SELECT count(*) FROM t")
        #expect(inferred == 3)
    }

    @Test("A required value throws for NULL, for no row and for another type")
    func requiredValues() throws {
        let none = try failure {
            try connection.requiredValue("SELECT x FROM t WHERE x = 9", as: Int.self)
        }
        #expect(none.resultCode == .notFound)
        #expect(none.sql == "SELECT x FROM t WHERE x = 9")
        let null = try failure {
            try connection.requiredValue("SELECT x FROM t WHERE x IS NULL", as: Int.self)
        }
        #expect(null.resultCode == .mismatch)
        #expect(null.message.contains("NULL"))
        #expect(
            try failure { try connection.requiredValue("SELECT 'a'", as: Int.self) }.resultCode
                == .mismatch)
        // The statement has been returned.
        try connection.execute("DROP TABLE t")
    }

    @Test("A required row throws if there is no row")
    func requiredRows() throws {
        #expect(try connection.requiredRow("SELECT x FROM t", as: Int?.self) == 1)
        #expect(try connection.requiredRow("SELECT NULL", as: Int?.self) == nil)
        let error = try failure {
            try connection.requiredRow("SELECT x FROM t WHERE x = 9", as: Int.self)
        }
        #expect(error.resultCode == .notFound)
    }
}
