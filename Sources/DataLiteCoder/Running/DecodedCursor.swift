public import DataLiteCore

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

extension ConnectionProtocol {
    @inlinable
    func cursor<T: Decodable>(
        _ request: consuming Request, _ coder: SQLiteCoder, _ type: T.Type
    ) throws -> Cursor<T> {
        let lease = try request.lease(on: self, coder)
        let rows = CursorRows(coder)
        return Cursor(on: self, lease, didEnd: { rows.end() }) { row in
            try rows.reader(row).read(type)
        }
    }
}

/// What reads the rows of a cursor.
@usableFromInline
final class CursorRows {
    private let coder: SQLiteCoder
    private var reader: RowReader?

    @usableFromInline init(_ coder: SQLiteCoder) { self.coder = coder }

    /// The reader for the statement that is on a row.
    @usableFromInline
    func reader(_ row: CursorRow) -> RowReader {
        if let reader { return reader }
        let reader = StatementCoders.reader(row.statement, coder)
        self.reader = reader
        return reader
    }

    @usableFromInline
    func end() {
        reader?.end()
        reader = nil
    }
}
