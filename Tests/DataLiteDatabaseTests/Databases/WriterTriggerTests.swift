import DataLiteC
import DataLiteDatabase
import Foundation
import Testing

@Suite("A temporary trigger that a write creates")
struct WriterTriggerTests {
    enum Kind: String, CaseIterable { case file, memory }

    /// A table of numbers, whose trigger writes each new number to a log.
    private func open(
        _ kind: Kind, _ configuration: Database.Configuration = .init()
    ) throws -> Database {
        let database =
            try kind == .file
            ? Database.temporary(configuration: configuration)
            : .inMemory(configuration: configuration)
        try database.write { db in
            try db.execute(
                script: """
                    CREATE TABLE numbers(x);
                    CREATE TABLE log(x);
                    CREATE TEMP TRIGGER logs AFTER INSERT ON numbers BEGIN
                        INSERT INTO log VALUES (new.x);
                    END;
                    """)
        }
        return database
    }

    private func insert(_ number: Int, _ database: Database) throws {
        try database.write { db in try db.execute("INSERT INTO numbers VALUES (\(number))") }
    }

    private func log(_ database: Database) throws -> [Int] {
        try database.read { db in try db.rows("SELECT x FROM log ORDER BY x", as: Int.self) }
    }

    @Test("It fires in later writes, which use the same connection", arguments: Kind.allCases)
    func later(_ kind: Kind) throws {
        let database = try open(kind)
        let opened = database.statistics.openedConnections
        try insert(1, database)
        _ = try log(database)
        try insert(2, database)
        #expect(try log(database) == [1, 2])
        #expect(database.statistics.openedConnections - opened <= 1)  // of the reader
    }

    @Test(
        "It moves to the connection that replaces that of the writer", arguments: Kind.allCases,
        [
            "PRAGMA foreign_keys = 0", "CREATE TEMP TABLE other(x)", "ATTACH ':memory:' AS other",
        ])
    func replaced(_ kind: Kind, _ change: String) throws {
        let database = try open(kind)
        for number in 1...3 {
            try database.writeWithoutTransaction { db in try db.execute(script: change) }
            try insert(number, database)
        }
        #expect(try log(database) == [1, 2, 3])
    }

    @Test("It moves when a function is added or the C interface is used", arguments: Kind.allCases)
    func otherChanges(_ kind: Kind) throws {
        let database = try open(kind)
        try database.write { db in try db.add(function: "one") { () in 1 } }
        try insert(1, database)
        try database.writeWithoutTransaction { db in
            try (db as? Connection)?.withUnsafeHandle { handle in
                sqlite3_exec(handle, "PRAGMA cache_size = 7", nil, nil, nil)
            }
        }
        try insert(2, database)
        #expect(try log(database) == [1, 2])
    }

