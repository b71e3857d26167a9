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
