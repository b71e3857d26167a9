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

/// The maximum nesting depth of values in a row.
///
/// A database file, JSON text or the value to encode determines how often a recursive type calls itself. Each call
/// takes stack memory, and a thread may have only 512 KB of it.
enum NestingLimit {
    static let levels = 100

    /// Marks an error caused by the limit.
    struct Exceeded: Error {}

    // MARK: Decoding

    /// - Parameter path: The keys of the property being read.
    static func require(_ path: [any CodingKey]) throws(DecodingError) {
        guard path.count > levels else { return }
        throw exceeded("properties", path)
    }

    /// - Parameter what: The kind of nested values, for the message.
    static func exceeded(_ what: String, _ path: [any CodingKey]) -> DecodingError {
        .dataCorrupted(
            .init(
                codingPath: path, debugDescription: message(what), underlyingError: Exceeded()))
    }

    static func isExceeded(_ error: DecodingError) -> Bool {
        guard case .dataCorrupted(let context) = error else { return false }
        return context.underlyingError is Exceeded
    }

    // MARK: Encoding

    /// - Parameters:
    ///   - depth: The number of nested values being written.
    ///   - value: The innermost value.
    static func require(
        _ depth: Int, _ value: some Encodable, at path: [any CodingKey]
    ) throws(EncodingError) {
        guard depth > levels else { return }
        throw exceeded(value, at: path)
    }

    static func exceeded(_ value: Any, at path: [any CodingKey]) -> EncodingError {
        .invalidValue(value, .init(codingPath: path, debugDescription: message("values")))
    }

    private static func message(_ what: String) -> String {
        "\(what) are nested more than \(levels) levels deep"
    }
}
