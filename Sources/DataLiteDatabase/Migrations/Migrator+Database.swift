// The same on a database whose connections are shared.

extension Migrator {
    /// Runs the pending migrations on the connection that writes. Reads go on meanwhile, and see
    /// each migration as a whole.
    ///
    /// - Parameter name: The last migration to run; all of them if `nil`.
    /// - Returns: the names of the migrations that were run.
    /// - Throws: as on a connection.
    @discardableResult
    public func migrate(
        _ database: any DatabaseProtocol, upTo name: String? = nil
    ) throws -> [String] {
        try database.writeWithoutTransaction { try migrate($0, upTo: name) }
    }

    /// Runs the pending migrations on the connection that writes. Reads go on meanwhile, and see
    /// each migration as a whole. Cancelling the task rolls the running migration back.
    @discardableResult
    public func migrate(
        _ database: any DatabaseProtocol, upTo name: String? = nil
    ) async throws -> [String] {
        try await database.writeWithoutTransaction { try migrate($0, upTo: name) }
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

    /// How each migration relates to the database.
    public func status(in database: any DatabaseProtocol) throws -> [MigrationStatus] {
        try database.read { try status(in: $0) }
    }

    /// How each migration relates to the database.
    public func status(in database: any DatabaseProtocol) async throws -> [MigrationStatus] {
        try await database.read { try status(in: $0) }
    }

    /// Checks that the applied migrations match those of the program.
    public func check(_ database: any DatabaseProtocol) throws {
        try database.read { try check($0) }
    }

    /// Checks that the applied migrations match those of the program.
    public func check(_ database: any DatabaseProtocol) async throws {
        try await database.read { try check($0) }
    }
}
