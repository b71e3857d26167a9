/// A value within another that writes it piece by piece: as an `Encodable` of its own.
struct ValuePart: Encodable {
    enum Place: Equatable {
        case key(String)
        case position(Int)
    }

    let value: any Encodable
    let place: Place

    func encode(to encoder: any Encoder) throws {
        try value.encode(to: PartEncoder(place: place, encoder: encoder))
    }
}

/// Passes on what is written at one place, and keeps nothing of the rest.
struct PartEncoder: Encoder {
    private let place: ValuePart.Place?
    private let encoder: (any Encoder)?

    init(place: ValuePart.Place, encoder: any Encoder) {
        self.place = place
        self.encoder = encoder
    }

    /// Keeps nothing at all.
    init() {
        place = nil
        encoder = nil
    }

    var codingPath: [any CodingKey] { encoder?.codingPath ?? [] }
    var userInfo: [CodingUserInfoKey: Any] { encoder?.userInfo ?? [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keyed<Key>(whole: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { Unkeyed(whole: self) }
    func singleValueContainer() -> any SingleValueEncodingContainer { Single(whole: self) }

    /// The encoder of what is at a place.
    private func part(_ place: ValuePart.Place) -> any Encoder {
        guard let encoder, place == self.place else { return PartEncoder() }
        return encoder
    }

    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let whole: PartEncoder
        var codingPath: [any CodingKey] { whole.codingPath }
        func encodeNil(forKey key: Key) {}
        func encode(_ value: some Encodable, forKey key: Key) {}

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type, forKey key: Key
        ) -> KeyedEncodingContainer<NestedKey> {
            superEncoder(forKey: key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            superEncoder(forKey: key).unkeyedContainer()
        }

        func superEncoder() -> any Encoder { whole }
        func superEncoder(forKey key: Key) -> any Encoder { whole.part(.key(key.stringValue)) }
    }

    private struct Unkeyed: UnkeyedEncodingContainer {
        let whole: PartEncoder
        private(set) var count = 0

        init(whole: PartEncoder) { self.whole = whole }

        var codingPath: [any CodingKey] { whole.codingPath }
        mutating func encodeNil() { count += 1 }
        mutating func encode(_ value: some Encodable) { count += 1 }

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
            return whole.part(.position(count))
        }
    }

    private struct Single: SingleValueEncodingContainer {
        let whole: PartEncoder
        var codingPath: [any CodingKey] { whole.codingPath }
        func encodeNil() {}

        /// What is in it may be what has the part. A simple value has none, and would come back here.
        func encode<T: Encodable>(_ value: T) throws {
            guard whole.encoder != nil, ValueForm(of: T.self).kind != .simple else { return }
            try value.encode(to: whole)
        }
    }
}
