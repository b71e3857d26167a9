import DataLiteC
import DataLiteCore
import Testing

@Suite("The open statements of a connection")
struct OpenStatementTests {
    @Test("Prepared statements are open, idle cached ones are not")
    func list() throws {
        let connection = try Connection.sample()
        #expect(connection.openStatements == [])
        let first = try connection.prepare(sql: "SELECT id FROM t")
        let second = try connection.prepare(sql: "SELECT ?")
        _ = try first.step()
        #expect(
            connection.openStatements == [
                OpenStatement(sql: "SELECT ?"),
                OpenStatement(sql: "SELECT id FROM t", isRunning: true),
            ])
        withExtendedLifetime((first, second)) {}
    }

    @Test("A cursor of a cached statement is open until its end")
    func cursor() throws {
        let connection = try Connection.sample()
        let cursor = try connection.cursor("SELECT id FROM t")
        _ = try cursor.next()
        #expect(connection.openStatements.map(\.sql) == ["SELECT id FROM t"])
        try cursor.close()
        #expect(connection.openStatements == [])
    }

    @Test("A statement of the C interface is foreign")
    func foreign() throws {
        let connection = try Connection.sample()
        let pointer = try connection.withUnsafeHandle { handle in
            var statement: OpaquePointer?
            sqlite3_prepare_v2(handle, "SELECT 1", -1, &statement, nil)
            return statement
        }
        let expected = [OpenStatement(sql: "SELECT 1", isForeign: true)]
        #expect(connection.openStatements == expected)
        do {
            let borrowed = Statement(borrowing: try #require(pointer))
            #expect(connection.openStatements == expected)
            withExtendedLifetime(borrowed) {}
        }
        #expect(try failure { try connection.close() }.message.hasSuffix(": SELECT 1"))
        sqlite3_finalize(pointer)
        try connection.close()
        #expect(connection.openStatements == [])
    }

    @Test("The error of a failed close names a statement and the number of others")
    func closing() throws {
        let connection = try Connection.sample()
        let first = try connection.prepare(sql: "SELECT 1\n-- more")
        let message = try failure { try connection.close() }.message
        #expect(
            message
                == "unable to close due to unfinalized statements or unfinished backups: SELECT 1")
        let second = try connection.prepare(sql: "SELECT 2")
        let error = try failure { try connection.close() }
        #expect(error.resultCode == .busy)
        #expect(error.message.hasSuffix(": SELECT 2 and 1 other"))
        withExtendedLifetime((first, second)) {}
    }

    @Test("A full-text table keeps statements of its own, which do not keep it from closing")
    func virtualTable() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute("CREATE VIRTUAL TABLE d USING fts5(x)")
        try connection.execute("INSERT INTO d VALUES ('a b')")
        _ = try connection.rows("SELECT * FROM d('a')")
        #expect(connection.openStatements.allSatisfy { $0.isForeign })
        #expect(!connection.openStatements.isEmpty)
        try connection.close()
    }
}
