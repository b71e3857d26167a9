import DataLiteCore

/// Takes the properties of a type.
struct KeyedValues<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let writer: ValueWriter
    private let run: Int

    /// The number of the type of keys, if they are bytes.
    private let keyType: Int?

    init(_ writer: ValueWriter, keyType: Int) {
        self.writer = writer
        run = writer.run
        self.keyType = KeyByte.isAvailable(for: Key.self) ? keyType : nil
    }

    var codingPath: [any CodingKey] { [] }

    private func put(_ value: SQLiteValue, _ key: Key) throws {
        try writer.requireRun(run)
        guard let keyType else {
            return try writer.sink.put(value, name: writer.name(of: key.stringValue), .none)
        }
        let slot = KeySlot(keyType: keyType, byte: KeyByte.of(key))
        guard try writer.sink.put(value, slot) else {
            return try writer.sink.put(value, name: writer.name(of: key.stringValue), slot)
        }
    }

    func encodeNil(forKey key: Key) throws {
        try writer.requireRun(run)
        switch writer.sink.nils {
        case .omitted: break
        case .null: try put(.null, key)
        case .unset: try writer.sink.putNil(name: writer.name(of: key.stringValue), .none)
        }
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try writer.requireRun(run)
        let stored = try locating(key) { try writer.sqliteValue(value, key) }
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

    @inline(__always)
    private func locating<T>(_ key: Key, _ body: () throws -> T) throws -> T {
        try EncodingError.locating("property \"\(key.stringValue)\"", key, body)
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
    func superEncoder() -> any Encoder {
        run == writer.run ? ValueEncoder(writer) : ClosedEncoder(error: writer.sink.closedError)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        do {
            try writer.requireRun(run)
            return try writer.part(at: .name(writer.name(of: key.stringValue)), key)
        } catch {
            return ClosedEncoder(error: error)
        }
    }
}

// The types that synthesized code writes without the generic method.

extension KeyedValues {
    func encode(_ value: Bool, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: String, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: Double, forKey key: Key) throws {
        try put(
            value.isFinite ? .real(value) : locating(key) { try writer.coder.value(of: value) }, key
        )
    }
    func encode(_ value: Float, forKey key: Key) throws { try encode(Double(value), forKey: key) }
    func encode(_ value: Int, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: Int8, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: Int16, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: Int32, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: Int64, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: UInt, forKey key: Key) throws {
        try put(writer.coder.value(of: value), key)
    }
    func encode(_ value: UInt8, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: UInt16, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: UInt32, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: UInt64, forKey key: Key) throws {
        try put(writer.coder.value(of: value), key)
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
        try put(writer.coder.value(of: value), key)
    }

    @available(macOS 15, iOS 18, *)
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }

    @available(macOS 15, iOS 18, *)
    func encode(_ value: UInt128, forKey key: Key) throws {
        try put(writer.coder.value(of: value), key)
    }

    @available(macOS 15, iOS 18, *)
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
}
