/// Keys that are a single byte, as those of an `enum` are: they are compared without their names.
enum KeyByte {
    /// Whether all keys of a type are a single byte.
    static func isAvailable<Key: CodingKey>(for type: Key.Type) -> Bool {
        MemoryLayout<Key>.size == 1 && _isPOD(type)
    }

    /// The byte of a key whose type ``isAvailable(for:)``.
    @inline(__always)
    static func of<Key: CodingKey>(_ key: Key) -> UInt8 {
        // SAFETY: `isAvailable(for:)` is true for the type: a `KeyedRow` checks it, or has a statement only if
        // it is, and `KeyedValues` has a key type only if it is. So the key has the size of a `UInt8` and is
        // plain bits, and every byte is a valid `UInt8`.
        unsafeBitCast(key, to: UInt8.self)
    }
}
