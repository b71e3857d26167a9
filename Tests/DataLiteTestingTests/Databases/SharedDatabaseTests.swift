import DataLiteDatabase
import DataLiteTesting
import Testing

/// The kinds of databases that must follow the same rules.
enum DatabaseKind: CaseIterable {
    case real
    case test
    case spy
    case stub

    /// A database with the table `items(name TEXT)`. A stub answers every query with one row.
    func open() throws -> any DatabaseProtocol {
        let schema = "CREATE TABLE items(name TEXT)"
        switch self {
        case .real:
            let database = try Database.inMemory()
            try database.write { db in try db.execute(script: schema) }
            return database
        case .test: return try TestDatabase(schema: schema)
        case .spy: return try MockDatabase.spy(schema: schema)
        case .stub:
            let stub = MockConnection { call in
                call.sql.hasPrefix("SELECT") ? .row(["name": "Ada"]) : .changes(1)
            }
            return try MockDatabase(stub)
        }
    }
}

@Suite("Real databases and mocks", .timeLimit(.minutes(20)))
struct SharedDatabaseTests {
    struct Refused: Error {}

    private func failure<R>(_ body: () throws -> R) throws -> SQLiteError {
        try #require(throws: SQLiteError.self) { _ = try body() }
    }

    private func names(_ database: any DatabaseProtocol) throws -> [String] {
        try database.read { db in
            try db.rows("SELECT name FROM items").map { $0.lenientValue(at: 0) ?? "" }
        }
    }

    @Test("Real and mock databases read and write", arguments: DatabaseKind.allCases)
    func calls(kind: DatabaseKind) async throws {
        let database = try kind.open()
        try await database.write { db in
            #expect(!db.isAutocommit)
            #expect(!db.isReadonly)
            try db.execute("INSERT INTO items VALUES ('Ada')")
        }
        try await database.writeWithoutTransaction { db in #expect(db.isAutocommit) }
        #expect(try names(database) == ["Ada"])
        let name = try await database.read { db in
            #expect(!db.isAutocommit)
            #expect(db.isReadonly)
            return try db.value("SELECT name FROM items", as: String.self)
        }
        #expect(name == "Ada")
    }

    @Test("A read of a real or mock database cannot write", arguments: DatabaseKind.allCases)
    func readonly(kind: DatabaseKind) async throws {
        let database = try kind.open()
        for sql: SQL in [
            "INSERT INTO items VALUES ('x')", "DELETE FROM items", "CREATE TABLE other(x)",
            "DROP TABLE items",
        ] {
            func readNow() throws { _ = try database.read { db in try db.execute(sql) } }
            let error = try failure(readNow)
            #expect(error.resultCode == .readonly)
            #expect(error.message == "attempt to write a readonly database")
        }
        await #expect(throws: SQLiteError.self) {
            try await database.read { db in try db.execute("DELETE FROM items") }
        }
        try await database.write { db in try db.execute("INSERT INTO items VALUES ('Ada')") }
        #expect(try names(database) == ["Ada"])
    }

    @Test("A write that throws is rolled back", arguments: [DatabaseKind.real, .test, .spy])
    func rollback(kind: DatabaseKind) async throws {
        let database = try kind.open()
        func writeNow() throws {
            try database.write { db in
                try db.execute("INSERT INTO items VALUES ('Ada')")
                throw Refused()
            }
        }
        #expect(throws: Refused.self) { try writeNow() }
        await #expect(throws: Refused.self) {
            try await database.write { db in
                try db.execute("INSERT INTO items VALUES ('Ada')")
                throw Refused()
            }
        }
        #expect(try names(database) == [])
    }

    @Test("A call inside the closure of another call is rejected", arguments: DatabaseKind.allCases)
    func nested(kind: DatabaseKind) throws {
        let database = try kind.open()
        let inRead = try failure { try database.read { _ in try database.write { _ in } } }
        let inWrite = try failure { try database.write { _ in try database.read { _ in } } }
        for error in [inRead, inWrite] {
            #expect(error.resultCode == .misuse)
            #expect(error.message.hasPrefix("nested call on the same database: "))
        }
    }

    @Test(
        "A connection is rejected after its closure has returned", arguments: DatabaseKind.allCases)
    func escaped(kind: DatabaseKind) throws {
        let database = try kind.open()
        var kept: (any ConnectionProtocol)?
        var statement: (any StatementProtocol)?
        try database.read { db in
            kept = db
            statement = try db.prepare(sql: "SELECT name FROM items")
        }
        #expect(try failure { try kept?.execute("SELECT 1") }.resultCode == .misuse)
        #expect(try failure { try statement?.step() }.resultCode == .misuse)
        #expect(throws: Never.self) { try names(database) }
    }

    @Test("A closure cannot close the connection of its database", arguments: DatabaseKind.allCases)
    func closingConnection(kind: DatabaseKind) throws {
        let error = try failure { try kind.open().write { db in try db.close() } }
        #expect(
            error.message == "the connection belongs to a database: close the database instead")
    }

    @Test("A transaction that is left open is rolled back", arguments: DatabaseKind.allCases)
    func leftOpen(kind: DatabaseKind) throws {
        let database = try kind.open()
        let error = try failure {
            try database.writeWithoutTransaction { db in
                try db.beginTransaction(.immediate)
                try db.execute("INSERT INTO items VALUES ('Ada')")
            }
        }
        #expect(error.message.contains("left a transaction open"))
        try database.write { db in #expect(!db.isAutocommit) }
        if kind != .stub { #expect(try names(database) == []) }
    }

    @Test("A closed database rejects calls", arguments: DatabaseKind.allCases)
    func closed(kind: DatabaseKind) async throws {
        let database = try kind.open()
        func close() throws { try database.close() }
        try close()
        try close()
        #expect(try failure { try names(database) }.message == "the database is closed")
        await #expect(throws: SQLiteError.self) { try await database.write { _ in } }
    }

    @Test("A call of a cancelled task throws CancellationError", arguments: DatabaseKind.allCases)
    func cancelled(kind: DatabaseKind) async throws {
        let database = try kind.open()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await database.write { db in
                try db.execute("INSERT INTO items VALUES ('Ada')")
            }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        if kind != .stub { #expect(try names(database) == []) }
    }

    @Test("Observed values are delivered after writes", arguments: DatabaseKind.allCases)
    func values(kind: DatabaseKind) async throws {
        let database = try kind.open()
        var counts = database.values { db in
            try db.rows("SELECT name FROM items").count
        }.makeAsyncIterator()
        let first = try await counts.next(within: .seconds(600))
        #expect(first == (kind == .stub ? 1 : 0))
        guard kind != .stub else { return }
        try await database.write { db in try db.execute("INSERT INTO items VALUES ('Ada')") }
        #expect(try await counts.next(within: .seconds(600)) == 1)
        try await database.writeWithoutTransaction { db in try db.execute("DELETE FROM items") }
        #expect(try await counts.next(within: .seconds(600)) == 0)
        func close() throws { try database.close() }
        try close()
        await #expect(throws: NoValueError.ended) {
            try await counts.next(within: .seconds(600))
        }
    }
}
