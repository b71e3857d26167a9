import DataLiteCore
import Foundation

/// The columns of a row by name.
struct KeyedRow<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let reader: RowReader
    private let run: Int

    /// Where the reader has the columns of the keys, if they are bytes.
    private let firstKeyColumn: Int?

    init(_ reader: RowReader, firstKeyColumn: Int?) {
        self.reader = reader
        run = reader.run
        self.firstKeyColumn = firstKeyColumn
    }

    /// The column of a key.
    ///
    /// - Throws: if the run of the reader has ended.
    @inline(__always)
    private func keyColumn(_ key: Key) throws -> RowPlan.KeyColumn {
        try reader.requireRun(run)
        if let firstKeyColumn, let keyColumn = reader.keyColumn(firstKeyColumn, KeyByte.of(key)) {
            return keyColumn
        }
        return try newKeyColumn(key)
    }

    @inline(never)
    private func newKeyColumn(_ key: Key) throws -> RowPlan.KeyColumn {
        let keyColumn = reader.keyColumn(key.stringValue)
        // Both have called code of the user, which may have ended the run.
        try reader.requireRun(run)
        if let firstKeyColumn { reader.setKeyColumn(keyColumn, firstKeyColumn, KeyByte.of(key)) }
        return keyColumn
    }

    var codingPath: [any CodingKey] { reader.codingPath }
    var allKeys: [Key] { run == reader.run ? reader.allKeys() : [] }

    func contains(_ key: Key) -> Bool {
        guard let keyColumn = try? keyColumn(key) else { return false }
        return keyColumn.column >= 0 || reader.part(at: keyColumn) != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        let keyColumn = try keyColumn(key)
        if keyColumn.column < 0, let part = reader.part(at: keyColumn) { return part.isAllNull() }
        return reader.isNull(try reader.requiredColumn(keyColumn))
    }

    @inline(__always)
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let keyColumn = try keyColumn(key)
        if type == Data.self {
            return RowReader.same(try reader.simple(Data.self, keyColumn), as: type)
        }
        if type == Date.self, reader.readsDatesAsCore {
            return RowReader.same(try reader.simple(Date.self, keyColumn), as: type)
        }
        return try reader.value(type, keyColumn)
    }

    @inline(__always)
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        let keyColumn = try keyColumn(key)
        if type == Data.self {
            guard let value = try reader.optional(Data.self, keyColumn) else { return nil }
            return RowReader.same(value, as: type)
        }
        if type == Date.self, reader.readsDatesAsCore {
            guard let value = try reader.optional(Date.self, keyColumn) else { return nil }
            return RowReader.same(value, as: type)
        }
        return try reader.optionalValue(type, keyColumn)
    }

    // A structure inside a column is JSON; one without a column is read from those with its prefix.

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try superDecoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try superDecoder(forKey: key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        try reader.requireRun(run)
        return reader.decoder
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        let keyColumn = try keyColumn(key)
        if keyColumn.column < 0, let part = reader.part(at: keyColumn) {
            return part.beginRow(reader.row)
        }
        return try reader.jsonReader(reader.requiredColumn(keyColumn), keyColumn)
    }
}

// The types that synthesized code reads without the generic method.

extension KeyedRow {
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try reader.double(keyColumn(key))
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try reader.optionalDouble(keyColumn(key))
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try reader.simple(type, keyColumn(key))
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try reader.optional(type, keyColumn(key))
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try reader.simple(type, keyColumn(key))
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try reader.optional(type, keyColumn(key))
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try reader.simple(type, keyColumn(key))
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try reader.optional(type, keyColumn(key))
    }

    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        try reader.simple(type, keyColumn(key))
    }

    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try reader.optional(type, keyColumn(key))
    }

    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try reader.simple(type, keyColumn(key))
    }

    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try reader.optional(type, keyColumn(key))
    }

    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try reader.simple(type, keyColumn(key))
    }

    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try reader.optional(type, keyColumn(key))
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try reader.simple(type, keyColumn(key))
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try reader.optional(type, keyColumn(key))
    }

    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        try reader.simple(type, keyColumn(key))
    }

    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try reader.optional(type, keyColumn(key))
    }

    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try reader.simple(type, keyColumn(key))
    }

    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try reader.optional(type, keyColumn(key))
    }

    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try reader.simple(type, keyColumn(key))
    }

    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try reader.optional(type, keyColumn(key))
    }

    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try reader.simple(type, keyColumn(key))
    }

    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try reader.optional(type, keyColumn(key))
    }

    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try reader.simple(type, keyColumn(key))
    }

    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try reader.optional(type, keyColumn(key))
    }
}

extension KeyedRow {
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try reader.value(type, keyColumn(key))
    }

    @available(macOS 15, iOS 18, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try reader.value(type, keyColumn(key))
    }

    @available(macOS 15, iOS 18, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try reader.value(type, keyColumn(key))
    }
}
