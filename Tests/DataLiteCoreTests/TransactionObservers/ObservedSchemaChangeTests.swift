import DataLiteC
import Testing

@testable import DataLiteCore

@Suite(
    "A change of the schema and a transaction observer",
    .enabled(if: PreupdateFunctions.shared != nil))
struct ObservedSchemaChangeTests {
    private let connection: Connection
    private let log = ObserverLog()

    init() throws {
        connection = try Connection(location: .inMemory)
        try connection.execute(script: "CREATE TABLE t(id INTEGER PRIMARY KEY, x)")
        try connection.execute("INSERT INTO t VALUES (1, 'a')")
        try connection.add(transactionObserver: log)
    }

    private func events(of script: String) throws -> [String] {
        log.events = []
        try connection.execute(script: script)
        return log.events
    }

    @Test(
        "A change that concerns no observed table leaves the changed rows known",
        arguments: [
            "CREATE TEMP TABLE n(x)", "CREATE TEMP TABLE n(x); DROP TABLE n",
            "PRAGMA foreign_keys = ON", "BEGIN; CREATE TABLE z(x); ROLLBACK",
            "ATTACH ':memory:' AS aux", "ATTACH ':memory:' AS aux; DETACH aux",
            "SAVEPOINT s; CREATE TABLE z(x); ROLLBACK TO s; RELEASE s",
        ])
    func harmless(change: String) throws {
        try connection.execute(script: change)
        #expect(try events(of: "INSERT INTO t VALUES (2, 'b')") == ["t+2"])
        guard !change.contains("BEGIN"), !change.contains("foreign_keys") else { return }
        try connection.execute(script: "DROP TABLE IF EXISTS temp.n")
        if try connection.databaseNames.contains("aux") { try connection.execute("DETACH aux") }
        #expect(try events(of: "BEGIN; \(change); DELETE FROM t; COMMIT") == ["t-1 t-2"])
        #expect(try events(of: "INSERT INTO t VALUES (3, 'c')") == ["t+3"])
    }

