@_exported import DataLiteFetching
@_exported import DataLiteTestSupport
@_exported import QueryFixtures
import DataLiteDatabase
import Testing

/// The error that a closure throws.
func failure<R>(
    of body: () throws -> R, sourceLocation: SourceLocation = #_sourceLocation
) throws -> SQLiteError {
    try #require(throws: SQLiteError.self, sourceLocation: sourceLocation) { _ = try body() }
}

/// The error that an asynchronous closure throws.
func failure<R>(
    of body: () async throws -> R, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> SQLiteError {
    try await #require(throws: SQLiteError.self, sourceLocation: sourceLocation) {
        _ = try await body()
    }
}

/// A user-defined error.
struct Refused: Error, Equatable {}

/// A query that ends only when it is interrupted.
let endlessQuery: SQL =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
