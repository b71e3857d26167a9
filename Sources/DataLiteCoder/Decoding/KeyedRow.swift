import DataLiteCore

/// The columns of a row by name.
struct KeyedRow<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let reader: RowReader

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { reader.names.compactMap(Key.init) }

    func contains(_ key: Key) -> Bool { reader.column(key.stringValue) >= 0 }

    func decodeNil(forKey key: Key) throws -> Bool {
        reader.isNull(try reader.requiredColumn(key.stringValue))
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try reader.value(type, key.stringValue)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try reader.optionalValue(type, key.stringValue)
    }

    // Structures inside a column are JSON.

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try superDecoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try superDecoder(forKey: key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { reader }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        let name = key.stringValue
        return try reader.jsonDecoder(reader.requiredColumn(name), name)
    }
}

// The types that synthesized code asks for without going through the generic methods.

extension KeyedRow {
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try reader.double(key.stringValue)
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try reader.optionalDouble(key.stringValue)
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try reader.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try reader.optional(type, key.stringValue)
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try reader.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try reader.optional(type, key.stringValue)
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try reader.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try reader.optional(type, key.stringValue)
    }

    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        try reader.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try reader.optional(type, key.stringValue)
    }

    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try reader.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try reader.optional(type, key.stringValue)
    }

    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try reader.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try reader.optional(type, key.stringValue)
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try reader.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try reader.optional(type, key.stringValue)
    }

    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        try reader.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try reader.optional(type, key.stringValue)
    }

    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try reader.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try reader.optional(type, key.stringValue)
    }

    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try reader.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try reader.optional(type, key.stringValue)
    }

    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try reader.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try reader.optional(type, key.stringValue)
    }

    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try reader.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try reader.optional(type, key.stringValue)
    }
}

extension KeyedRow {
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try reader.value(type, key.stringValue)
    }

    @available(macOS 15, iOS 18, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try reader.value(type, key.stringValue)
    }

    @available(macOS 15, iOS 18, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try reader.value(type, key.stringValue)
    }
}
