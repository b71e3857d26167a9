import DataLiteDatabase
import DataLiteTestSupport
import Foundation
import Testing

@Suite struct `The history of a database` {
    private func migrated() throws -> Connection {
        let connection = try memory()
        try peopleMigrator().migrate(connection)
        return connection
    }

    @Test func `A changed script is reported`() throws {
        let connection = try migrated()
        let edited = peopleMigrator(first: "CREATE TABLE people(id INTEGER PRIMARY KEY, name)")
        #expect(throws: MigrationError.changed(["people"])) { try edited.check(connection) }
        let error = #expect(throws: MigrationError.changed(["people"])) {
            try edited.migrate(connection)
        }
        #expect(
            error?.localizedDescription == """
                applied migrations were changed: "people"; restore them, and make the changes in \
                another migration
                """)
        let status = try edited.status(in: connection)
        #expect(status.map(\.state) == [.changed, .applied, .applied])
        #expect(status[0].applied?.sql == peopleMigrator().status[0])
        #expect(status[0].sql == edited.status[0])
    }

    @Test("A renamed, removed or inserted migration is a change of the schema")
    func renamed() throws {
        let (text, notes) = ("CREATE TABLE people(id)", "CREATE TABLE notes(text)")
        func migrator(_ names: [(String, String)]) -> Migrator {
            var migrator = Migrator()
            for (name, sql) in names { migrator.add(name) { try $0.execute(SQL(raw: sql)) } }
            return migrator
        }
        let connection = try memory()
        try migrator([("people", text), ("notes", notes)]).migrate(connection)
        for other in [
            [("persons", text), ("notes", notes)], [("people", text)], [("notes", notes)], [],
            [("people", text), ("new", "SELECT 1"), ("notes", notes)],
        ] {
            #expect(try migrator(other).hasSchemaChanges(connection), "\(other)")
        }
        var later = migrator([("people", text), ("notes", notes), ("new", "SELECT 1")])
        #expect(try !later.hasSchemaChanges(connection))
        later = migrator([("people", text)])
        later.allowsUnknown = true
        #expect(try !later.hasSchemaChanges(connection))
        let renamed = migrator([("persons", text)])
        if try renamed.hasSchemaChanges(connection) { try connection.erase() }
        #expect(try renamed.migrate(connection) == ["persons"])
        #expect(try peopleMigrator(first: "CREATE TABLE persons(id)").hasSchemaChanges(connection))
    }

    @Test func `Changes in whitespace, comments and the case of keywords are ignored`() throws {
        let connection = try migrated()
        let edited = peopleMigrator(
            first: "-- People\ncreate table people( id integer primary key,name TEXT );")
        #expect(throws: MigrationError.changed(["people"])) { try edited.check(connection) }
        let same = peopleMigrator(
            first: "-- People\ncreate table people( id INTEGER primary key,\r\n name TEXT );")
        try same.check(connection)
    }

    @Test func `Scripts are not compared with closures`() throws {
        let connection = try migrated()
        var migrator = Migrator()
        migrator.add("people") { _ in }
        migrator.add("notes") { _ in }
        migrator.add("ages") { _ in }
        migrator.add("code") { _ in }
        #expect(try migrator.migrate(connection) == ["code"])
        var scripts = peopleMigrator()
        scripts.add("code", sql: "SELECT 1")
        #expect(try scripts.migrate(connection) == [])
    }

    @Test(arguments: ["table", "view"])
    func `Another table or view with the name of the history is reported`(type: String) throws {
        let connection = try memory()
        let definition = type == "table" ? "(x)" : " AS SELECT 1 AS x"
        try connection.execute("CREATE \(raw: type) datalite_migrations\(raw: definition)")
        let error = #expect(throws: SQLiteError.self) {
            try peopleMigrator().migrate(connection)
        }
        #expect(
            error?.message == """
                the \(type) "datalite_migrations" is not a table of migrations \
                (no such column: position); use another name with Migrator(table:)
                """)
    }

    @Test func `A database newer than the program is rejected`() throws {
        let connection = try migrated()
        var newer = peopleMigrator()
        for number in 1...7 { newer.add("new \(number)") { _ in } }
        try newer.migrate(connection)
        let unknown = (1...7).map { "new \($0)" }
        let error = #expect(throws: MigrationError.newerDatabase(unknown)) {
            try peopleMigrator().migrate(connection)
        }
        #expect(
            error?.description == """
                the database is newer than this program, which does not know its migrations \
                "new 1", "new 2", "new 3", "new 4", "new 5" and 2 more
                """)
        let status = try peopleMigrator().status(in: connection)
        #expect(
            status.map(\.state) == [.applied, .applied, .applied] + unknown.map { _ in .unknown })
        #expect(try peopleMigrator().pending(in: connection) == [])
    }

    @Test func `A migration inserted before applied ones is rejected`() throws {
        let connection = try migrated()
        var merged = Migrator()
        merged.add("people", sql: "CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT)")
        merged.add("branch") { db in try db.execute("CREATE TABLE branch(x)") }
        merged.add("notes") { _ in }
        merged.add("ages") { _ in }
        merged.add("last") { _ in }
        #expect(throws: MigrationError.outOfOrder(["branch"], before: "ages")) {
            try merged.migrate(connection)
        }
        #expect(
            try merged.status(in: connection).map(\.state)
                == [.applied, .outOfOrder, .applied, .applied, .pending])
        merged.allowsOutOfOrder = true
        #expect(try merged.migrate(connection) == ["branch", "last"])
        #expect(
            try merged.applied(in: connection).map(\.name)
                == ["people", "notes", "ages", "branch", "last"])
    }

    @Test func `Damaged migration records can be read`() throws {
        let connection = try migrated()
        try connection.execute(
            "UPDATE datalite_migrations SET applied_at = 'never' WHERE position = 1")
        try connection.execute("UPDATE datalite_migrations SET sql = X'FF00' WHERE position = 2")
        let applied = try peopleMigrator().applied(in: connection)
        #expect(applied.map(\.name) == ["people", "notes", "ages"])
        #expect(applied[0].date == nil)
        try connection.execute("UPDATE datalite_migrations SET name = X'FF' WHERE position = 3")
        #expect(throws: MigrationError.self) { try peopleMigrator().migrate(connection) }
        try connection.execute(
            script: "DROP TABLE datalite_migrations; CREATE TABLE datalite_migrations(x)")
        #expect(throws: SQLiteError.self) { try peopleMigrator().migrate(connection) }
    }
}

