import DataLiteCore
import Testing

@Suite("An authorizer")
struct AuthorizerTests {
    private let connection: Connection

    init() throws { connection = try .withSecrets() }

    private final class Log: @unchecked Sendable {
        // SAFETY: used by one connection, on one thread.
        var body: (() throws -> Void)?
    }

    @Test("A denied action fails before anything runs")
    func deny() throws {
        try connection.setAuthorizer(
            Authorizer { action in
                action.kind == .read(table: "albums", column: "secret") ? .deny : .allow
            })
        let error = try failure { try connection.rows("SELECT secret FROM albums") }
        #expect(error.resultCode.primary == .auth)
        #expect(error.message == "access to albums.secret is prohibited")
        #expect(throws: SQLiteError.self) { try connection.rows("SELECT * FROM albums") }
        #expect(try connection.rows("SELECT id, title FROM albums").count == 2)
    }

    @Test("An ignored column is NULL, including in a prepared statement, and not afterwards")
    func ignore() throws {
        let sql: SQL = "SELECT secret FROM albums WHERE id = 1"
        let prepared = try connection.statement("SELECT secret FROM albums WHERE id = 1")
        #expect(try connection.value(sql) == "s1")
        try connection.setAuthorizer(
            Authorizer { action in
                action.kind == .read(table: "albums", column: "secret") ? .ignore : .allow
            })
        #expect(try connection.value(sql, as: String.self) == nil)
        #expect(try prepared.step())
        #expect(prepared.columnValue(at: 0) == .null)
        try prepared.reset()
        try connection.setAuthorizer(nil)
        #expect(try connection.value(sql) == "s1")
        #expect(try prepared.step())
        #expect(prepared.columnValue(at: 0) == .text("s1"))
    }

    @Test("Statements that were prepared or cached earlier do not escape it")
    func cached() throws {
        let sql: SQL = "SELECT x FROM secrets"
        _ = try connection.rows(sql)
        let prepared = try connection.statement("SELECT x FROM secrets")
        let write = try connection.statement("INSERT INTO log VALUES (1)")
        try connection.withAuthorizer(.all(.readOnly, .tables(["albums"]))) { () throws in
            #expect(try failure { try connection.rows(sql) }.resultCode.primary == .auth)
            #expect(try failure { try prepared.step() }.resultCode.primary == .auth)
            #expect(try failure { try write.step() }.resultCode.primary == .auth)
            #expect(try connection.rows("SELECT title FROM albums").count == 2)
        }
        try prepared.reset()
        #expect(try prepared.step())
        #expect(try connection.rows(sql).count == 1)
    }

    @Test("It is not changed while a statement is running")
    func running() throws {
        let cursor = try connection.cursor("SELECT x FROM secrets")
        _ = try cursor.next()
        let error = try failure { try connection.setAuthorizer(.readOnly) }
        #expect(error.resultCode == .busy)
        #expect(throws: SQLiteError.self) { try connection.withAuthorizer(.readOnly) {} }
        try cursor.close()
        try connection.setAuthorizer(.readOnly)
        #expect(connection.authorizer != nil)
    }

    @Test("A statement that is left running is ended with its closure")
    func leftRunning() throws {
        var statement: Statement?
        try connection.withAuthorizer(.readOnly) { () throws in
            statement = try connection.statement("SELECT title FROM albums")
            #expect(try statement?.step() == true)
        }
        #expect(throws: SQLiteError.self) { try statement?.step() }
        #expect(connection.authorizer == nil)
    }

    @Test("Nested authorizers deny what any of them denies")
    func nested() throws {
        try connection.withAuthorizer(.tables(["albums", "log"])) { () throws in
            try connection.withAuthorizer(.readOnly) { () throws in
                #expect(throws: SQLiteError.self) { try connection.rows("SELECT * FROM secrets") }
                #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM log") }
            }
            try connection.execute("DELETE FROM log")
            #expect(throws: SQLiteError.self) { try connection.rows("SELECT * FROM secrets") }
        }
        #expect(try connection.rows("SELECT * FROM secrets").count == 1)
        #expect(throws: Refused()) { try connection.withAuthorizer(.readOnly) { throw Refused() } }
        #expect(connection.authorizer == nil)
    }

