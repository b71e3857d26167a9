import Foundation

/// The statements that a migration ran on a copy of a database.
public struct MigrationDryRun: Equatable, Sendable {
    /// The name of the migration.
    public let name: String

    /// The statements, with the values of their parameters, in the order in which they ran. A statement of a trigger is
    /// a comment with the trigger's name. For methods such as `alterTable`, only the statements that change the
    /// database are listed.
    public let statements: [String]
}

extension Migrator {
    /// Runs the pending migrations on a temporary copy of the database and returns the SQL that they ran, so that it
    /// can be reviewed first.
    ///
    /// ```swift
    /// for step in try migrator.dryRun(connection) {
    ///     print("--", step.name)
    ///     for statement in step.statements { print(statement + ";") }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The last migration to run, or `nil` to run all.
    ///   - configuration: The configuration of the copy, as for `rehearse(_:upTo:configuration:)`.
    /// - Returns: The pending migrations, in order.
    /// - Throws: The errors of `migrate(_:upTo:)`; `SQLITE_MISUSE` inside a transaction.
    public func dryRun(
        _ connection: some ConnectionProtocol, upTo name: String? = nil,
        configuration: Connection.Configuration = Connection.Configuration()
    ) throws -> [MigrationDryRun] {
        try withCopy(of: connection, configuration) { copy in
            let recorder = StatementRecorder()
            copy.add(traceDelegate: recorder)
            defer { copy.remove(traceDelegate: recorder) }
            var steps: [MigrationDryRun] = []
            // The bodies run on the copy only, so each can begin by clearing what was recorded before.
            try recording(recorder).migrate(copy, upTo: name) { progress in
                steps.append(
                    MigrationDryRun(
                        name: progress.name, statements: recorder.migration.withLock { $0 }))
            }
            return steps
        }
    }

    /// Runs the pending migrations on a temporary copy of the database, which may be read-only, and returns the SQL that
    /// they ran.
    public func dryRun(
        _ database: any DatabaseProtocol, upTo name: String? = nil,
        configuration: Connection.Configuration = Connection.Configuration()
    ) throws -> [MigrationDryRun] {
        try database.readingWithoutTransaction {
            try dryRun($0, upTo: name, configuration: configuration)
        }
    }

    /// Runs the pending migrations on a temporary copy of the database, which may be read-only, and returns the SQL that
    /// they ran.
    public func dryRun(
        _ database: any DatabaseProtocol, upTo name: String? = nil,
        configuration: Connection.Configuration = Connection.Configuration()
    ) async throws -> [MigrationDryRun] {
        try await database.readingWithoutTransaction {
            try dryRun($0, upTo: name, configuration: configuration)
        }
    }

    /// The migrator with migrations that tell a recorder when they begin and end.
    private func recording(_ recorder: StatementRecorder) -> Migrator {
        var migrator = self
        migrator.erasesDatabaseWhenChanged = false
        migrator.migrations = migrations.map { migration in
            Migration(
                name: migration.name, foreignKeys: migration.foreignKeys,
                body: .recorded(migration, recorder), isInTransaction: migration.isInTransaction,
                replaces: migration.replaces)
        }
        return migrator
    }
}

/// Records the statements of a connection while a migration runs.
final class StatementRecorder: ConnectionTraceDelegate, Sendable {
    private let isRunning = Locked(false)

    /// The statements of the migration that is running or has run.
    let migration = Locked<[String]>([])

    /// Records what runs in a closure.
    func record(_ body: () throws -> Void) rethrows {
        migration.withLock { $0 = [] }
        isRunning.withLock { $0 = true }
        defer { isRunning.withLock { $0 = false } }
        try body()
    }

    func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
        guard isRunning.withLock({ $0 }) else { return }
        // What `alterTable` and other methods read to do their work tells a reader nothing.
        if trace.isReadOnly, (connection as? Connection)?.runsSchemaMethod == true { return }
        let text = trace.expandedSQL
        migration.withLock { $0.append(text) }
    }
}

// MARK: - Rehearsal

