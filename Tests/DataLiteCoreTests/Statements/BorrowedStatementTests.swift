import DataLiteC
import DataLiteCore
import Testing

@Suite("A statement of the C interface that is borrowed")
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

    @Test("is not finalised with its object")
    func lifetime() throws {
        try withPrepared("SELECT name FROM t") { pointer in
            do { _ = Statement(borrowing: pointer) }
            #expect(sqlite3_step(pointer) == SQLITE_ROW)
        }
    }

    @Test("keeps a short text that was bound when its object is gone")
    func bindings() throws {
        try withPrepared("SELECT ?") { pointer in
            do { try Statement(borrowing: pointer).bind("short", at: 1) }
            do { try Statement(borrowing: pointer).clearBindings() }
            do { try Statement(borrowing: pointer).bind("other", at: 1) }
            #expect(sqlite3_step(pointer) == SQLITE_ROW)
            #expect(String(cString: sqlite3_column_text(pointer, 0)) == "other")
        }
    }

    @Test("cannot be bound or cleared while it runs")
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

    @Test("shows its SQL with the bound values")
    func expandedSQL() throws {
        try withPrepared("SELECT ?") { pointer in
            let statement = Statement(borrowing: pointer)
            try statement.bind("it's", at: 1)
            #expect(statement.expandedSQL == "SELECT 'it''s'")
        }
    }

    @Test("cannot be stepped or reset by a function that it calls")
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

    @Test("can be reset after it was stepped with the C interface")
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
}
