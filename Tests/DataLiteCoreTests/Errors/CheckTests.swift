import DataLiteC
import DataLiteCore
import Testing

@Suite("Checking the result of a C call")
struct CheckTests {
    /// Opens an in-memory database and closes it after the body.
    private func withDatabase(_ body: (OpaquePointer) throws -> Void) throws {
        var database: OpaquePointer?
        try check(sqlite3_open(":memory:", &database))
        defer { sqlite3_close(database) }
        try body(#require(database))
    }

    private func failure(_ code: Int32, on database: OpaquePointer? = nil) throws -> SQLiteError {
        try #require(throws: SQLiteError.self) { try check(code, on: database) }
    }

    @Test(
        "Checking a result returns OK, ROW and DONE",
        arguments: [SQLITE_OK, SQLITE_ROW, SQLITE_DONE])
    func success(code: Int32) throws {
        #expect(try check(code) == ResultCode(code))
    }

    @Test(
        "Checking a result throws every other code with its general message",
        arguments: [
            (SQLITE_BUSY, "database is locked"), (SQLITE_NOTICE, "notification message"),
            (517, "database is locked"), (77, "unknown error"), (-1, "unknown error"),
        ]
    )
    func general(code: Int32, message: String) throws {
        let expected = SQLiteError(code: code, message: message)
        #expect(throws: expected) { try check(code) }
    }

    @Test("A thrown result has the message and the extended code of the connection")
    func extended() throws {
        try withDatabase { database in
            let sql = "CREATE TABLE t(a UNIQUE); INSERT INTO t VALUES (1), (1)"
            let code = sqlite3_exec(database, sql, nil, nil, nil)
            #expect(code == SQLITE_CONSTRAINT)
            let error = try failure(code, on: database)
            #expect(error.resultCode == .constraintUnique)
            #expect(error.message == "UNIQUE constraint failed: t.a")
            #expect(error.offset == nil)
        }
    }

    @Test("A thrown result has the offset of a syntax error")
    func offset() throws {
        try withDatabase { database in
            var error = try failure(
                sqlite3_exec(database, "SELECT 'é' FORM t", nil, nil, nil),
                on: database
            )
            #expect(error.offset == 17)
            error.sql = "SELECT 'é' FORM t"
            #expect(error.description.hasSuffix("SELECT 'é' FORM t\n                    ^"))
        }
    }

    @Test("A thrown result does not have the message of another error of the connection")
    func otherError() throws {
        try withDatabase { database in
            #expect(sqlite3_exec(database, "nonsense", nil, nil, nil) == SQLITE_ERROR)
            let error = try failure(SQLITE_BUSY, on: database)
            #expect(error == SQLiteError(.busy, message: "database is locked"))
            #expect(error.offset == nil)
            #expect(try failure(257, on: database).code == 257)
        }
    }

    @Test("Checking a result repairs a message that is not valid UTF-8")
    func invalidUTF8() throws {
        try withDatabase { database in
            let bytes = Array("SELECT ".utf8) + [0xff, 0]
            let sql = bytes.map { CChar(truncatingIfNeeded: $0) }
            let error = try failure(sqlite3_exec(database, sql, nil, nil, nil), on: database)
            #expect(error.message == "no such column: \u{fffd}")
        }
    }
}
