public import DataLiteDatabase

/// A database for one test: a temporary file with the schema of the app, removed at the end of the test.
///
/// ```swift
/// @Test func `a book is found by its title`() throws {
///     let database = try TestDatabase(Library.migrator)
///     try Library(database).add("Emma")
///     #expect(try Library(database).titles() == ["Emma"])
/// }
/// ```
///
/// It is a `DatabaseProtocol`; ``database`` is the `Database` itself. The file is removed when the database is
/// closed, or when neither object is referenced any longer.
public final class TestDatabase: DatabaseProtocol {
    /// The database.
    public let database: Database

    /// Creates a database and migrates it.
    ///
    /// - Throws: Any error from opening or migrating the database.
    public init(
        _ migrator: Migrator? = nil,
        configuration: Database.Configuration = Database.Configuration()
    ) throws {
        database = try Database.temporary(configuration: configuration)
        try migrator?.migrate(database)
    }

    /// Creates a database with a schema and rows, given as SQL.
    ///
    /// - Throws: An `SQLiteError` if the database cannot be opened or the SQL fails.
    public init(
        schema: String, configuration: Database.Configuration = Database.Configuration()
    ) throws {
        database = try Database.temporary(configuration: configuration)
        try database.write { db in try db.execute(script: schema) }
    }

    /// The path of the file.
    public var path: String { database.path ?? "" }

    public func close() throws { try database.close() }

    public func close() async throws { try await database.close() }

    // MARK: - As a database

    public func read<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R {
        try database.read(body)
    }

    @discardableResult
    public func write<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R {
        try database.write(body)
    }

    @discardableResult
    public func writeWithoutTransaction<R>(
        _ body: (any ConnectionProtocol) throws -> R
    ) throws -> R {
        try database.writeWithoutTransaction(body)
    }

    public func read<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R {
        try await database.read(body)
    }

    @discardableResult
    public func write<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R {
        try await database.write(body)
    }

    @discardableResult
    public func writeWithoutTransaction<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R {
        try await database.writeWithoutTransaction(body)
    }

    public func values<Value: Sendable>(
        _ options: ObservationOptions, isDuplicate: (@Sendable (Value, Value) -> Bool)?,
        fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value
    ) -> ObservedValues<Value> {
        database.values(options, isDuplicate: isDuplicate, fetch: fetch)
    }
}
