import DataLiteCore

/// The state of a keyed container of rows. It can read most values without its reader.
final class RowContainer: RunContainer<CodableRowReader> {
    // SAFETY: the properties are read by copying and written by assignment, or changed by methods of `Array` that
    // call no user code, so two accesses never overlap.

    /// The statement of the run, if it is an SQLite `Statement`.
    ///
    /// SAFETY: valid while it is set, because the reader retains the statement and ends the run before releasing it.
    /// A container that the reader does not store is not notified of the end of a run, so its statement is `nil`.
    @exclusivity(unchecked) private(set) var statement: Unmanaged<Statement>?

    /// The columns of single-byte keys; empty for other keys.
    @exclusivity(unchecked) private var columns: [RowPlan.KeyColumn] = []

    override func begin(_ reader: CodableRowReader) {
        super.begin(reader)
        statement = reader.real
    }

    override func endRun() {
        super.endRun()
        statement = nil
    }

    /// The column of a key; `none` if it has not been looked up yet.
    @inline(__always)
    func column<Key: CodingKey>(of key: Key) -> RowPlan.KeyColumn {
        guard let byte = KeyByte.of(key), byte < columns.count else { return .none }
        return columns[byte]
    }

    func setColumn<Key: CodingKey>(_ column: RowPlan.KeyColumn, of key: Key) {
        guard let byte = KeyByte.of(key) else { return }
        let missing = byte + 1 - columns.count
        if missing > 0 { columns += repeatElement(.none, count: missing) }
        columns[byte] = column
    }
}
