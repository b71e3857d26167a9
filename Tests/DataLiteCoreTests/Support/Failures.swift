import DataLiteCore
import Testing

/// The error that a closure throws.
func failure<R>(
    of body: () throws -> R, sourceLocation: SourceLocation = #_sourceLocation
) throws -> SQLiteError {
    try #require(throws: SQLiteError.self, sourceLocation: sourceLocation) { try body() }
}

extension SQLiteError {
    /// The code of the SQLite error that a function threw.
    var underlyingCode: ResultCode? { (underlyingError as? SQLiteError)?.resultCode }
}

/// A user-defined error.
struct Refused: Error, Equatable {
    var reason = "refused"
}
