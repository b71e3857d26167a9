import DataLiteCore

/// An unkeyed container of the columns of a row, in order.
struct RowUnkeyedContainer: NestingUnkeyedDecodingContainer {
    private let reader: CodableRowReader
    private let rowID: Int
    private(set) var currentIndex = 0

    init(_ reader: CodableRowReader) {
        self.reader = reader
        rowID = reader.rowID
    }

    var codingPath: [any CodingKey] { reader.codingPath }
    var count: Int? { reader.columns.names.count }
    var isAtEnd: Bool { currentIndex >= reader.columns.names.count }

    mutating func decodeNil() throws -> Bool {
        let isNull = reader.isNull(try column(Never?.self))
        if isNull { currentIndex += 1 }
        return isNull
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try reader.value(type, column: column(type), position: currentIndex)
        currentIndex += 1
        return value
    }

    private func column(_ type: any Any.Type) throws -> Int32 {
        try reader.requireRow(rowID)
        guard !isAtEnd else { throw reader.beyondEnd(type) }
        return reader.columns.index(at: currentIndex)
    }

    // A structure in a column is JSON.

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try reader.jsonReader(column((any Decoder).self), .none)
        currentIndex += 1
        return decoder
    }
}

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
