/// The decoder passed to a type's `init(from:)` for a row.
@usableFromInline
struct CurrentRow: Decoder {
    private let reader: CodableRowReader
    private let rowID: Int

    init(_ reader: consuming CodableRowReader) {
        rowID = reader.rowID
        self.reader = reader
    }

    @usableFromInline var codingPath: [any CodingKey] { reader.codingPath }
    @usableFromInline var userInfo: [CodingUserInfoKey: Any] { reader.coder.userInfo }

    @usableFromInline
    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        try reader.requireRow(rowID)
        return reader.container(keyedBy: type)
    }

    @usableFromInline
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try reader.requireRow(rowID)
        return RowUnkeyedContainer(reader)
    }

    /// The first column, or all columns for a type that requests more than one value.
    @usableFromInline
    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        try reader.requireRow(rowID)
        return ColumnReader(reader, column: reader.columns.index(at: 0), keyColumn: .row)
    }
}
