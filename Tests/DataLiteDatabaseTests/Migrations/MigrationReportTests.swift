import DataLiteDatabase
import DataLiteTestSupport
import Testing

@Suite("A migration that reports while it runs")
struct MigrationReportTests {
    private static let longQuery: SQL = """
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 20000)
        SELECT max(x) FROM n
        """

    /// The second of three migrations is long.
    private func migrator(
        foreignKeys: Migrator.ForeignKeys = .checkedAtEnd,
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> Void = { db in
            _ = try db.rows(longQuery)
        }
    ) -> Migrator {
        var migrator = Migrator()
        migrator.add("first", sql: "CREATE TABLE first(a)")
        migrator.add("long", foreignKeys: foreignKeys) { db in
            try db.execute("CREATE TABLE long(a)")
            try body(db)
        }
        migrator.add("last", sql: "CREATE TABLE last(a)")
        return migrator
    }

    private func tables(_ db: some ConnectionProtocol) throws -> [String] {
        try db.rows(
            "SELECT name FROM sqlite_schema WHERE name IN ('first', 'long', 'last')",
            as: String.self)
    }

    @Test("A long migration reports several times before its end")
    func reports() throws {
        var reports: [MigrationProgress] = []
        let db = try memory()
        try migrator().migrate(db, reportingEvery: .zero) { reports.append($0) }
        let running = reports.filter { !$0.isCompleted }
        #expect(running.count > 10)
        #expect(running.filter { $0.name == "long" }.allSatisfy { $0.completedCount == 1 })
        #expect(reports.allSatisfy { $0.totalCount == 3 })
        #expect(reports.filter(\.isCompleted).map(\.name) == ["first", "long", "last"])
        #expect(reports.filter(\.isCompleted).map(\.completedCount) == [1, 2, 3])
        let long = reports.filter { $0.name == "long" }
        #expect(long.map(\.duration) == long.map(\.duration).sorted())
        #expect(long.last?.isCompleted == true)
    }

    @Test("Without an interval, and within a long one, only ends are reported")
    func ends() throws {
        for interval in [nil, Duration.seconds(1_000_000)] {
            var reports: [MigrationProgress] = []
            try migrator().migrate(memory(), reportingEvery: interval) { reports.append($0) }
            #expect(reports.map(\.isCompleted) == [true, true, true])
        }
    }

    @Test("No report arrives after the end")
    func noLaterReport() throws {
        var count = 0
        let db = try memory()
        try migrator().migrate(db, reportingEvery: .zero) { _ in count += 1 }
        let reported = count
        _ = try db.rows(Self.longQuery)
        #expect(count == reported)
    }

    @Test(
        "An error of a report rolls the migration back, and a later run applies it",
        arguments: [false, true])
    func cancelling(catches: Bool) throws {
        let db = try memory()
        let migrator = migrator(foreignKeys: catches ? .unchecked : .checkedAtEnd) { db in
            // A migration that ignores errors is rolled back as well.
            do { _ = try db.rows(Self.longQuery) } catch { guard catches else { throw error } }
        }
        var count = 0
        #expect(throws: CancellationError.self) {
            try migrator.migrate(db, reportingEvery: .zero) { report in
                guard report.name == "long" else { return }
                count += 1
                if count == 3 { throw CancellationError() }
            }
        }
        #expect(count == 3)
        #expect(try tables(db) == ["first"])
        #expect(db.isAutocommit)
        #expect(try db.foreignKeys)
        #expect(try migrator.pending(in: db) == ["long", "last"])
        #expect(try migrator.migrate(db) == ["long", "last"])
        #expect(try tables(db) == ["first", "long", "last"])
    }

    @Test("An error of SQLite that a report throws is thrown unchanged")
    func sqliteError() throws {
        let thrown = SQLiteError(.full, message: "no space")
        let error = try failure {
            try migrator().migrate(memory(), reportingEvery: .zero) { _ in throw thrown }
        }
        #expect(error.resultCode == .full)
        #expect(error.message == "no space")
    }

    @Test("Handlers and limits of the migration work as without reports")
    func ownHandler() throws {
        let calls = Locked(0)
        let own = migrator { db in
            try db.withProgressHandler(every: 100) {
                calls.withLock { $0 += 1 }
                return true
            } _: {
                _ = try db.rows(Self.longQuery)
            }
            _ = try db.rows(Self.longQuery)
        }
        let db = try memory()
        var count = 0
        try own.migrate(db, reportingEvery: .zero) { _ in count += 1 }
        #expect(calls.withLock { $0 } > 1000)
        #expect(count > 20)

        let limited = migrator { db in
            try db.withQueryLimits(QueryLimits(instructions: 5000)) {
                _ = try db.rows(Self.longQuery)
            }
        }
        let error = try failure {
            try limited.migrate(memory(), reportingEvery: .zero) { _ in }
        }
        #expect(error.resultCode == .interrupt)
        #expect(error.message.contains("the limit of 5000 instructions is exceeded"))
    }

    @Test("Limits around the migrations interrupt them")
    func outerLimit() throws {
        let db = try memory()
        let error = try failure {
            try db.withQueryLimits(QueryLimits(instructions: 50_000)) {
                _ = try migrator().migrate(db, reportingEvery: .zero) { _ in }
            }
        }
        #expect(error.resultCode == .interrupt)
        #expect(try tables(db) == ["first"])
    }

    @Test("A report of a running migration cannot use the connection")
    func ownConnection() throws {
        let db = try memory()
        let error = try failure {
            try migrator().migrate(db, reportingEvery: .zero) { _ in
                try db.execute("CREATE TABLE other(a)")
            }
        }
        #expect(
            error.message == "a progress handler must not use the connection that is calling it")
    }

    @Test("Migrations of a database report while they run")
    func database() async throws {
        let database = try Database.inMemory()
        let count = Locked(0)
        try await migrator().migrate(database, reportingEvery: .zero) { report in
            if !report.isCompleted { count.withLock { $0 += 1 } }
        }
        #expect(count.withLock { $0 } > 10)
        try await database.erase()
        var reports = 0
        func migrate() throws {
            try migrator().migrate(database, reportingEvery: .zero) { _ in reports += 1 }
        }
        try migrate()
        #expect(reports > 10)
    }
}
