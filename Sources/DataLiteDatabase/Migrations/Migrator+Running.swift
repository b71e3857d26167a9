extension Migrator {
    /// Runs the pending migrations on a connection, in order, and records them.
    ///
    /// Each migration runs in its own immediate transaction. A failed migration is rolled back; earlier migrations stay
    /// applied. If another connection or process migrates at the same time, this call waits for the other one, up to
    /// the busy timeout, and skips the migrations that the other one has applied.
    ///
    /// - Parameters:
    ///   - name: The last migration to run, or `nil` to run all.
    ///   - interval: If it is not `nil`, `progress` is also called while a migration runs, at most once in this time,
    ///     to show that it is alive. Then it must not use the connection, and an error that it throws rolls back the
    ///     running migration. A connection that is not SQLite's, such as a stub, reports only the end of each migration.
    ///   - progress: Called after each migration, when it is committed, for example to report how long it took. If it
    ///     throws, no other migration runs.
    /// - Returns: The names of the migrations that were run.
    /// - Throws: ``MigrationError``; the error of `progress`; an `SQLiteError` with the migration's name in its message,
    ///   or the file and line for a script; any other error of a migration's closure, unchanged;
    ///   `SQLITE_MISUSE` inside a transaction.
    @discardableResult
    public func migrate(
        _ connection: some ConnectionProtocol, upTo name: String? = nil,
        reportingEvery interval: Duration? = nil,
        progress: (MigrationProgress) throws -> Void = { _ in }
    ) throws -> [String] {
        let last = try lastIndex(upTo: name)
        guard connection.isAutocommit else {
            throw SQLiteError.misuse(
                "migrations cannot run inside a transaction: each runs in its own")
        }
        return try withoutActuallyEscaping(progress) { progress in
            var run = try MigrationRun(
                of: self, on: connection, reportingEvery: interval, progress)
            return try run.migrate(last)
        }
    }

    /// The names of the migrations that have not been applied, in the order in which they would run.
    public func pending(in connection: some ConnectionProtocol) throws -> [String] {
        try requireValid()
        let history = try self.history(of: connection)
        return history.pending(of: planned(migrations.count, for: history)[...]).map(\.name)
    }

    /// The migrations that the database has recorded, in the order in which they were applied,
    /// including migrations that are not in this migrator.
    public func applied(in connection: some ConnectionProtocol) throws -> [AppliedMigration] {
        try history(of: connection).applied
    }

    /// The state of each migration in the database: first the migrations in this migrator, in order, then recorded
    /// migrations that are not in it. A baseline and the migrations that it replaces are listed if they concern the
    /// database.
    public func status(in connection: some ConnectionProtocol) throws -> [MigrationStatus] {
        try requireValid()
        let history = try self.history(of: connection)
        guard !baselines.isEmpty else { return history.statuses(of: migrations) }
        let plan = MigrationPlan(of: self, for: history)
        return history.statuses(of: plan.migrations, replaced: plan.replaced)
    }

    /// Checks that the applied migrations match the migrations in this migrator, as `migrate(_:upTo:)` does before it
    /// runs a migration.
    ///
    /// - Throws: ``MigrationError/newerDatabase(_:)``, ``MigrationError/changed(_:)`` or
    ///   ``MigrationError/outOfOrder(_:before:)``.
    public func check(_ connection: some ConnectionProtocol) throws {
        try requireValid()
        if let conflict = conflict(with: try history(of: connection)) { throw conflict }
    }

    package func history(of connection: any ConnectionProtocol) throws -> MigrationHistory {
        try MigrationHistory(of: connection, table: table)
    }

    func requireValid() throws(MigrationError) {
        var known: Set<String> = []
        for name in names where !known.insert(name).inserted { throw .duplicateName(name) }
        try requireBaselinesAfterReplaced()
    }

    /// The number of migrations up to and including the named one; for `nil`, the number of all migrations.
    package func lastIndex(upTo name: String?) throws(MigrationError) -> Int {
        try requireValid()
        guard let name else { return migrations.count }
        guard let index = names.firstIndex(of: name) else { throw .unknownName(name) }
        return index + 1
    }
}
