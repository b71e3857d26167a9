import DataLiteDatabase
import Testing

@Suite("A log of statements")
struct StatementLogTests {
    private let log = Shared<[LoggedStatement]>([])

    private func database(
        _ storage: TestStorage, slowerThan limit: Duration = .zero, includingValues: Bool = false
    ) throws -> Database {
        let database = try storage.openWithItems { [log] in
            $0.logStatements(slowerThan: limit, includingValues: includingValues) { statement in
                log.change { $0.append(statement) }
            }
        }
        log.change { $0 = [] }
        return database
    }

    @Test(
        "Every statement is logged with its connection, without values",
        arguments: TestStorage.allCases)
    func statements(storage: TestStorage) async throws {
        let database = try database(storage)
        try await database.write { db in
            _ = try db.execute("INSERT INTO items(name) VALUES (\("secret"))")
        }
        #expect(
            log.current.map(\.sql)
                == [
                    "BEGIN IMMEDIATE TRANSACTION", "INSERT INTO items(name) VALUES (?)",
                    "COMMIT TRANSACTION",
                ])
        #expect(log.current.allSatisfy { $0.role == .writer && $0.expandedSQL == nil })
        #expect(log.current.allSatisfy { $0.duration >= .zero && $0.duration < .seconds(60) })
        log.change { $0 = [] }
        let name = try await database.read { db in
            try db.value("SELECT name FROM items WHERE name <> \("x")", as: String.self)
        }
        #expect(name == "secret")
        #expect(log.current.map(\.sql).contains("SELECT name FROM items WHERE name <> ?"))
        #expect(log.current.allSatisfy { $0.role == .reader })
    }

    @Test("Values are logged on request")
    func values() throws {
        let database = try database(.memory, includingValues: true)
        try database.writeWithoutTransaction { db in
            try db.execute("INSERT INTO items(name) VALUES (\("it's"))")
        }
        #expect(log.current.map(\.sql) == ["INSERT INTO items(name) VALUES (?)"])
        #expect(log.current.map(\.expandedSQL) == ["INSERT INTO items(name) VALUES ('it''s')"])
    }

    // With the second limit, the ticks of the system's clock measure the statements.
    @Test("Only statements that take as long as the limit are logged", arguments: [5, 50])
    func slow(milliseconds: Int) throws {
        let (limit, rows) = (Duration.milliseconds(milliseconds), milliseconds * 60_000)
        let database = try database(.memory, slowerThan: limit)
        let slow: SQL = """
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < \(rows))
            SELECT max(x) FROM n
            """
        try database.read { db in
            _ = try db.value("SELECT 1", as: Int.self)
            _ = try db.value(slow, as: Int.self)
        }
        #expect(log.current.map(\.sql).contains(slow.text))
        #expect(log.current.allSatisfy { $0.duration >= limit })
        let none = try self.database(.memory, slowerThan: .seconds(600))
        _ = try none.read { db in try db.value(slow, as: Int.self) }
        #expect(log.current.isEmpty)
    }

    @Test("A statement that fails and one whose rows are not read to the end are logged once")
    func ends() throws {
        let database = try database(.memory)
        try database.writeWithoutTransaction { db in
            try db.execute("INSERT INTO items VALUES (1, 'a'), (2, 'b')")
            #expect(throws: SQLiteError.self) {
                try db.execute("INSERT INTO items VALUES (\(1), 'c')")
            }
            let cursor = try db.cursor("SELECT id FROM items")
            _ = try cursor.next()
            #expect(!log.current.map(\.sql).contains("SELECT id FROM items"))
            try cursor.close()
        }
        let logged = log.current.map(\.sql)
        #expect(logged.filter { $0 == "INSERT INTO items VALUES (?, 'c')" }.count == 1)
        #expect(logged.filter { $0 == "SELECT id FROM items" }.count == 1)
    }

    @Test("A trigger is part of the statement that fires it")
    func triggers() throws {
        let database = try database(.memory)
        try database.writeWithoutTransaction { db in
            try db.execute(
                script: """
                    CREATE TABLE audit(x);
                    CREATE TRIGGER r AFTER INSERT ON items BEGIN INSERT INTO audit VALUES (1); END;
                    """)
            log.change { $0 = [] }
            try db.execute("INSERT INTO items(name) VALUES ('a'), ('b')")
            #expect(log.current.map(\.sql) == ["INSERT INTO items(name) VALUES ('a'), ('b')"])
        }
    }

    @Test("A log that uses its database gets an error and does not deadlock")
    func reentrant() throws {
        let errors = Shared<[ResultCode]>([])
        let holder = Shared<Database?>(nil)
        let database = try TestStorage.file.openWithItems {
            $0.logStatements { _ in
                guard let database = holder.current else { return }
                for body: () throws -> Void in [
                    { try database.write { _ in } }, { try database.read { _ in } },
                    { try database.close() },
                ] {
                    do {
                        try body()
                    } catch {
                        let code = (error as? SQLiteError)?.resultCode ?? .ok
                        errors.change { $0.append(code) }
                    }
                }
            }
        }
        holder.change { $0 = database }
        try database.write { db in try db.addItem() }
        try database.read { db in _ = try db.rows("SELECT 1") }
        #expect(errors.current.count >= 9)
        #expect(errors.current.allSatisfy { $0 == .misuse })
        holder.change { $0 = nil }
        try database.close()
    }

    @Test("Several logs receive the statements of their limits")
    func several() throws {
        let slow = Shared<Int>(0)
        let database = try TestStorage.memory.openWithItems { [log] in
            $0.logStatements(slowerThan: .seconds(600)) { _ in slow.change { $0 += 1 } }
            $0.logStatements { statement in log.change { $0.append(statement) } }
        }
        #expect(try database.itemCount() == 0)
        #expect(log.current.map(\.sql).contains("SELECT count(*) FROM items"))
        #expect(slow.current == 0)
    }
}
