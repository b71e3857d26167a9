import DataLiteCore

/// Takes the elements of an array.
struct UnkeyedValues: UnkeyedEncodingContainer {
    let encoder: ValueEncoder
    private(set) var count = 0

    init(encoder: ValueEncoder) { self.encoder = encoder }

    var codingPath: [any CodingKey] { [] }

    private mutating func put(_ value: SQLiteValue) throws {
        try encoder.sink.put(value, position: count)
        count += 1
    }

    mutating func encodeNil() throws { try put(.null) }

    mutating func encode(_ value: some Encodable) throws { try put(encoder.value(value)) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        superEncoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        superEncoder().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        defer { count += 1 }
        return encoder.note(.position(count))
    }
}

/// Takes one value that stands alone.
struct SingleValue: SingleValueEncodingContainer {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws { try encoder.sink.put(.null) }

    func encode(_ value: some Encodable) throws {
        try encoder.write(value)
    }
}
