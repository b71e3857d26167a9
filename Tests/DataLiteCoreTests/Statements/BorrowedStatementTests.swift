import DataLiteC
import DataLiteCore
import Testing

@Suite("A borrowed statement of the C interface")
struct BorrowedStatementTests {
    let connection: Connection

    init() throws {
        connection = try Connection.inMemory()
        try connection.execute(
            script: "CREATE TABLE t(id INTEGER PRIMARY KEY, name); INSERT INTO t VALUES (1, 'Ada')")
    }

    /// Calls `body` with a statement that was prepared with the C interface.
    private func withPrepared(_ sql: String, _ body: (OpaquePointer) throws -> Void) throws {
        try connection.withUnsafeHandle { database in
            var pointer: OpaquePointer?
            try check(sqlite3_prepare_v2(database, sql, -1, &pointer, nil), on: database)
            defer { sqlite3_finalize(pointer) }
            try body(try #require(pointer))
        }
    }

    @Test("A borrowed statement is not finalized with its object")
    func lifetime() throws {
        try withPrepared("SELECT name FROM t") { pointer in
            do { _ = Statement(borrowing: pointer) }
            #expect(sqlite3_step(pointer) == SQLITE_ROW)
        }
    }

    @Test("A borrowed statement keeps a bound short string after its object is released")
    func bindings() throws {
        try withPrepared("SELECT ?") { pointer in
            do { try Statement(borrowing: pointer).bind("short", at: 1) }
            do { try Statement(borrowing: pointer).clearBindings() }
            do { try Statement(borrowing: pointer).bind("other", at: 1) }
            #expect(sqlite3_step(pointer) == SQLITE_ROW)
            #expect(String(cString: sqlite3_column_text(pointer, 0)) == "other")
        }
    }

    @Test("A borrowed statement cannot be bound or cleared while it runs")
    func clearing() throws {
        try withPrepared("SELECT ?1 FROM (SELECT 1 UNION ALL SELECT 2)") { pointer in
            let statement = Statement(borrowing: pointer)
            try statement.bind(String(repeating: "long ", count: 1000), at: 1)
            #expect(try statement.step())
            let clearing = try failure { try statement.clearBindings() }
            #expect(clearing.resultCode == .misuse)
            let binding = try failure { try statement.bind(1, at: 1) }
            #expect(binding.message == "the statement is running: reset it before binding")
            #expect(try statement.step())
            #expect(statement.columnValue(at: 0) == String(repeating: "long ", count: 1000))
        }
    }

    @Test("A borrowed statement has its SQL with the bound values")
    func expandedSQL() throws {
        try withPrepared("SELECT ?") { pointer in
            let statement = Statement(borrowing: pointer)
            try statement.bind("it's", at: 1)
            #expect(statement.expandedSQL == "SELECT 'it''s'")
        }
    }

    @Test("A borrowed statement cannot be stepped or reset by a function that it calls")
    func reentrance() throws {
        var statement: Statement?
        var codes: [ResultCode] = []
        try connection.add(function: "meddle", argc: 0) { _ in
            codes.append(try failure { try statement?.step() }.resultCode)
            codes.append(try failure { try statement?.reset() }.resultCode)
            return 1
        }
        try withPrepared("SELECT meddle()") { pointer in
            statement = Statement(borrowing: pointer)
            let isOnRow = try statement?.step()
            #expect(isOnRow == true)
            #expect(codes == [.misuse, .misuse])
            statement = nil
        }
    }

    @Test("A borrowed statement can be reset after it was stepped with the C interface")
    func stepped() throws {
        try withPrepared("SELECT ?") { pointer in
            #expect(sqlite3_step(pointer) == SQLITE_ROW)
            #expect(sqlite3_step(pointer) == SQLITE_DONE)
            let statement = Statement(borrowing: pointer)
            try statement.reset()
            try statement.bind(1, at: 1)
            #expect(try statement.step())
        }
    }

    @Test("A borrowed statement cannot run after a closure's transaction was rolled back")
    func lostTransaction() throws {
        try withPrepared("INSERT INTO t(id) VALUES (5)") { pointer in
            let statement = Statement(borrowing: pointer)
            let error = try failure {
                try connection.transaction {
                    _ = try? connection.execute("INSERT OR ROLLBACK INTO t(id) VALUES (1)")
                    try statement.step()
                }
            }
            #expect(error.resultCode == .abortRollback)
            #expect(try connection.value("SELECT count(*) FROM t") == 1)
        }
    }

    @Test("A borrowed statement that commits inside a transaction closure is reported")
    func commit() throws {
        try withPrepared("COMMIT") { pointer in
            let error = try failure {
                try connection.transaction {
                    try connection.execute("INSERT INTO t(id) VALUES (5)")
                    try Statement(borrowing: pointer).step()
                }
            }
            #expect(error.resultCode == .misuse)
            #expect(error.message.contains("was committed"))
            #expect(try connection.value("SELECT count(*) FROM t") == 2)
        }
    }

    @Test("A borrowed statement reports the Swift error of a function that it calls")
    func underlyingError() throws {
        try connection.add(function: "refuse", argc: 0) { _ in throw Refused() }
        try withPrepared("SELECT refuse()") { pointer in
            let error = try failure { try Statement(borrowing: pointer).step() }
            #expect(error.underlyingError as? Refused == Refused())
        }
    }

    @Test("A borrowed statement of a handle without a connection works")
    func ownHandle() throws {
        var database: OpaquePointer?
        #expect(sqlite3_open(":memory:", &database) == SQLITE_OK)
        defer { sqlite3_close(database) }
        var pointer: OpaquePointer?
        #expect(sqlite3_prepare_v2(database, "SELECT 7", -1, &pointer, nil) == SQLITE_OK)
        do {
            let statement = Statement(borrowing: try #require(pointer))
            #expect(try statement.step())
            #expect(statement.columnValue(at: 0) == 7)
        }
        sqlite3_finalize(pointer)
    }
}
