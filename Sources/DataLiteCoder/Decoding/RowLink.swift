import DataLiteCore

/// What a keyed container of a row refers to.
final class RowLink: ContainerLink {
    // SAFETY: the properties without a check at run time are read by copying and written by assignment, or
    // by methods of `Array` on plain numbers; so two accesses never overlap.

    /// The reader, until its run ends.
    @exclusivity(unchecked) private var reader: RowReader?

    /// The statement of the run, if its columns can be read in place: it is SQLite's own, and the keys are
    /// bytes. The reader keeps it alive until the run ends.
    @exclusivity(unchecked) private(set) var statement: Unmanaged<Statement>?

    /// The columns of the keys that are a byte.
    @exclusivity(unchecked) private var columns: [RowPlan.KeyColumn] = []

    private let hasByteKeys: Bool
    let readsFloatsAsText: Bool
    let readsDatesAsCore: Bool

    init(hasByteKeys: Bool, readsFloatsAsText: Bool, readsDatesAsCore: Bool) {
        self.hasByteKeys = hasByteKeys
        self.readsFloatsAsText = readsFloatsAsText
        self.readsDatesAsCore = readsDatesAsCore
    }

    func open(_ reader: RowReader) {
        self.reader = reader
        statement = hasByteKeys ? reader.real : nil
    }

    func close() {
        reader = nil
        statement = nil
    }

    /// The reader.
    ///
    /// - Throws: if its run has ended.
    func openReader() throws -> RowReader {
        guard let reader else { throw RowReader.ended }
        return reader
    }

    /// The column of a key that is a byte; `nil` if it has not been looked up yet.
    @inline(__always)
    func keyColumn(_ byte: UInt8) -> RowPlan.KeyColumn? {
        let index = Int(byte)
        guard index < columns.count, !columns[index].isNone else { return nil }
        return columns[index]
    }

    func setKeyColumn(_ keyColumn: RowPlan.KeyColumn, _ byte: UInt8) {
        let missing = Int(byte) + 1 - columns.count
        if missing > 0 { columns += repeatElement(.none, count: missing) }
        columns[Int(byte)] = keyColumn
    }
}