extension Migrator {
    /// Runs the pending migrations on a temporary copy of the database. The database itself is only read.
    ///
    /// The copy is a file that needs about as much space as the database. C: `sqlite3_backup_init`.
    ///
    /// - Parameters:
    ///   - name: The last migration to run, or `nil` to run all.
    ///   - configuration: The configuration of the copy. It must add the functions, collations and keys that
    ///     the migrations and the schema need.
    /// - Returns: The names of the migrations that were run on the copy.
    /// - Throws: The errors of `migrate(_:upTo:)`; `SQLITE_MISUSE` inside a transaction.
    @discardableResult
    public func rehearse(
        _ connection: some ConnectionProtocol, upTo name: String? = nil,
        configuration: Connection.Configuration = Connection.Configuration()
    ) throws -> [String] {
        try withCopy(of: connection, configuration) { try migrate($0, upTo: name) }
    }

    /// Runs the pending migrations on a temporary copy of the database, which may be read-only. Other calls continue
    /// while they run, unless the database is in memory.
    ///
    /// - Parameters:
    ///   - name: The last migration to run, or `nil` to run all.
    ///   - configuration: The configuration of the copy: pass the configuration of the database.
    /// - Returns: The names of the migrations that were run on the copy.
    @discardableResult
    public func rehearse(
        _ database: any DatabaseProtocol, upTo name: String? = nil,
        configuration: Connection.Configuration = Connection.Configuration()
    ) throws -> [String] {
        try database.readingWithoutTransaction {
            try rehearse($0, upTo: name, configuration: configuration)
        }
    }

    /// Runs the pending migrations on a temporary copy of the database, which may be read-only. Other calls continue
    /// while they run, unless the database is in memory.
    ///
    /// - Parameters:
    ///   - name: The last migration to run, or `nil` to run all.
    ///   - configuration: The configuration of the copy: pass the configuration of the database.
    /// - Returns: The names of the migrations that were run on the copy.
    @discardableResult
    public func rehearse(
        _ database: any DatabaseProtocol, upTo name: String? = nil,
        configuration: Connection.Configuration = Connection.Configuration()
    ) async throws -> [String] {
        try await database.readingWithoutTransaction {
            try rehearse($0, upTo: name, configuration: configuration)
        }
    }

    /// Calls a closure with a temporary copy of a database. What stops the original stops the copy.
    func withCopy<R>(
        of connection: some ConnectionProtocol, _ configuration: Connection.Configuration,
        _ body: (Connection) throws -> R
    ) throws -> R {
        guard connection.isAutocommit else {
            throw SQLiteError.misuse("migrations cannot run on a copy inside a transaction")
        }
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("datalite-rehearsal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.appendingPathComponent("copy.sqlite").path
        let configuration = try configuration.rehearsing(connection)
        // `VACUUM INTO` uses the VFS of the original, which may not write files.
        guard let original = connection as? Connection else {
            try connection.execute("VACUUM INTO \(path)")
            let copy = try Connection(
                path: path, options: [.readwrite, .nomutex], configuration: configuration)
            return try body(copy)
        }
        let copy = try Connection(path: path, configuration: configuration)
        return try original.stopping(copy) {
            try original.transaction(.deferred) {
                try original.backup(to: copy, pagesPerStep: 1000)
            }
            return try body(copy)
        }
    }
}

extension DatabaseProtocol {
    /// Calls a closure that reads, with a connection without a transaction.
    func readingWithoutTransaction<R>(
        _ body: (any ConnectionProtocol) throws -> R
    ) throws -> R {
        guard let database = self as? Database else { return try writeWithoutTransaction(body) }
        return try database.unsafeRead(body)
    }

    func readingWithoutTransaction<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R {
        guard let database = self as? Database else {
            return try await writeWithoutTransaction(body)
        }
        return try await database.unsafeRead(body)
    }
}

extension ConnectionProtocol {
    /// Calls a closure that uses another connection, and stops that one when this one is stopped.
    func stopping<R>(_ other: Connection, while body: () throws -> R) rethrows -> R {
        guard let connection = sqliteConnection?.takeUnretainedValue() else { return try body() }
        return try connection.interruptHandle.passing(to: other.interruptHandle, while: body)
    }
}

extension Connection.Configuration {
    /// The configuration for a copy: foreign keys as on the original, and no waiting for the disk.
    fileprivate func rehearsing(
        _ original: some ConnectionProtocol
    ) throws(SQLiteError) -> Connection.Configuration {
        var configuration = self
        configuration.foreignKeys = try original.get(pragma: .foreignKeys) ?? foreignKeys
        configuration.synchronous = .off
        return configuration
    }
}
