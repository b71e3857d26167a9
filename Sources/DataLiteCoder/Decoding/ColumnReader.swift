import DataLiteCore
import Foundation

/// The decoder and container for a type that is read from a single column.
struct ColumnReader: Decoder, SingleValueDecodingContainer {
    private let reader: CodableRowReader
    private let rowID: Int

    /// The column and the index of its key. The index is small enough for the decoder to fit inline
    /// in an existential, so passing the decoder does not allocate.
    private let keyColumn: RowPlan.KeyColumn

    init(_ reader: CodableRowReader, column: Int32, keyColumn: RowPlan.KeyColumn) {
        self.reader = reader
        rowID = reader.rowID
        self.keyColumn = keyColumn.of(column)
    }

    private var column: Int32 { keyColumn.column }

    var codingPath: [any CodingKey] { reader.path(to: keyColumn) }
    var userInfo: [CodingUserInfoKey: Any] { reader.coder.userInfo }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        try jsonReader().container(keyedBy: type)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try jsonReader().unkeyedContainer()
    }

    /// A type may try a structure first and fall back to a single value.
    private func jsonReader() throws -> JSONReader {
        try reader.requireRow(rowID)
        do {
            return try reader.jsonReader(column, keyColumn)
        } catch let error as DecodingError where !NestingLimit.isExceeded(error) {
            throw NeedsJSON.structure
        }
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    /// A row is `nil` if all its columns are NULL.
    func decodeNil() -> Bool {
        guard rowID == reader.rowID else { return true }
        return keyColumn.isRow ? reader.isAllNull() : reader.isNull(column)
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }

    private func value<T: Decodable>(_ type: T.Type) throws -> T {
        try reader.requireRow(rowID)
        try reader.beginSingleValue(self)
        defer { reader.endSingleValue() }
        guard !keyColumn.isRow else { return try reader.wholeRow(type) }
        var form = KnownForm()
        return try reader.value(type, at: column, &form, keyColumn)
    }

    // Strings, booleans and integers, which synthesized code reads without the generic method.
    func decode<T: Decodable & SQLiteRepresentable>(_ type: T.Type) throws -> T {
        try reader.requireRow(rowID)
        return try reader.simple(type, at: column, keyColumn)
    }

    func decode(_ type: Double.Type) throws -> Double { try value(type) }
    func decode(_ type: Float.Type) throws -> Float { try value(type) }
}

/// The way a type is read from a column.
enum ColumnForm {
    case date
    case double
    case bigInteger
    case representable(any SQLiteRepresentable.Type)
    /// Read by the type's own `init(from:)`, which requests a single value or JSON text.
    case singleValue
    /// A dictionary, read from JSON text by the `JSONDecoder` itself, which keeps its keys. The dictionary's own
    /// `init(from:)` would apply the key strategy to them.
    case json

    init(of type: any Decodable.Type, _ coder: SQLiteCoder) {
        // An optional is representable if its type is, but ignores the coder.
        if let wrapped = (type as? any OptionalProtocol.Type)?.wrapped as? any Decodable.Type,
            !ColumnForm(of: wrapped, coder).isRepresentable
        {
            self = .singleValue
        } else if type == Date.self {
            self = .date
        } else if type == Double.self || type == Float.self, case .text = coder.nonConformingFloats
        {
            self = .double
        } else if ValueForm.isBigInteger(type) {
            self = .bigInteger
        } else if type != SQLiteRow.self, let type = type as? any SQLiteRepresentable.Type {
            self = .representable(type)
        } else {
            self = .singleValue
        }
    }

    private var isRepresentable: Bool {
        if case .representable = self { true } else { false }
    }
}

/// The form of the type that was last read from a column. It is looked up once per statement.
struct KnownForm {
    private var type: ObjectIdentifier?
    private var form = ColumnForm.singleValue

    init() {}

    init(_ form: ColumnForm, of type: any Decodable.Type) { set(form, of: type) }

    /// The form, if it is stored for this type.
    @inline(__always)
    func form(of type: any Decodable.Type) -> ColumnForm? {
        self.type == ObjectIdentifier(type) ? form : nil
    }

    mutating func set(_ form: ColumnForm, of type: any Decodable.Type) {
        self.type = ObjectIdentifier(type)
        self.form = form
    }
}

/// Thrown if a type needs more than one value and the column is not JSON.
enum NeedsJSON: Error {
    case structure
}

// MARK: - CurrentRow

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
