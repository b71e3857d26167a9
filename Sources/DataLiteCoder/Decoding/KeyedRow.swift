import DataLiteCore

/// The columns of a row by name.
struct KeyedRow<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let link: RowLink
    let places: KeyPlaces?

    /// The place of a key in the reader's plan.
    ///
    /// - Throws: if the reader has ended.
    @inline(__always)
    private func place(_ key: Key) throws -> RowPlan.Place {
        // The reader owns the places, so it must not have ended.
        if let places, link.isValid, let place = places[key] { return place }
        return try newPlace(key)
    }

    @inline(never)
    private func newPlace(_ key: Key) throws -> RowPlan.Place {
        let name = key.stringValue
        let place = try link.readKeeping { $0.place(name) }
        // Both have run code of the user's, which may have ended the row.
        try link.read { _ in places?.set(place, of: key) }
        return place
    }

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { (try? link.read { $0.names.compactMap(Key.init) }) ?? [] }

    func contains(_ key: Key) -> Bool {
        (try? link.read { _ in try place(key).column >= 0 }) ?? false
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        try link.read { $0.isNull(try $0.requiredColumn(place(key))) }
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try link.value(type, place(key))
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try link.optionalValue(type, place(key))
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

    func superDecoder() throws -> any Decoder { try link.read { $0.decoder } }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try link.readKeeping { reader in
            let place = try place(key)
            return try reader.jsonDecoder(reader.requiredColumn(place), place)
        }
    }
}

// The types that synthesized code asks for without going through the generic methods.

extension KeyedRow {
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try link.double(place(key))
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try link.optionalDouble(place(key))
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try link.simple(type, place(key))
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try link.optional(type, place(key))
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try link.simple(type, place(key))
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try link.optional(type, place(key))
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try link.simple(type, place(key))
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try link.optional(type, place(key))
    }

    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        try link.simple(type, place(key))
    }

    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try link.optional(type, place(key))
    }

    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try link.simple(type, place(key))
    }

    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try link.optional(type, place(key))
    }

    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try link.simple(type, place(key))
    }

    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try link.optional(type, place(key))
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try link.simple(type, place(key))
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try link.optional(type, place(key))
    }

    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        try link.simple(type, place(key))
    }

    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try link.optional(type, place(key))
    }

    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try link.simple(type, place(key))
    }

    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try link.optional(type, place(key))
    }

    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try link.simple(type, place(key))
    }

    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try link.optional(type, place(key))
    }

    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try link.simple(type, place(key))
    }

    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try link.optional(type, place(key))
    }

    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try link.simple(type, place(key))
    }

    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try link.optional(type, place(key))
    }
}

extension KeyedRow {
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try link.value(type, place(key))
    }

    @available(macOS 15, iOS 18, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try link.value(type, place(key))
    }

    @available(macOS 15, iOS 18, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try link.value(type, place(key))
    }
}
