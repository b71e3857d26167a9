import DataLiteCore

/// What a keyed container of a value refers to.
final class ValueLink: ContainerLink {
    // SAFETY: read by copying and written by assignment, so two accesses never overlap.
    /// The writer, until its run ends.
    @exclusivity(unchecked) private var writer: ValueWriter?

    /// The number of the type of keys, if they are bytes.
    let keyType: Int?

    let closedError: any Error

    init(keyType: Int?, closedError: any Error) {
        self.keyType = keyType
        self.closedError = closedError
    }

    func open(_ writer: ValueWriter) { self.writer = writer }
    func close() { writer = nil }

    /// A container that the user has kept also keeps this.
    func retire() { close() }

    /// The writer.
    ///
    /// - Throws: if its run has ended.
    func openWriter() throws -> ValueWriter {
        guard let writer else { throw closedError }
        return writer
    }
}

/// Writes the properties of a type.
struct KeyedValues<Key: CodingKey>: NestingKeyedEncodingContainer {
    private let link: ValueLink

    init(_ link: ValueLink) { self.link = link }

    var codingPath: [any CodingKey] { [] }

    private func put(_ value: SQLiteValue, _ key: Key) throws {
        let writer = try link.openWriter()
        guard let keyType = link.keyType else {
            return try writer.sink.put(value, name: writer.name(of: key.stringValue), .none)
        }
        let slot = KeySlot(keyType: keyType, byte: KeyByte.of(key))
        guard try writer.sink.put(value, slot) else {
            return try writer.sink.put(value, name: writer.name(of: key.stringValue), slot)
        }
    }

    func encodeNil(forKey key: Key) throws {
        let writer = try link.openWriter()
        switch writer.sink.nils {
        case .omitted: break
        case .null: try put(.null, key)
        case .unset: try writer.sink.putNil(name: writer.name(of: key.stringValue), .none)
        }
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        let writer = try link.openWriter()
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

    /// The properties of a base class are columns of the same row.
    func superEncoder() -> any Encoder {
        do { return ValueEncoder(try link.openWriter()) } catch {
            return ClosedEncoder(error: error)
        }
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        do {
            let writer = try link.openWriter()
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
        guard !value.isFinite else { return try put(.real(value), key) }
        let coder = try link.openWriter().coder
        try put(locating(key) { try coder.value(of: value) }, key)
    }
    func encode(_ value: Float, forKey key: Key) throws { try encode(Double(value), forKey: key) }
    func encode(_ value: Int, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: Int8, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: Int16, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: Int32, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: Int64, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: UInt, forKey key: Key) throws {
        try put(link.openWriter().coder.value(of: value), key)
    }
    func encode(_ value: UInt8, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: UInt16, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: UInt32, forKey key: Key) throws { try put(value.sqliteValue, key) }
    func encode(_ value: UInt64, forKey key: Key) throws {
        try put(link.openWriter().coder.value(of: value), key)
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
        try put(link.openWriter().coder.value(of: value), key)
    }

    @available(macOS 15, iOS 18, *)
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }

    @available(macOS 15, iOS 18, *)
    func encode(_ value: UInt128, forKey key: Key) throws {
        try put(link.openWriter().coder.value(of: value), key)
    }

    @available(macOS 15, iOS 18, *)
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
}
