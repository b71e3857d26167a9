/// A run of a migrator on a connection that is not in a transaction.
struct MigrationRun {
    private let migrator: Migrator
    private let connection: any ConnectionProtocol
    private let interval: Duration?
    private let progress: (MigrationProgress) throws -> Void
    private var history: MigrationHistory
    /// Whether another connection has migrated, which can change what is to be run.
    private var hasNewPlan = false

    /// - Parameter interval: The time between two reports of a running migration; `nil` for none.
    init(
        of migrator: Migrator, on connection: any ConnectionProtocol,
        reportingEvery interval: Duration?, _ progress: @escaping (MigrationProgress) throws -> Void
    ) throws {
        self.migrator = migrator
        self.connection = connection
        self.interval = interval
        self.progress = progress
        history = try migrator.history(of: connection)
    }

    /// Runs the pending migrations among the first ones.
    ///
    /// - Returns: The names of the migrations that were run.
    mutating func migrate(_ count: Int) throws -> [String] {
        let conflict = migrator.conflict(with: history)
        if let conflict, !migrator.erasesDatabaseWhenChanged { throw conflict }
        let erases = try conflict != nil || migrator.hasChangedCode(history, on: connection)
        let pending = pending(count, in: erases ? MigrationHistory(table: history.table) : history)
        for migration in pending { try migration.requireRunnable() }
        guard erases || !pending.isEmpty else { return [] }

        var foreignKeys = try ForeignKeyEnforcement(connection)
        do {
            if erases { try erase(&foreignKeys, isConflict: conflict != nil) }
            let names = try applyPending(count, &foreignKeys)
            try foreignKeys.restore()
            return names
        } catch {
            try foreignKeys.restore(after: error, of: "migration")
            throw error
        }
    }

    /// - Returns: The names of the migrations that were run.
    private mutating func applyPending(
        _ count: Int, _ foreignKeys: inout ForeignKeyEnforcement
    ) throws -> [String] {
        var names: [String] = []
        var pending = pending(count, in: history)[...]
        for _ in 0..<2 * migrator.migrations.count {
            guard let migration = pending.first else { break }
            let reporter = MigrationReporter(
                migration.name, completedCount: names.count,
                totalCount: names.count + pending.count, every: interval, progress)
            hasNewPlan = false
            if try apply(migration, of: count, &foreignKeys, reporter) {
                names.append(migration.name)
                pending.removeFirst()
                try reporter.reportCompletion()
            }
            if hasNewPlan {
                // Each migration runs once, whatever the database says that it has recorded.
                let run = Set(names)
                pending = self.pending(count, in: history).filter { !run.contains($0.name) }[...]
            }
        }
        return names
    }

    private func pending(_ count: Int, in history: MigrationHistory) -> [Migration] {
        history.pending(of: migrator.planned(count, for: history)[...])
    }

    /// - Returns: Whether the migration was run: `false` if another connection has applied it, or others that replace
    ///   it or that it replaces.
    private mutating func apply(
        _ migration: Migration, of count: Int, _ foreignKeys: inout ForeignKeyEnforcement,
        _ reporter: MigrationReporter
    ) throws -> Bool {
        do {
            try migration.requireRunnable()
            let isEnforced = foreignKeys.initiallyEnabled
            try foreignKeys.set(migration.foreignKeys == .enforced)
            guard migration.isInTransaction else {
                return try applyAlone(migration, of: count, isEnforced, reporter)
            }
            let position = try connection.transaction(.immediate) { () throws -> Int64? in
                guard try isPending(migration, of: count) else { return nil }
                let wasAutocommit = connection.isAutocommit
                try reporter.run(on: connection) {
                    try runAndEndStatements(migration)
                    // If the migration has ended its transaction, `transaction` throws, and nothing is recorded.
                    guard connection.isAutocommit == wasAutocommit else { return }
                    try requireForeignKeys(migration, isEnforced)
                }
                guard connection.isAutocommit == wasAutocommit else { return nil }
                try history.record(migration, on: connection)
                return connection.lastInsertRowID
            }
            guard let position else { return false }
            history.didRecord(migration, position: position)
            return true
        } catch {
            throw reporter.failure ?? migration.named(error)
        }
    }

    /// Runs a migration without a transaction, and records it if no other connection has done so in the meantime.
    private mutating func applyAlone(
        _ migration: Migration, of count: Int, _ isEnforced: Bool, _ reporter: MigrationReporter
    ) throws -> Bool {
        guard
            try connection.transaction(.immediate, { try isPending(migration, of: count) })
        else { return false }
        do {
            try reporter.run(on: connection) {
                try runAndEndStatements(migration)
                guard connection.isAutocommit else {
                    throw SQLiteError.misuse("it has begun a transaction and not ended it")
                }
                try requireForeignKeys(migration, isEnforced)
            }
        } catch {
            if !connection.isAutocommit { try? connection.rollbackTransaction() }
            throw error
        }
        let position = try connection.transaction(.immediate) { () throws -> Int64? in
            if try history.refresh(from: connection) { hasNewPlan = true }
            guard !history.contains(migration.name) else { return nil }
            try history.record(migration, on: connection)
            return connection.lastInsertRowID
        }
        if let position { history.didRecord(migration, position: position) }
        return true
    }

