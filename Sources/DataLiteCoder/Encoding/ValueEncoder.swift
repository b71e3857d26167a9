import DataLiteCore

/// The encoder passed to a type's `encode(to:)`.
struct ValueEncoder: Encoder {
    private let writer: ValueWriter

    /// The number of the value.
    private let value: Int

    init(_ writer: ValueWriter) {
        self.writer = writer
        value = writer.value
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { writer.coder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        guard value == writer.value else {
            return KeyedEncodingContainer(ClosedContainer<Key>(error: writer.sink.closedError))
        }
        return writer.container(keyedBy: type)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedValues(writer, value) }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleValue(writer, value) }
}

/// The state of a keyed container of values.
final class ValueContainer: RunContainer<ValueWriter> {
    /// The slot of byte 0 of the keys; `none` if the keys are not a single byte.
    private let firstSlot: KeySlot

    init(_ writer: ValueWriter, _ firstSlot: KeySlot) {
        self.firstSlot = firstSlot
        super.init(writer)
    }

    @inline(__always)
    func slot<Key: CodingKey>(of key: Key) -> KeySlot {
        guard firstSlot != .none, let byte = KeyByte.of(key) else { return .none }
        return KeySlot(number: firstSlot.number | byte)
    }
}

/// Writes the elements of an array.
struct UnkeyedValues: NestingUnkeyedEncodingContainer {
    private let writer: ValueWriter
    private let value: Int
    private(set) var count = 0

    init(_ writer: ValueWriter, _ value: Int) {
        self.writer = writer
        self.value = value
    }

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws { try put(.null) }

    @_semantics("optimize.sil.specialize.generic.never")
    mutating func encode(_ value: some Encodable) throws {
        try writer.requireValue(self.value)
        try put(
            EncodingError.locating("element \(count)", IndexKey(count)) {
                try writer.sqliteValue(value, IndexKey(count))
            })
    }

    private mutating func put(_ stored: SQLiteValue) throws {
        try writer.requireValue(value)
        try writer.sink.put(stored, position: count)
        count += 1
    }

    mutating func superEncoder() -> any Encoder {
        defer { count += 1 }
        do {
            try writer.requireValue(value)
            return try writer.part(at: .position(count), IndexKey(count))
        } catch {
            return ClosedEncoder(error: error)
        }
    }
}

/// Writes a single value.
struct SingleValue: SingleValueEncodingContainer {
    private let writer: ValueWriter
    private let value: Int

    init(_ writer: ValueWriter, _ value: Int) {
        self.writer = writer
        self.value = value
    }

    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws {
        try writer.requireValue(value)
        try writer.sink.put(.null)
    }

    func encode(_ value: some Encodable) throws {
        try writer.requireValue(self.value)
        try writer.write(value)
    }
}

/// The encoder of a container whose value has already been written. It rejects every value with an
/// error.
struct ClosedEncoder: Encoder {
    let error: any Error

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(ClosedContainer<Key>(error: error))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { ClosedList(error: error) }
    func singleValueContainer() -> any SingleValueEncodingContainer { ClosedList(error: error) }
}

/// Rejects properties.
struct ClosedContainer<Key: CodingKey>: NestingKeyedEncodingContainer {
    let error: any Error

    var codingPath: [any CodingKey] { [] }
    func encodeNil(forKey key: Key) throws { throw error }
    func encode(_ value: some Encodable, forKey key: Key) throws { throw error }

    func superEncoder() -> any Encoder { ClosedEncoder(error: error) }
    func superEncoder(forKey key: Key) -> any Encoder { ClosedEncoder(error: error) }
}

/// Rejects elements and single values.
private struct ClosedList: NestingUnkeyedEncodingContainer, SingleValueEncodingContainer {
    let error: any Error

    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }
    func encodeNil() throws { throw error }
    func encode(_ value: some Encodable) throws { throw error }

    func superEncoder() -> any Encoder { ClosedEncoder(error: error) }
}

// MARK: - ValueKeyedContainer

