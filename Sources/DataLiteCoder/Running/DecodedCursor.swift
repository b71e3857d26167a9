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
            try rows.read(row, type)
        }
    }
}

/// What reads the rows of a cursor.
@usableFromInline
final class CursorRows {
    private let coder: SQLiteCoder

    // SAFETY: read by copying and written by assignment, which releases no reader; so two accesses never overlap.
    @exclusivity(unchecked) private var reader: RowReader?

    @usableFromInline init(_ coder: SQLiteCoder) { self.coder = coder }

    /// The row that the statement is on.
    @inlinable
    @inline(__always)
    func read<T: Decodable>(_ row: CursorRow, _ type: T.Type) throws -> T {
        guard let decoder = beginRow(row, type) else { return try readByForm(type) }
        do {
            return try T(from: consume decoder)
        } catch {
            throw located(error)
        }
    }

    /// - Returns: The decoder for a type that reads itself, by way of a container. It takes over the reference to
    ///   the reader, which saves one for each row.
    @usableFromInline
    func beginRow(_ row: CursorRow, _ type: any Decodable.Type) -> CurrentRow? {
        let reader = reader ?? newReader(row)
        return reader.beginRow(type) ? CurrentRow(reader) : nil
    }

    @inline(never)
    private func newReader(_ row: CursorRow) -> RowReader {
        let reader = StatementCoders.reader(row.statement, coder)
        self.reader = reader
        return reader
    }

    @usableFromInline
    func readByForm<T: Decodable>(_ type: T.Type) throws -> T {
        guard let reader else { throw RowReader.ended }
        return try reader.readByForm(type)
    }

    /// An error with the row that it is about, unless the row has closed its cursor.
    @usableFromInline
    func located(_ error: any Error) -> any Error { reader?.located(error) ?? error }

    @usableFromInline
    func end() {
        let ended = reader
        reader = nil
        ended?.end()
    }
}
