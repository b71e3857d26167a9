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

// MARK: - KeySlot

/// Keys that are a single byte, such as the cases of an `enum`. Such keys are found without comparing names.
enum KeyByte {
    /// The byte of a key; `nil` if the key is not a single byte.
    @inline(__always)
    static func of<Key: CodingKey>(_ key: Key) -> Int? {
        guard areBytes(Key.self) else { return nil }
        // SAFETY: `Key` has the size of a `UInt8`, so it is plain bits, and every bit pattern is a valid `UInt8`.
        return Int(unsafeBitCast(key, to: UInt8.self))
    }

    /// Whether the keys of a type are a single byte.
    @inline(__always)
    static func areBytes<Key: CodingKey>(_ type: Key.Type) -> Bool {
        MemoryLayout<Key>.size == 1
    }
}

/// The number of a single-byte key among all keys that a writer encounters.
package struct KeySlot: Equatable {
    let number: Int

    /// For keys that are not a single byte.
    package static let none = KeySlot(number: -1)

    /// Whether the slots belong to different keys of one type.
    func isOtherKey(than other: KeySlot) -> Bool {
        self != .none && other != .none && number != other.number
            && number >> 8 == other.number >> 8
    }
}

/// The key types that a writer has encountered, numbered by position.
struct KeyTypes {
    private var types: [ObjectIdentifier] = []

    /// The slot of byte 0 of a key type; `none` if its keys are not a single byte.
    mutating func firstSlot<Key: CodingKey>(of type: Key.Type) -> KeySlot {
        guard KeyByte.areBytes(type) else { return .none }
        let id = ObjectIdentifier(type)
        if let number = types.firstIndex(of: id) { return KeySlot(number: number << 8) }
        types.append(id)
        return KeySlot(number: (types.count - 1) << 8)
    }
}
