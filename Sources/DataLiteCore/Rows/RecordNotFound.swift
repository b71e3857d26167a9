/// The reason an update of one row failed: no row has its key.
///
/// It is the `underlyingError` of an ``SQLiteError`` with `SQLITE_NOTFOUND`.
///
/// ```swift
/// do {
///     try album.update(db)
/// } catch where error.resultCode == .notFound {
///     print(error)  // SQLiteError(12): no row of "albums" has the key "id": 7
/// } catch {
///     throw error
/// }
/// ```
public struct RecordNotFound: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the table.
    public let table: String

    /// The columns of the key and their values as they would be stored.
    public let key: SQLiteRow

    /// Creates the reason.
    ///
    /// - Parameters:
    ///   - table: The name of the table.
    ///   - key: The columns of the key and their values.
    public init(table: String, key: SQLiteRow) {
        self.table = table
        self.key = key
    }

    /// The table and the key. Long names and values are truncated.
    public var description: String {
        let columns = MessageText.list(key) {
            "\"\(MessageText.name($0.column))\": \(MessageText.name($0.value.sqliteLiteral))"
        }
        return "no row of \"\(MessageText.name(table))\" has the key \(columns)"
    }
}

extension SQLiteError {
    /// A row that should exist, but does not.
    package static func recordNotFound(_ reason: RecordNotFound) -> SQLiteError {
        SQLiteError(.notFound, message: reason.description, underlyingError: reason)
    }
}
