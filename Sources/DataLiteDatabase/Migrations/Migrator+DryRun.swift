/// The statements that a migration ran on a copy of a database.
public struct MigrationDryRun: Hashable, Sendable {
    /// The name of the migration.
    public let name: String

    /// The statements, with the values of their parameters, in the order in which they ran. A statement of a trigger is
    /// a comment with the trigger's name. Of methods such as `alterTable`, these are the statements that change the
    /// database.
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
