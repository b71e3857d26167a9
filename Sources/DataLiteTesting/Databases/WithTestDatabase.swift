public import DataLiteDatabase

/// Runs a test with a temporary database, and closes and removes it at the end.
///
/// ```swift
/// try withTestDatabase(Library.migrator) { database in
///     try Library(database).add("Emma")
/// }
/// ```
///
/// - Parameters:
///   - migrator: The schema; `nil` for an empty database.
///   - configuration: Functions and collations, for example.
///   - body: The test.
/// - Returns: what the closure returns.
/// - Throws: what the closure throws; what opening, migrating and closing the database throw. Closing fails with
///   `SQLITE_BUSY` if a call still runs a minute after the closure has returned.
@discardableResult
public func withTestDatabase<R>(
    _ migrator: Migrator? = nil, configuration: Database.Configuration = Database.Configuration(),
    _ body: (Database) throws -> R
) throws -> R {
    let database = try TestDatabase(migrator, configuration: configuration).database
    let result: R
    do {
        result = try body(database)
    } catch {
        // The error of the test matters more.
        try? database.close(within: .seconds(60))
        throw error
    }
    try database.close(within: .seconds(60))
    return result
}

/// Runs an asynchronous test with a temporary database, and closes and removes it at the end: as the other
/// `withTestDatabase`.
@discardableResult
public func withTestDatabase<R>(
    _ migrator: Migrator? = nil, configuration: Database.Configuration = Database.Configuration(),
    isolation: isolated (any Actor)? = #isolation, _ body: (Database) async throws -> R
) async throws -> R {
    let database = try TestDatabase(migrator, configuration: configuration).database
    let result: R
    do {
        result = try await body(database)
    } catch {
        try? await database.close(within: .seconds(60))
        throw error
    }
    try await database.close(within: .seconds(60))
    return result
}
