import DataLiteCore

/// Finds out whether a type writes just one value.
final class ProbeEncoder: Encoder, SingleValueEncodingContainer {
    private let coder: SQLiteCoder
    let codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { coder.userInfo }

    /// The value, if the type has written just one.
    private(set) var single: SQLiteValue?

    init(_ coder: SQLiteCoder) { self.coder = coder }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        PartEncoder().container(keyedBy: type)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        PartEncoder().unkeyedContainer()
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { single = .null }

    func encode(_ value: some Encodable) throws {
        if let simple = try coder.simpleValue(value) {
            single = simple
        } else {
            try value.encode(to: self)
        }
    }
}
