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

    // An element that is written piece by piece has no place of its own in the JSON of the whole.

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        superEncoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        superEncoder().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        count += 1
        return DiscardingEncoder()
    }
}

/// Takes one value that stands alone.
struct SingleValue: SingleValueEncodingContainer {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws { try encoder.sink.put(.null) }

    func encode(_ value: some Encodable) throws {
        if let simple = try encoder.sink.coder.simpleValue(value) {
            try encoder.sink.put(simple)
        } else {
            try value.encode(to: encoder)
        }
    }
}
