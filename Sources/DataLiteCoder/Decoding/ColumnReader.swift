import DataLiteCore

/// One column: the decoder, and the container, of a type that is read from a single value.
final class ColumnReader: Decoder, SingleValueDecodingContainer {
    private let reader: RowReader
    private let column: Int32
    private let key: String?
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(_ reader: RowReader, _ column: Int32, _ key: String?) {
        self.reader = reader
        self.column = column
        self.key = key
    }

    var codingPath: [any CodingKey] { key.map { [NameKey($0)] } ?? [] }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        throw NeedsJSON.structure
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NeedsJSON.structure }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { reader.isNull(column) }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        var form = ColumnForm.unknown
        return try reader.value(type, at: column, &form, key)
    }

    private func simple<T: SQLiteRepresentable>(_ type: T.Type) throws -> T {
        try reader.simple(type, at: column, key)
    }
}

extension ColumnReader {
    func decode(_ type: Bool.Type) throws -> Bool { try simple(type) }
    func decode(_ type: String.Type) throws -> String { try simple(type) }
    func decode(_ type: Int.Type) throws -> Int { try simple(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try simple(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try simple(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try simple(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try simple(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try simple(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try simple(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try simple(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try simple(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try simple(type) }
    func decode(_ type: Double.Type) throws -> Double {
        var form = ColumnForm.unknown
        return try reader.value(type, at: column, &form, key)
    }
    func decode(_ type: Float.Type) throws -> Float {
        var form = ColumnForm.unknown
        return try reader.value(type, at: column, &form, key)
    }

    @available(macOS 15, iOS 18, *)
    func decode(_ type: Int128.Type) throws -> Int128 {
        var form = ColumnForm.unknown
        return try reader.value(type, at: column, &form, key)
    }

    @available(macOS 15, iOS 18, *)
    func decode(_ type: UInt128.Type) throws -> UInt128 {
        var form = ColumnForm.unknown
        return try reader.value(type, at: column, &form, key)
    }
}
