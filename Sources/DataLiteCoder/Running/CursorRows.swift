public import DataLiteCore

/// Decodes the rows of a cursor.
@usableFromInline
package final class CursorRows {
    private let coder: SQLiteCoder

    // SAFETY: read by copying and written by assignment, which releases no reader, so two accesses never overlap.
    @exclusivity(unchecked) private var reader: CodableRowReader?

    @usableFromInline init(_ coder: SQLiteCoder) { self.coder = coder }

    /// Decodes the current row of the statement.
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

    /// - Returns: The decoder for a type that decodes itself from a container. It takes over the reference to the
    ///   reader, which saves one retain per row.
    @usableFromInline
    func beginRow(_ row: CursorRow, _ type: any Decodable.Type) -> CurrentRow? {
        let reader = reader ?? newReader(row)
        return reader.beginRow(type) ? CurrentRow(reader) : nil
    }

    @inline(never)
    private func newReader(_ row: CursorRow) -> CodableRowReader {
        let reader = StatementCoders.reader(row.statement, coder)
        self.reader = reader
        return reader
    }

    @usableFromInline
    func readByForm<T: Decodable>(_ type: T.Type) throws -> T {
        guard let reader else { throw CodableRowReader.ended }
        return try reader.readByForm(type)
    }

    /// An error with the row number added, unless decoding the row closed its cursor.
    @usableFromInline
    func located(_ error: any Error) -> any Error { reader?.located(error) ?? error }

    @usableFromInline
    func end() {
        let ended = reader
        reader = nil
        ended?.end()
    }
}
