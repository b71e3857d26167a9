/// The rows of a statement as `Decodable` values, one at a time.
///
/// ```swift
/// let cursor = try connection.decodedCursor("SELECT * FROM users", as: User.self)
/// while let user = try cursor.nextRow() { print(user.name) }
/// ```
///
/// The statement is reset when the cursor reaches its end, fails, is closed or is released.
public typealias DecodedCursor<T: Decodable> = Cursor<T>

extension Cursor where Element: Decodable {
    /// The next row; `nil` after the last one. The same as `next()`.
    ///
    /// - Throws: what SQLite reports; a `DecodingError` for a row that cannot be decoded. Then the
    ///   cursor has ended. `SQLITE_MISUSE` from within the cursor's own step.
    @inlinable
    public func nextRow() throws -> Element? { try next() }
}