/// Writes the properties of a type.
// The container is one reference, because the standard library copies it for each value that it
// writes.
struct ValueKeyedContainer<Key: CodingKey>: NestingKeyedEncodingContainer {
    private let content: ValueContainer

    init(_ content: ValueContainer) { self.content = content }

    var codingPath: [any CodingKey] { [] }

    /// Calls a closure with the writer.
    ///
    /// - Throws: An error if the writer's run has ended; any error thrown by the closure.
    @inline(__always)
    private func withWriter<R>(_ body: (ValueWriter) throws -> R) throws -> R {
        guard let writer = content.unretained else { throw ValueWriter.ended }
        return try writer._withUnsafeGuaranteedRef { writer in
            try writer.requireRun()
            return try body(writer)
        }
    }

    private func put(_ value: SQLiteValue, _ key: Key) throws {
        try withWriter { writer in try put(value, key, writer) }
    }

    private func put(_ value: SQLiteValue, _ key: Key, _ writer: ValueWriter) throws {
        let slot = content.slot(of: key)
        guard slot != .none, try writer.sink.put(value, slot) else {
            return try writer.sink.put(value, name: writer.name(of: key.stringValue), slot)
        }
    }

    func encodeNil(forKey key: Key) throws {
        try withWriter { writer in
            switch writer.sink.nils {
            case .omitted: break
            case .null: try put(.null, key, writer)
            case .unset: try writer.sink.putNil(name: writer.name(of: key.stringValue), .none)
            }
        }
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        let stored = try withWriter { writer in
            try locating(key) { try writer.sqliteValue(value, key) }
        }
        if stored.isNull, (value as? any OptionalProtocol)?.isNil == true {
            try encodeNil(forKey: key)
        } else {
            // The value's own code may have ended the run.
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
        do { return try withWriter(ValueEncoder.init) } catch { return ClosedEncoder(error: error) }
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        do {
            return try withWriter { writer in
                try writer.part(at: .name(writer.name(of: key.stringValue)), key)
            }
        } catch {
            return ClosedEncoder(error: error)
        }
    }

    // The compiler specializes this method for the requirements with strings, booleans and most integers.
    @inline(__always)
    func encode<T: Encodable & SQLiteBindable>(_ value: T, forKey key: Key) throws {
        try put(value.sqliteValue, key)
    }

    func encode(_ value: Double, forKey key: Key) throws {
        guard !value.isFinite else { return try put(.real(value), key) }
        try withWriter { writer in
            try put(locating(key) { try writer.coder.value(of: value) }, key, writer)
        }
    }
    func encode(_ value: Float, forKey key: Key) throws { try encode(Double(value), forKey: key) }
    func encode(_ value: UInt, forKey key: Key) throws {
        try withWriter { writer in try put(writer.coder.value(of: value), key, writer) }
    }
    func encode(_ value: UInt64, forKey key: Key) throws {
        try withWriter { writer in try put(writer.coder.value(of: value), key, writer) }
    }
    // Each has a default that leaves `nil` out, so a generic method would not be called.
    @inline(__always)
    private func putIfPresent(_ value: (some SQLiteBindable)?, _ key: Key) throws {
        if let value { try put(value.sqliteValue, key) } else { try encodeNil(forKey: key) }
    }

    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try putIfPresent(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try putIfPresent(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try putIfPresent(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try putIfPresent(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try putIfPresent(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try putIfPresent(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try putIfPresent(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try putIfPresent(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try putIfPresent(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try putIfPresent(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }

    @available(macOS 15, iOS 18, *)
    func encode(_ value: Int128, forKey key: Key) throws {
        try withWriter { writer in try put(writer.coder.value(of: value), key, writer) }
    }

    @available(macOS 15, iOS 18, *)
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }

    @available(macOS 15, iOS 18, *)
    func encode(_ value: UInt128, forKey key: Key) throws {
        try withWriter { writer in try put(writer.coder.value(of: value), key, writer) }
    }

    @available(macOS 15, iOS 18, *)
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
}