    /// Whether no other connection has applied the migration since the records were read. Creates their table.
    private mutating func isPending(_ migration: Migration, of count: Int) throws -> Bool {
        try history.createTable(on: connection)
        guard try history.refresh(from: connection) else { return true }
        hasNewPlan = true
        if let conflict = migrator.conflict(with: history) { throw conflict }
        return pending(count, in: history).contains { $0.name == migration.name }
    }

    private func requireForeignKeys(_ migration: Migration, _ isEnforced: Bool) throws {
        guard isEnforced, migration.foreignKeys == .checkedAtEnd else { return }
        try ForeignKeyViolation.requireNone(in: connection, after: migration.name)
    }

    /// Runs a migration, and ends the statements that it keeps open: they would prevent the commit, or lock the tables
    /// of the next migration.
    private func runAndEndStatements(_ migration: Migration) throws {
        let connection = connection as? Connection
        let wasIdle = connection?.hasRunningStatement == false
        try migration.run(on: self.connection)
        if wasIdle { connection?.abortStatements() }
    }

    private mutating func erase(
        _ foreignKeys: inout ForeignKeyEnforcement, isConflict: Bool
    ) throws {
        // Dropping a table deletes its rows first, which could violate foreign keys.
        try foreignKeys.set(false)
        history = try connection.transaction(.immediate) {
            let current = try migrator.history(of: connection)
            // Another connection may have started over since the records were read.
            let isDone =
                isConflict
                ? migrator.conflict(with: current) == nil
                : try !migrator.hasChangedCode(current, on: connection)
            guard !isDone else { return current }
            try DatabaseEraser(connection: connection).erase()
            return MigrationHistory(table: current.table)
        }
    }
}

extension Migration {
    fileprivate func requireRunnable() throws(MigrationError) {
        switch body {
        case .code: break
        case .script(let script):
            try script.requireRunnable(name, isInTransaction: isInTransaction)
        case .recorded(let migration, _): try migration.requireRunnable()
        }
    }
}

// MARK: - MigrationReporter

/// Reports the progress of one migration.
final class MigrationReporter {
    private let name: String
    private let completedCount: Int
    private let totalCount: Int
    private let interval: Duration?
    private let report: (MigrationProgress) throws -> Void
    private let start = ContinuousClock.now
    private var lastReport: ContinuousClock.Instant

    /// The error of a report that has ended the migration.
    private(set) var failure: (any Error)?

    /// - Parameters:
    ///   - completedCount: The number of migrations that are done.
    ///   - interval: The time between two reports while the migration runs; `nil` for none.
    init(
        _ name: String, completedCount: Int, totalCount: Int, every interval: Duration?,
        _ report: @escaping (MigrationProgress) throws -> Void
    ) {
        self.name = name
        self.completedCount = completedCount
        self.totalCount = totalCount
        self.interval = interval
        self.report = report
        lastReport = start
    }

    /// Runs the part of a migration that precedes its commit. A commit is not interrupted: it might be done.
    ///
    /// - Throws: The error of a report, even if the migration has caught that its statement was interrupted.
    func run(on connection: any ConnectionProtocol, _ body: () throws -> Void) throws {
        guard let interval, connection.sqliteConnection != nil else { return try body() }
        let result = Result {
            try connection.withProgressHandler({ self.shouldContinue(interval) }, body)
        }
        if let failure { throw failure }
        try result.get()
    }

    private func shouldContinue(_ interval: Duration) -> Bool {
        let now = ContinuousClock.now
        guard lastReport.duration(to: now) >= interval else { return true }
        do {
            try report(progress(isCompleted: false, now))
            // The time that the report took does not count.
            lastReport = .now
            return true
        } catch {
            failure = error
            return false
        }
    }

    func reportCompletion() throws {
        try report(progress(isCompleted: true, .now))
    }

    private func progress(
        isCompleted: Bool, _ now: ContinuousClock.Instant
    ) -> MigrationProgress {
        MigrationProgress(
            name: name, isCompleted: isCompleted,
            completedCount: completedCount + (isCompleted ? 1 : 0), totalCount: totalCount,
            duration: start.duration(to: now))
    }
}

// MARK: - MigrationProgress

/// A migration that was run and committed, or one that is running, and how many migrations of the run are left.
public struct MigrationProgress: Sendable {
    /// The name of the migration.
    public let name: String

    /// Whether the migration is committed. It is `false` only in reports that `reportingEvery:` asks for.
    public let isCompleted: Bool

    /// The number of migrations of this run that are done, including this one if it is committed.
    public let completedCount: Int

    /// The number of migrations that were pending when the run began.
    public let totalCount: Int

    /// How long the migration took, including its commit and its check of foreign keys, or has been running.
    public let duration: Duration
}
