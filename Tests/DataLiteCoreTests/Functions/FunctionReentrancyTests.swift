import DataLiteCore
import Testing

@Suite("A function that uses its own connection")
struct FunctionReentrancyTests {
    let connection: Connection

    init() throws {
        connection = try .inMemory()
        try connection.execute(
            sql: "CREATE TABLE t(x); INSERT INTO t VALUES (1), (2), (3); CREATE TABLE log(x)")
    }

    private func add(_ body: @escaping (Connection, SQLiteValue) throws -> (any SQLiteBindable)?)
        throws
    {
        try connection.add(function: "f", argc: 1) { [unowned connection] args in
            try body(connection, args[0])
        }
    }

    @Test("A function can read with its own connection")
    func reads() throws {
        try add { connection, value in
            try connection.value("SELECT sum(x) FROM t WHERE x <= \(value)", as: Int.self)
        }
        #expect(try connection.rows("SELECT f(x) AS s FROM t").map { $0["s"] } == [1, 3, 6])
    }

    @Test("A function can run the same SQL as the running statement")
    func sameText() throws {
        var depth = 0
        try add { connection, value in
            guard depth < 3 else { return value }
            depth += 1
            defer { depth -= 1 }
            return try connection.value("SELECT f(x) FROM t", as: Int.self)
        }
        for _ in 1...2 {
            #expect(try connection.rows("SELECT f(x) FROM t").count == 3)
        }
    }

    @Test("A function can write inside a SELECT")
    func writes() throws {
        try add { connection, value in
            try connection.execute("INSERT INTO log VALUES (\(value))")
            return connection.lastInsertRowID
        }
        #expect(try connection.rows("SELECT f(x) AS id FROM t").map { $0["id"] } == [1, 2, 3])
        #expect(try connection.value("SELECT count(*) FROM log") == 3)
    }

    @Test("A function can open a savepoint inside a SELECT")
    func savepoint() throws {
        try add { connection, value in
            try connection.savepoint {
                try connection.execute("INSERT INTO log VALUES (\(value))")
                if value == 2 { throw Refused() }
            }
            return 1
        }
        let error = try failure { try connection.execute(sql: "SELECT f(x) FROM t") }
        #expect(error.underlyingError is Refused)
        try? connection.rollbackTransaction()
        #expect(connection.isAutocommit)
        #expect(try connection.value("SELECT count(*) FROM log WHERE x = 2") == 0)
    }

    @Test("A function can change the schema for later statements")
    func schema() throws {
        try add { connection, _ in
            try connection.execute(sql: "CREATE TABLE IF NOT EXISTS made(x)")
            return 1
        }
        #expect(try connection.rows("SELECT f(x) FROM t").count == 3)
        #expect(try connection.rows("SELECT * FROM made") == [])
    }

    @Test("A function cannot step or reset the statement that runs it")
    func ownStatement() throws {
        var own: (any StatementProtocol)?
        var codes: [ResultCode] = []
        try add { _, value in
            codes.append(try failure { try own?.step() }.resultCode)
            codes.append(try failure { try own?.reset() }.resultCode)
            return value
        }
        own = try connection.prepare(sql: "SELECT f(x) FROM t")
        #expect(try own?.step() == true)
        #expect(codes == [.misuse, .misuse])
        #expect(own?.columnValue(at: 0) == .int(1))
        own = nil
    }

    @Test("A function cannot close the connection, which stays open")
    func closes() throws {
        var codes: [ResultCode] = []
        try add { connection, value in
            codes.append(try failure { try connection.close() }.resultCode)
            return value
        }
        #expect(try connection.rows("SELECT f(x) FROM t").count == 3)
        #expect(codes == [.busy, .busy, .busy])
        #expect(!connection.isClosed)
        try connection.close()
    }

    @Test("A function cannot remove or replace itself")
    func removesItself() throws {
        var codes: [ResultCode] = []
        try add { connection, value in
            codes.append(try failure { try connection.remove(function: "f", argc: 1) }.resultCode)
            codes.append(
                try failure { try connection.add(function: "f", argc: 1) { _ in 1 } }.resultCode)
            return value
        }
        #expect(try connection.value("SELECT f(x) FROM t") == 1)
        #expect(codes == [.busy, .busy])
    }

    @Test("A function can release the last reference to the connection")
    func drops() throws {
        final class Owner { var connection: Connection? }
        let owner = Owner()
        owner.connection = try .inMemory()
        try owner.connection?.add(function: "f", argc: 0) { [unowned owner] _ in
            owner.connection = nil
            return "done"
        }
        let statement = try owner.connection?.prepare(sql: "SELECT f()")
        #expect(try statement?.step() == true)
        #expect(statement?.columnValue(at: 0) == .text("done"))
        #expect(owner.connection == nil)
    }

    @Test("A function can clear the statement cache")
    func clearsCache() throws {
        try add { connection, value in
            connection.clearStatementCache()
            return value
        }
        for _ in 1...2 { #expect(try connection.rows("SELECT f(x) FROM t").count == 3) }
        try connection.close()
    }

    @Test("A function can interrupt the statement that runs it")
    func interrupts() throws {
        try add { connection, value in
            if value == 2 { connection.interrupt() }
            return value
        }
        let error = try failure { _ = try connection.rows("SELECT f(x) FROM t") }
        #expect(error.resultCode == .interrupt)
        #expect(error.underlyingError == nil)
        #expect(try connection.value("SELECT 1") == 1)
    }

    @Test("A function can recurse up to its own limit")
    func recursion() throws {
        var depth = 0
        try add { connection, value in
            depth += 1
            guard depth < 20 else { throw Refused() }
            return try connection.value("SELECT f(1)", as: Int.self)
        }
        var error = try failure { try connection.execute(sql: "SELECT f(1)") }
        var levels = 1
        while let inner = error.underlyingError as? SQLiteError {
            error = inner
            levels += 1
        }
        #expect(levels == 20)
        #expect(error.underlyingError is Refused)
    }
}