    @Test("It moves when the time limit of the write is reached", arguments: Kind.allCases)
    func interrupted(_ kind: Kind) throws {
        let database = try open(kind, .init { $0.timeLimit = .milliseconds(200) })
        #expect(throws: SQLiteError.self) {
            try database.writeWithoutTransaction { db in
                try db.execute("PRAGMA foreign_keys = 0")
                _ = try db.value(
                    """
                    WITH RECURSIVE endless(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM endless)
                    SELECT max(x) FROM endless
                    """, as: Int.self)
            }
        }
        try insert(1, database)
        #expect(try log(database) == [1])
    }

    @Test("It ends with a rolled back write, when it is dropped, and with its table")
    func ends() throws {
        let database = try open(.file)
        struct Rollback: Error {}
        #expect(throws: Rollback.self) {
            try database.write { db in
                try db.execute(
                    script: "CREATE TEMP TRIGGER rolled BEFORE DELETE ON log BEGIN SELECT 1; END")
                throw Rollback()
            }
        }
        func triggers() throws -> [String] {
            try database.write { db in
                try db.rows("SELECT name FROM sqlite_temp_schema", as: String.self)
            }
        }
        #expect(try triggers() == ["logs"])
        try database.write { db in
            try db.execute(
                script: "CREATE TEMP TRIGGER other BEFORE DELETE ON log BEGIN SELECT 1; END")
            try db.execute("DROP TRIGGER logs")
        }
        #expect(try triggers() == ["other"])
        try database.write { db in
            try db.execute(script: "PRAGMA cache_size = 17; DROP TABLE log")
        }
        #expect(try triggers() == [])
    }

    @Test("A trigger on a temporary table ends with it, and does not move to a table of the file")
    func temporaryTable() throws {
        let database = try open(.file)
        try database.write { db in
            try db.execute(
                script: """
                    CREATE TEMP TABLE log(x);
                    CREATE TEMP TRIGGER hidden BEFORE INSERT ON log BEGIN
                        SELECT raise(ABORT, 'hidden');
                    END;
                    """)
        }
        try insert(1, database)
        #expect(try log(database) == [1])
    }

    @Test(
        "A trigger that uses what ends with the write ends with the write, too",
        arguments: Kind.allCases, ["INSERT", "UPDATE", "DELETE"])
    func uses(_ kind: Kind, _ event: String) throws {
        let database = try open(kind)
        try database.writeWithoutTransaction { db in
            try db.add(function: "one") { () in 1 }
            try db.execute(
                script: """
                    CREATE TEMP TABLE scratch(x);
                    ATTACH ':memory:' AS other;
                    CREATE TABLE other.attached(x);
                    CREATE TEMP TRIGGER "a ""table" AFTER \(event) ON numbers BEGIN
                        INSERT INTO scratch VALUES (1);
                    END;
                    CREATE TEMP TRIGGER file AFTER \(event) ON main.numbers BEGIN
                        DELETE FROM attached;
                    END;
                    CREATE TEMP TRIGGER function BEFORE \(event) ON numbers WHEN one() BEGIN
                        SELECT 1;
                    END;
                    CREATE TEMP TRIGGER later AFTER \(event) ON numbers BEGIN
                        INSERT INTO log VALUES ('\(event)');
                    END;
                    """)
        }
        let names = try database.write { db in
            try db.rows("SELECT name FROM sqlite_temp_schema ORDER BY 1", as: String.self)
        }
        #expect(names == ["later", "logs"])
        try insert(1, database)
        try database.write { db in
            try db.execute("UPDATE numbers SET x = x")
            try db.execute("DELETE FROM numbers")
        }
        let count = try database.read { db in
            try db.value("SELECT count(*) FROM log WHERE x = \(event)", as: Int.self)
        }
        #expect(count == 1)
    }

    @Test("It moves if an authorizer denies another change of its table")
    func denied() throws {
        let configuration = Database.Configuration {
            $0.onOpen = { connection in
                try connection.setAuthorizer(
                    Authorizer { action in
                        action.kind == .delete(table: "numbers") ? .deny : .allow
                    })
            }
        }
        let database = try open(.file, configuration)
        try database.writeWithoutTransaction { db in try db.execute("PRAGMA cache_size = 17") }
        try insert(1, database)
        #expect(try log(database) == [1])
    }

    @Test("A trigger on a view moves")
    func view() throws {
        let database = try open(.file)
        try database.write { db in
            try db.execute(
                script: """
                    CREATE VIEW shown AS SELECT x, x + 1 AS y FROM numbers;
                    CREATE TEMP TRIGGER inserts INSTEAD OF INSERT ON shown BEGIN
                        INSERT INTO numbers VALUES (new.x);
                    END;
                    PRAGMA cache_size = 17;
                    """)
        }
        try database.write { db in try db.execute("INSERT INTO shown VALUES (1, 2)") }
        #expect(try log(database) == [1])
    }

    @Test("A trigger that a read creates ends with the read")
    func reading() throws {
        let database = try open(.file)
        try database.read { db in
            try db.execute(
                script: "CREATE TEMP TRIGGER other AFTER INSERT ON numbers BEGIN SELECT 1; END")
        }
        let count = try database.read { db in
            try db.value("SELECT count(*) FROM sqlite_temp_schema", as: Int.self)
        }
        #expect(count == 0)
    }

    @Test("It is not created again if another program has dropped its table")
    func droppedTable() throws {
        let path = NSTemporaryDirectory() + "trigger-\(UUID()).db"
        defer { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }
        let database = try Database(path: path)
        try database.write { db in
            try db.execute(
                script: """
                    CREATE TABLE numbers(x);
                    CREATE TEMP TRIGGER fails AFTER INSERT ON numbers BEGIN
                        SELECT raise(ABORT, 'fails');
                    END;
                    PRAGMA cache_size = 17;
                    """)
        }
        try Connection(path: path).execute("DROP TABLE numbers")
        try database.write { db in try db.execute("CREATE TABLE numbers(x)") }
        try insert(1, database)
        #expect(try database.read { db in try db.value("SELECT x FROM numbers") } == 1)
    }
}