    @Test("An error of the closure denies, and is the underlying error")
    func errors() throws {
        try connection.setAuthorizer(
            Authorizer { action in
                guard case .function = action.kind else { return .allow }
                throw Refused(reason: "no functions")
            })
        let error = try failure { try connection.rows("SELECT lower('A')") }
        // SQLite reports a denied function as SQLITE_ERROR.
        #expect(error.resultCode == .error)
        #expect(error.underlyingError as? Refused == Refused(reason: "no functions"))
        #expect(try failure { try connection.rows("SELECT * FROM nowhere") }.underlyingError == nil)
    }

    @Test("The closure cannot use its connection, and the statement still runs")
    func reentrant() throws {
        let log = Log()
        var errors: [ResultCode] = []
        let prepared = try connection.statement("SELECT 1")
        let bodies: [() throws -> Void] = [
            { [connection] in try connection.execute("SELECT 1") },
            { [connection] in _ = try connection.statement("SELECT 1") },
            { [connection] in try connection.setAuthorizer(nil) },
            { [connection] in try connection.close() },
            { [connection] in try connection.add(function: "f") { 1 } },
            { [connection] in _ = try connection.limit(.length) },
            { [connection] in try connection.set(.defensive, isOn: true) },
            { [connection] in try connection.withUnsafeHandle { _ in } },
            { [connection] in try connection.transaction {} },
            { _ = try prepared.step() }, { try prepared.reset() },
        ]
        log.body = {
            for body in bodies {
                do { try body() } catch {
                    errors.append((error as? SQLiteError)?.resultCode ?? .ok)
                }
            }
        }
        try connection.setAuthorizer(
            Authorizer { _ in
                try log.body?()
                return .allow
            })
        #expect(try connection.value("SELECT title FROM albums") == "Debut")
        log.body = nil
        #expect(errors.count % bodies.count == 0)
        #expect(errors.allSatisfy { $0 == .misuse })
        try connection.setAuthorizer(nil)
    }

    @Test("A statement that is released in the closure is finalized later")
    func releases() throws {
        let log = Log()
        var kept: Statement? = try connection.statement("SELECT x FROM secrets")
        log.body = { kept = nil }
        try connection.setAuthorizer(
            Authorizer { _ in
                try log.body?()
                return .allow
            })
        #expect(try connection.rows("SELECT title FROM albums").count == 2)
        #expect(kept == nil)
        log.body = nil
        try connection.setAuthorizer(nil)
        try connection.close()
    }

    @Test("A cursor that is released in the closure does not prevent another authorizer")
    func releasesCursor() throws {
        let log = Log()
        var kept: Cursor<SQLiteRow>? = try connection.cursor("SELECT * FROM albums")
        _ = try kept?.next()
        #expect(throws: SQLiteError.self) { try connection.setAuthorizer(.readOnly) }
        kept = nil
        try connection.setAuthorizer(
            Authorizer { _ in
                try log.body?()
                return .allow
            })
        kept = try connection.cursor("SELECT * FROM secrets")
        _ = try kept?.next()
        log.body = { kept = nil }
        let error = try failure {
            _ = try connection.prepare(sql: "SELECT id, missing FROM albums") as Statement
        }
        #expect(error.message == "no such column: missing")
        #expect(kept == nil)
        log.body = nil
        try connection.setAuthorizer(nil)
    }

    @Test("Closing releases an authorizer that retains its connection")
    func closing() throws {
        weak var released: Connection?
        do {
            let connection = try Connection.inMemory()
            // SAFETY: the connection is used by this thread only.
            nonisolated(unsafe) let retained = connection
            try connection.setAuthorizer(Authorizer { _ in retained.isClosed ? .deny : .allow })
            try connection.setBusyHandler { _ in !retained.isClosed }
            try connection.close()
            released = connection
        }
        #expect(released == nil)
    }

    @Test("The authorizer stays when the C interface is used, and the connection closes")
    func unsafeHandle() throws {
        try connection.setAuthorizer(.readOnly)
        try connection.withUnsafeHandle { _ in }
        #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM log") }
        try connection.close()
        #expect(throws: SQLiteError.self) { try connection.setAuthorizer(.readOnly) }
    }

    @Test("A connection that is not SQLite's has no authorizer")
    func stub() throws {
        let error = try failure { try TinyConnection().withAuthorizer(.readOnly) {} }
        #expect(error.resultCode == .misuse)
    }
}
