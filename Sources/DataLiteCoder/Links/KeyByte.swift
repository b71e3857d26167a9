/// Keys that are a byte and nothing else, as those of an `enum` are: told apart without asking for their
/// names and comparing those.
enum KeyByte {
    /// Whether all keys of a type are a byte.
    static func isAvailable<Key: CodingKey>(for type: Key.Type) -> Bool {
        MemoryLayout<Key>.size == 1 && _isPOD(type)
    }

    @inline(__always)
    static func of<Key: CodingKey>(_ key: Key) -> UInt8 { unsafeBitCast(key, to: UInt8.self) }
}
