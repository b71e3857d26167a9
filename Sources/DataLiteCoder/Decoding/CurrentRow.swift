import DataLiteCore

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

/// A statement whose current row is a given row.
final class RowStatement: StatementProtocol {
    var row: SQLiteRow
    let sql = "(a row)"

    init(_ row: SQLiteRow) { self.row = row }

    func parameterCount() -> Int32 { 0 }
    func parameterNameBy(_ index: Int32) -> String? { nil }

    func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
        throw SQLiteError(.range, message: "a row has no parameters")
    }

    func clearBindings() {}
    func step() -> Bool { false }
    func reset() {}
    func columnCount() -> Int32 { Int32(row.count) }

    func columnName(at index: Int32) -> String? {
        row.indices.contains(Int(index)) ? row[Int(index)].column : nil
    }

    func columnValue(at index: Int32) -> SQLiteValue { row[Int(index)].value }
    func currentRow() -> SQLiteRow? { row }
}
