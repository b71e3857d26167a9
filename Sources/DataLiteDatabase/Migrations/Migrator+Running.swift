extension Migrator {
    /// Runs the pending migrations on a connection, in order, and records them.
    ///
    /// Each runs in an immediate transaction of its own. One that fails is rolled back and leaves
    /// the database as it was before it; those before it stay applied. If another connection or
    /// process migrates at the same time, this waits for it, up to the busy timeout, and skips what
    /// it has applied.
    ///
    /// - Parameter name: The last migration to run; all of them if `nil`.
    /// - Returns: the names of the migrations that were run.
    /// - Throws: ``MigrationError``; an `SQLiteError` with the migration's name in its message, or
    ///   the file and line for a script; what else the closure of a migration throws, unchanged;
    ///   `SQLITE_MISUSE` inside a transaction.
    @discardableResult
    public func migrate(
        _ connection: some ConnectionProtocol, upTo name: String? = nil
    ) throws -> [String] {
        let last = try lastIndex(upTo: name)
        guard connection.isAutocommit else {
            throw SQLiteError(
                .misuse,
                message: "migrations run in transactions of their own, and one is already open")
        }
        var run = try MigrationRun(of: self, on: connection)
        return try run.migrate(migrations[..<last])
    }

    /// The names of the migrations that have not been applied, in the order in which they would run.
    public func pending(in connection: some ConnectionProtocol) throws -> [String] {
        try requireValid()
        return try MigrationHistory(of: connection).pending(of: migrations[...]).map(\.name)
    }

    /// The migrations that the database has recorded, in the order in which they were applied,
    /// including those that the program does not know.
    public func applied(in connection: some ConnectionProtocol) throws -> [AppliedMigration] {
        try MigrationHistory(of: connection).applied
    }

    /// How each migration relates to the database: those of the program in its order, then those
    /// that it does not know.
    public func status(in connection: some ConnectionProtocol) throws -> [MigrationStatus] {
        try requireValid()
        return try MigrationHistory(of: connection).statuses(of: migrations)
    }

    /// Checks that the applied migrations match those of the program, as `migrate(_:upTo:)` does
    /// before it runs one.
    ///
    /// - Throws: ``MigrationError/newerDatabase(_:)``, ``MigrationError/changed(_:)`` or
    ///   ``MigrationError/outOfOrder(_:before:)``.
    public func check(_ connection: some ConnectionProtocol) throws {
        try requireValid()
        if let conflict = conflict(with: try MigrationHistory(of: connection)) { throw conflict }
    }

    private func requireValid() throws(MigrationError) {
        var known: Set<String> = []
        for name in names where !known.insert(name).inserted { throw .duplicateName(name) }
    }

    /// The end of the migrations up to the one with a name.
    private func lastIndex(upTo name: String?) throws(MigrationError) -> Int {
        try requireValid()
        guard let name else { return migrations.count }
        guard let index = names.firstIndex(of: name) else { throw .unknownName(name) }
        return index + 1
    }
}
