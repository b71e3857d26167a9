/// Keys that are a byte and nothing else, as those of an `enum` are: told apart without asking for their
/// names and comparing those.
enum KeyByte {
    /// Whether all keys of a type are a byte.
    static func isAvailable<Key: CodingKey>(for type: Key.Type) -> Bool {
        MemoryLayout<Key>.size == 1 && _isPOD(type)
    }

    /// The byte of a key, of a type that ``isAvailable(for:)`` has said yes to.
    // Right: such a key has a byte's size and is plain bits, so the byte is all of it. Any byte is a `UInt8`.
    @inline(__always)
    static func of<Key: CodingKey>(_ key: Key) -> UInt8 { unsafeBitCast(key, to: UInt8.self) }
}
