import DataLiteCore

/// Takes the properties of a type.
struct KeyedValues<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let link: EncoderLink

    /// The number of the type of keys, if they are bytes.
    let number: Int64?

    var codingPath: [any CodingKey] { [] }

    /// Not in line, where the type of keys would have to be looked up.
    private func put(_ value: SQLiteValue, _ key: Key) throws {
        guard let number else { return try link.put(value, key.stringValue, .none) }
        let slot = KeySlot(container: number, byte: KeyByte.of(key))
        guard try link.put(value, slot) else {
            return try link.put(value, key.stringValue, slot)
        }
    }

    func encodeNil(forKey key: Key) throws {
        switch try link.encoder().sink.nils {
        case .omitted: break
        case .null: try put(.null, key)
        case .unset: try link.encoder().putNil(key.stringValue)
        }
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        let stored = try link.encoder().value(value)
        if stored.isNull, (value as? any Nillable)?.isNil == true {
            try encodeNil(forKey: key)
        } else {
            try put(stored, key)
        }
    }

    func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws {
        guard let value else { return try encodeNil(forKey: key) }
        try encode(value, forKey: key)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        superEncoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        superEncoder(forKey: key).unkeyedContainer()
    }

    /// The properties of a base class are columns of the same row.
    func superEncoder() -> any Encoder { (try? link.encoder()) ?? PartEncoder() }

    func superEncoder(forKey key: Key) -> any Encoder {
        (try? link.encoder())?.note(.key(key.stringValue)) ?? PartEncoder()
    }
}

// The types that synthesized code gives without going through the generic method.

extension KeyedValues {
    func encode(_ value: Bool, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: String, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: Double, forKey key: Key) throws {
        try put(value.isFinite ? .real(value) : link.coder().value(of: value), key)
    }
    func encode(_ value: Float, forKey key: Key) throws { try encode(Double(value), forKey: key) }
    func encode(_ value: Int, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: Int8, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: Int16, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: Int32, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: Int64, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: UInt, forKey key: Key) throws {
        try put(link.coder().value(of: value), key)
    }
    func encode(_ value: UInt8, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: UInt16, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: UInt32, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: UInt64, forKey key: Key) throws {
        try put(link.coder().value(of: value), key)
    }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }

    @available(macOS 15, iOS 18, *)
    func encode(_ value: Int128, forKey key: Key) throws {
        try put(link.coder().value(of: value), key)
    }

    @available(macOS 15, iOS 18, *)
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }

    @available(macOS 15, iOS 18, *)
    func encode(_ value: UInt128, forKey key: Key) throws {
        try put(link.coder().value(of: value), key)
    }

    @available(macOS 15, iOS 18, *)
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
}
