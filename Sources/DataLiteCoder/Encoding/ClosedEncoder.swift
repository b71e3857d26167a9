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
