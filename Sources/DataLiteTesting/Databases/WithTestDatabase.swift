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
///   - configuration: The configuration, for example with functions and collating sequences.
///   - body: The test.
/// - Returns: The result of the closure.
/// - Throws: Any error thrown by the closure, or by opening, migrating or closing the database. Closing fails with
///   `SQLITE_BUSY` if a call is still running one minute after the closure returns.
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
        // The error of the test takes precedence.
        try? database.close(within: .seconds(60))
        throw error
    }
    try database.close(within: .seconds(60))
    return result
}

/// Runs an asynchronous test with a temporary database, and closes and removes it at the end.
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
