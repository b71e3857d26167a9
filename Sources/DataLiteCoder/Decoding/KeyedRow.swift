import DataLiteCore

/// The columns of a row by name.
struct KeyedRow<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let link: RowLink

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { (try? link.read { $0.names.compactMap(Key.init) }) ?? [] }

    func contains(_ key: Key) -> Bool {
        (try? link.read { $0.hasColumn(key.stringValue) }) ?? false
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        try link.read { $0.isNull(try $0.requiredColumn(key.stringValue).column) }
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try link.value(type, key.stringValue)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try link.optionalValue(type, key.stringValue)
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

    func superDecoder() throws -> any Decoder { CurrentRow(link: link) }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try link.read { reader in
            let (place, column) = try reader.requiredColumn(key.stringValue)
            return try reader.jsonDecoder(column, place)
        }
    }
}

// The types that synthesized code asks for without going through the generic methods.

extension KeyedRow {
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try link.double(key.stringValue)
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try link.optionalDouble(key.stringValue)
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try link.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try link.optional(type, key.stringValue)
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try link.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try link.optional(type, key.stringValue)
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try link.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try link.optional(type, key.stringValue)
    }

    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        try link.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try link.optional(type, key.stringValue)
    }

    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try link.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try link.optional(type, key.stringValue)
    }

    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try link.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try link.optional(type, key.stringValue)
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try link.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try link.optional(type, key.stringValue)
    }

    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        try link.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try link.optional(type, key.stringValue)
    }

    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try link.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try link.optional(type, key.stringValue)
    }

    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try link.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try link.optional(type, key.stringValue)
    }

    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try link.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try link.optional(type, key.stringValue)
    }

    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try link.simple(type, key.stringValue)
    }

    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try link.optional(type, key.stringValue)
    }
}

extension KeyedRow {
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try link.value(type, key.stringValue)
    }

    @available(macOS 15, iOS 18, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try link.value(type, key.stringValue)
    }

    @available(macOS 15, iOS 18, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try link.value(type, key.stringValue)
    }
}
