// Shared by all containers of this module: a nested container is created by the decoder or encoder of its key or
// element.

/// A keyed container that reads nested containers through ``superDecoder(forKey:)``.
protocol NestingKeyedDecodingContainer: KeyedDecodingContainerProtocol {}

extension NestingKeyedDecodingContainer {
    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try superDecoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try superDecoder(forKey: key).unkeyedContainer()
    }
}

/// An unkeyed container that reads nested containers through ``superDecoder()``.
protocol NestingUnkeyedDecodingContainer: UnkeyedDecodingContainer {}

extension NestingUnkeyedDecodingContainer {
    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try superDecoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try superDecoder().unkeyedContainer()
    }
}

/// A keyed container that writes nested containers through ``superEncoder(forKey:)``.
protocol NestingKeyedEncodingContainer: KeyedEncodingContainerProtocol {}

extension NestingKeyedEncodingContainer {
    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        superEncoder(forKey: key).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        superEncoder(forKey: key).unkeyedContainer()
    }
}

/// An unkeyed container that writes nested containers through ``superEncoder()``.
protocol NestingUnkeyedEncodingContainer: UnkeyedEncodingContainer {}

extension NestingUnkeyedEncodingContainer {
    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        superEncoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        superEncoder().unkeyedContainer()
    }
}
