/// The migrations of a program, in order. Each migration updates the schema or the content of a database by one step.
///
/// ```swift
/// var migrator = Migrator()
/// migrator.add("create people") { db in
///     try db.execute(sql: "CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
/// }
/// migrator.add("add birthdays", sql: "ALTER TABLE people ADD COLUMN birthday TEXT")
/// try migrator.migrate(database)
/// ```
///
/// Each migration runs once on each database, in its own transaction unless it asks for none, and is recorded in the
/// table `datalite_migrations` of that database. Never change, rename or reorder a released migration;
/// add another migration instead.
public struct Migrator: Sendable {
    /// The treatment of foreign keys while a migration runs. The treatment has no effect on a connection that does not
    /// enforce foreign keys: nothing is checked.
    public enum ForeignKeys: Hashable, Sendable {
        /// Foreign keys are off while the migration runs, so that it can replace tables that other tables refer to.
        /// The whole database is checked at the end of the migration.
        case checkedAtEnd
        /// Foreign keys stay on: cascades run, and a violation fails immediately. The database is not checked at the
        /// end, which is faster for large databases.
        case enforced
        /// Foreign keys are off, and the database is not checked. For a series of migrations, check once: in the last
        /// of them.
        case unchecked
    }

    /// Whether a pending migration may run after a later one has already been applied, as happens when branches are
    /// merged. Otherwise that is an error.
    public var allowsOutOfOrder = false

    /// Whether the database may have migrations that are not in this migrator, because a newer version of the program
    /// has used it. Otherwise that is an error.
    ///
    /// Set this only if every migration keeps older versions of the program working.
    public var allowsUnknown = false

    /// Whether to erase the whole database and start over if its applied migrations do not match this migrator: an
    /// applied migration was changed, is unknown, or comes after a pending one.
    ///
    /// Use this only for development: all content is lost. A closure has no text to compare, so in debug builds, the
    /// applied migrations are also run on an empty database in memory, and its schema is compared; see
    /// ``hasSchemaChanges(_:)-(ConnectionProtocol)``. If one of them fails there, changed closures are not detected,
    /// and nothing is erased.
    public var erasesDatabaseWhenChanged = false

    /// The configuration of the databases in memory on which `adopt` of `DataLiteAltering` and
    /// ``hasSchemaChanges(_:)-(ConnectionProtocol)`` run the migrations. It must add the functions, collations and
    /// modules that the migrations need. Its `onOpen` can also create the tables of another
    /// migrator to which they refer; these tables are not compared.
    public var scratchConfiguration = Connection.Configuration()

    /// The table of the main database that records the applied migrations.
    public let table: String

    var migrations: [Migration] = []

    /// The table that records the migrations of a program.
    package static let defaultTable = "datalite_migrations"

    /// Creates a migrator without migrations.
    ///
    /// - Parameter table: The table that records the applied migrations. Two migrators for one file, such as those of a
    ///   program and of a library, need different tables.
    public init(table: String = "datalite_migrations") { self.table = table }

    /// The names of all migrations, in order.
    public var names: [String] { migrations.map(\.name) }

    /// Adds a migration written in Swift.
    ///
    /// - Parameters:
    ///   - name: A name that no other migration has. It is recorded, so it must never change.
    ///   - foreignKeys: The treatment of foreign keys while it runs.
    ///   - inTransaction: `false` for statements that cannot run in a transaction, such as `VACUUM` and
    ///     `PRAGMA journal_mode`. If the migration fails or the process ends, what it has done stays and the migration is
    ///     not recorded, so it runs again: it must be possible to repeat every statement. Two processes can run it at
    ///     the same time.
    ///   - body: A closure that makes the changes. It runs in a transaction, which it must not end. The connection must
    ///     not be used after the closure returns.
    public mutating func add(
        _ name: String, foreignKeys: ForeignKeys = .checkedAtEnd, inTransaction: Bool = true,
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> Void
    ) {
        migrations.append(
            Migration(
                name: name, foreignKeys: foreignKeys, body: .code(body),
                isInTransaction: inTransaction))
    }

    /// Adds a migration that runs a script.
    ///
    /// The text is recorded, so that later changes are detected, except in whitespace, comments and the letter case of
    /// keywords.
    ///
    /// - Parameters:
    ///   - name: A name that no other migration has. It is recorded, so it must never change.
    ///   - foreignKeys: The treatment of foreign keys while it runs. A script that begins with
    ///     `PRAGMA foreign_keys = ON` runs with foreign keys on.
    ///   - inTransaction: `false` for statements that cannot run in a transaction. If the migration fails, what it has done
    ///     stays, and it runs again.
    ///   - sql: The statements, at least one, without `BEGIN` and `COMMIT` if they run in a transaction.
    public mutating func add(
        _ name: String, foreignKeys: ForeignKeys = .checkedAtEnd, inTransaction: Bool = true,
        sql: String
    ) {
        let script = MigrationScript(text: sql, file: nil)
        migrations.append(
            Migration(
                name: name, foreignKeys: script.foreignKeys ?? foreignKeys, body: .script(script),
                isInTransaction: inTransaction))
    }
}

// MARK: - Running

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
    ///     to show that the migration is alive. In such a call, `progress` must not use the connection, and an error
    ///     that it throws rolls back the running migration. A connection that is not an SQLite connection, such as a
    ///     stub, reports only the end of each migration.
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

// MARK: - Database

// Migrating a database whose connections are shared.

extension Migrator {
    /// Runs the pending migrations on the writer connection. Reads continue during the migrations and never see one
    /// that is partly applied.
    ///
    /// - Parameters:
    ///   - name: The last migration to run, or `nil` to run all.
    ///   - interval: If it is not `nil`, `progress` is also called while a migration runs, at most once in this time,
    ///     to show that the migration is alive. An error that `progress` throws while a migration runs rolls back this
    ///     migration.
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
