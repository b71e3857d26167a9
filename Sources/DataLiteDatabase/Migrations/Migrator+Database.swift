// Migrating a database whose connections are shared.

extension Migrator {
    /// Runs the pending migrations on the writer connection. Reads continue during the migrations and never see one
    /// that is partly applied.
    ///
    /// - Parameters:
    ///   - name: The last migration to run, or `nil` to run all.
    ///   - interval: If it is not `nil`, `progress` is also called while a migration runs, at most once in this time,
    ///     to show that it is alive. An error that it throws while a migration runs rolls back this migration.
    ///   - progress: Called after each migration, when it is committed. If it throws, no other migration runs. It must
    ///     not write to the database.
    /// - Returns: The names of the migrations that were run.
    /// - Throws: The errors of `migrate(_:upTo:)` on a connection.
    @discardableResult
    public func migrate(
        _ database: any DatabaseProtocol, upTo name: String? = nil,
        reportingEvery interval: Duration? = nil,
        progress: (MigrationProgress) throws -> Void = { _ in }
    ) throws -> [String] {
        try database.writeWithoutTransaction {
            try migrate($0, upTo: name, reportingEvery: interval, progress: progress)
        }
    }

    /// Runs the pending migrations on the writer connection. Reads continue during the migrations and never see one
    /// that is partly applied. Cancelling the task rolls back the running migration.
    @discardableResult
    public func migrate(
        _ database: any DatabaseProtocol, upTo name: String? = nil,
        reportingEvery interval: Duration? = nil,
        progress: @escaping @Sendable (MigrationProgress) throws -> Void = { _ in }
    ) async throws -> [String] {
        try await database.writeWithoutTransaction {
            try migrate($0, upTo: name, reportingEvery: interval, progress: progress)
        }
    }

    /// The names of the migrations that have not been applied, in the order in which they would run.
    public func pending(in database: any DatabaseProtocol) throws -> [String] {
        try database.read { try pending(in: $0) }
    }

    /// The names of the migrations that have not been applied, in the order in which they would run.
    public func pending(in database: any DatabaseProtocol) async throws -> [String] {
        try await database.read { try pending(in: $0) }
    }

    /// The migrations that the database has recorded, in the order in which they were applied.
    public func applied(in database: any DatabaseProtocol) throws -> [AppliedMigration] {
        try database.read { try applied(in: $0) }
    }

    /// The migrations that the database has recorded, in the order in which they were applied.
    public func applied(in database: any DatabaseProtocol) async throws -> [AppliedMigration] {
        try await database.read { try applied(in: $0) }
    }

    /// The state of each migration in the database.
    public func status(in database: any DatabaseProtocol) throws -> [MigrationStatus] {
        try database.read { try status(in: $0) }
    }

    /// The state of each migration in the database.
    public func status(in database: any DatabaseProtocol) async throws -> [MigrationStatus] {
        try await database.read { try status(in: $0) }
    }

    /// Checks that the applied migrations match the migrations in this migrator.
    public func check(_ database: any DatabaseProtocol) throws {
        try database.read { try check($0) }
    }

    /// Checks that the applied migrations match the migrations in this migrator.
    public func check(_ database: any DatabaseProtocol) async throws {
        try await database.read { try check($0) }
    }
}
