/// A cursor over the rows of a statement, decoded one at a time.
///
/// ```swift
/// let cursor = try connection.decodedCursor("SELECT * FROM users", as: User.self)
/// while let user = try cursor.nextRow() { print(user.name) }
/// ```
///
/// The statement is reset when the cursor reaches its end, fails, is closed or is released.
public typealias DecodedCursor<T: Decodable> = Cursor<T>

extension Cursor where Element: Decodable {
    /// The next row; `nil` after the last one. Equivalent to `next()`.
    ///
    /// - Throws: An `SQLiteError` if SQLite reports an error, which ends the cursor, or a `DecodingError` if the row
    ///   cannot be decoded, after which the next call reads the next row. An `SQLiteError` with `SQLITE_MISUSE` if this is
    ///   called during the cursor's own step.
    @inlinable
    public func nextRow() throws -> Element? { try next() }
}