    @Test("A database that is attached later is observed")
    func attached() throws {
        try connection.execute(script: "ATTACH ':memory:' AS aux; CREATE TABLE aux.q(x)")
        #expect(log.events == ["unknown"])
        #expect(try events(of: "INSERT INTO q VALUES (7)") == ["q+1"])
        #expect(try events(of: "DROP TABLE aux.q") == ["unknown"])
        try connection.execute("DETACH aux")
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let other = try Connection(path: path)
            try other.execute(script: "CREATE TABLE r(x); CREATE TABLE s(x)")
            try other.execute("INSERT INTO s VALUES (0)")
            try connection.execute("ATTACH \(path) AS aux")
            #expect(try events(of: "INSERT INTO r VALUES (1)") == ["r+1"])
            try connection.execute("DETACH aux")
            try connection.execute("ATTACH \(path) AS aux")
            #expect(try events(of: "DROP TABLE aux.s") == ["unknown"])
            #expect(try events(of: "INSERT INTO r VALUES (1); DELETE FROM t") == ["r+2", "t-1"])
            try connection.execute("DETACH aux")
        }
    }

    @Test("Changes of a database that is attached in the same transaction are unknown")
    func attachedInTransaction() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            // The same schema version, and another key.
            try connection.execute(script: "ATTACH ':memory:' AS aux; CREATE TABLE aux.q(x)")
            let other = try Connection(path: path)
            try other.execute("CREATE TABLE q(x TEXT PRIMARY KEY)")
            try other.close()
            let attaching = "DETACH aux; ATTACH '\(path)' AS aux"
            #expect(
                try events(
                    of: "BEGIN; \(attaching); INSERT INTO q VALUES ('a'); DELETE FROM t; COMMIT")
                    == ["unknown"])
            #expect(try events(of: "INSERT INTO q VALUES ('b')") == ["q+'b'"])
            #expect(
                try events(of: "BEGIN; \(attaching); INSERT INTO t VALUES (3, 'c'); COMMIT")
                    == ["t+3"])
            #expect(try events(of: "INSERT INTO q VALUES ('c')") == ["q+'c'"])
            try connection.execute("DETACH aux")
        }
    }

    @Test("A database that is attached with the C interface makes the next changes unknown")
    func attachedUnseen() throws {
        try connection.withUnsafeHandle {
            _ = sqlite3_exec($0, "ATTACH ':memory:' AS aux; CREATE TABLE aux.q(x)", nil, nil, nil)
        }
        #expect(log.events == ["unknown"])
        #expect(try events(of: "INSERT INTO q VALUES (7)") == ["q+1"])
    }

    @Test(
        "Rows of a table that a savepoint has replaced are not reported",
        arguments: [
            "SAVEPOINT s; \(replacement); ROLLBACK TO s; RELEASE s",
            "SAVEPOINT o; SAVEPOINT s; \(replacement); RELEASE s; ROLLBACK TO o; RELEASE o",
        ])
    func undone(script: String) throws {
        #expect(
            try events(of: "BEGIN; \(script); INSERT INTO t VALUES (3, 3); COMMIT") == ["unknown"])
        #expect(try events(of: "INSERT INTO t VALUES (4, 4)") == ["t+4"])
        try connection.transaction {
            #expect(throws: Refused.self) {
                try connection.savepoint {
                    try connection.execute(script: Self.replacement)
                    throw Refused(reason: "undo")
                }
            }
        }
        #expect(log.events == ["t+4", "unknown"])
    }

    /// Makes the second column the key, and inserts a row that has the key of an existing row in it.
    private static let replacement = """
        DROP TABLE t; CREATE TABLE t(x, id INTEGER PRIMARY KEY); INSERT INTO t VALUES ('b', 1)
        """

    @Test("A savepoint that undoes rows without a change of the schema leaves them known")
    func undoneRows() throws {
        try connection.execute("PRAGMA foreign_keys = ON")
        let script =
            "BEGIN; INSERT INTO t VALUES (2, 2); SAVEPOINT s; DELETE FROM t; ROLLBACK TO s; COMMIT"
        _ = try events(of: "INSERT INTO t VALUES (5, 5)")
        #expect(try events(of: script) == ["t+2 t~1 t~5"])
    }

    @Test("A new table does not read the keys of the others again")
    func newTable() throws {
        let count = { (name: String) in
            var count = 0
            let hook = try connection.onTrace { _ in count += 1 }
            try connection.execute("CREATE TABLE \(identifier: name)(id INTEGER PRIMARY KEY, x)")
            hook.cancel()
            return count
        }
        let first = try count("a")
        for name in ["b", "c", "d", "e"] { #expect(try count(name) == first) }
        #expect(try events(of: "INSERT INTO a VALUES (1, 'a')") == ["a+1"])
        let added = "ALTER TABLE b RENAME COLUMN id TO n; CREATE TABLE f(x PRIMARY KEY)"
        #expect(try events(of: added) == ["unknown", "unknown"])
        #expect(
            try events(of: "BEGIN; INSERT INTO b VALUES (2, 'b'); INSERT INTO f VALUES (3); COMMIT")
                == ["b+2 f+3"])
    }

    @Test(
        "VACUUM is reported as an unknown change",
        arguments: ["VACUUM", " -- rebuild\n vacuum main;", ";VACUUM"])
    func vacuum(sql: String) throws {
        #expect(try events(of: sql) == ["unknown"])
        #expect(try events(of: "INSERT INTO t VALUES (2, 'b')") == ["t+2"])
    }

    @Test("VACUUM INTO is not reported")
    func vacuumInto() throws {
        try withTemporaryDirectory { directory in
            let events = try events(of: "VACUUM INTO '\(directory)/copy.sqlite'")
            #expect(events == [])
        }
        #expect(try events(of: "INSERT INTO t VALUES (2, 'b')") == ["t+2"])
    }
}