extension Migrator {
    /// The scripts in the status of a new database.
    fileprivate var status: [String?] {
        ((try? status(in: memory())) ?? []).map(\.sql)
    }
}

@Suite struct `Two connections that migrate at once` {
    @Test(arguments: [JournalMode.delete, .wal])
    func `Concurrent connections apply each migration once`(mode: JournalMode) throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/a.db"
            let setUp = try Connection(path: path)
            try setUp.setJournalMode(mode)
            try setUp.execute("CREATE TABLE counts(n)")
            var migrator = Migrator()
            for number in 0..<20 {
                migrator.add("\(number)") { db in
                    try db.execute("INSERT INTO counts VALUES (\(number))")
                }
            }
            let applied = Runs()
            DispatchQueue.concurrentPerform(iterations: 4) { [migrator] _ in
                applied.add(
                    Result {
                        let connection = try Connection(path: path) {
                            $0.busyTimeout = .seconds(600)
                        }
                        return try migrator.migrate(connection)
                    })
            }
            let names = try applied.results.flatMap { try $0.get() }
            #expect(names.count == 20)
            #expect(Set(names) == Set(migrator.names))
            #expect(try setUp.value("SELECT count(*) FROM counts") == 20)
            #expect(try migrator.applied(in: setUp).map(\.name) == migrator.names)
        }
    }

    /// The other connection migrates after this one reads the records and before it gets the lock.
    @Test func `A connection skips migrations that another applied in the meantime`() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/a.db"
            let first = try Connection(path: path)
            var migrator = Migrator()
            migrator.add("one") { db in try db.execute("CREATE TABLE one(x)") }
            migrator.add("two", sql: "CREATE TABLE two(x)")
            let all = migrator
            let delegate = MigratingDelegate {
                let names = try all.migrate(Connection(path: path))
                #expect(names == ["one", "two"])
            }
            first.add(traceDelegate: delegate)
            #expect(try all.migrate(first) == [])

            migrator.add("three") { _ in Issue.record("must not run") }
            var newer = all
            newer.add("four") { _ in }
            delegate.body = { [newer] in _ = try newer.migrate(Connection(path: path)) }
            #expect(throws: MigrationError.newerDatabase(["four"])) { try migrator.migrate(first) }
            #expect(delegate.calls == 2)
        }
    }

    @Test func `A lock timeout names the migration`() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/a.db"
            let other = try Connection(path: path)
            let connection = try Connection(path: path) { $0.busyTimeout = .zero }
            try other.transaction {
                let error = #expect(throws: SQLiteError.self) {
                    try peopleMigrator().migrate(connection)
                }
                #expect(error?.resultCode == .busy)
                #expect(error?.message == "migration \"people\": database is locked")
            }
            #expect(try connection.foreignKeys)
            #expect(try peopleMigrator().migrate(connection).count == 3)
        }
    }
}

extension Connection {
    fileprivate convenience init(
        path: String, _ change: (inout Configuration) -> Void
    ) throws(SQLiteError) {
        try self.init(path: path, configuration: Configuration(change))
    }
}

/// The results of several threads.
private final class Runs: Sendable {
    private let storage = Locked<[Result<[String], any Error>]>([])

    var results: [Result<[String], any Error>] { storage.withLock { $0 } }

    func add(_ result: Result<[String], any Error>) { storage.withLock { $0.append(result) } }
}

/// Calls a closure once before each immediate transaction that a connection begins.
private final class MigratingDelegate: ConnectionTraceDelegate {
    var body: (() throws -> Void)?
    private(set) var calls = 0

    init(_ body: @escaping () throws -> Void) { self.body = body }

    func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
        guard trace.unexpandedSQL.hasPrefix("BEGIN IMMEDIATE"), let body else { return }
        self.body = nil
        calls += 1
        do {
            try body()
        } catch {
            Issue.record(error)
        }
    }
}
