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
