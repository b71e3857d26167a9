import DataLiteCore

/// What a keyed container of rows refers to, with what it needs to read most values by itself.
final class RowContainer: RunContainer<CodableRowReader> {
    // SAFETY: the properties are read by copying and written by assignment, or changed by a method of `Array`, and
    // that calls no code of the user; so two accesses never overlap.

    /// The statement of the run, if it is one of SQLite itself.
    ///
    /// SAFETY: valid while it is set, because the reader retains the statement and has ended the run before it
    /// releases it. A container that the reader does not store is not told that a run ends, and has none.
    @exclusivity(unchecked) private(set) var statement: Unmanaged<Statement>?

    /// The columns of keys that are a byte; empty if the keys are not.
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
