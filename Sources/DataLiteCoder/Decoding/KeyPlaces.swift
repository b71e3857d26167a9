/// The places of the keys of a type whose values are plain bytes, as those of an `enum` of up to 256
/// cases are: found by that byte, without asking for the key's name and comparing it.
struct KeyPlaces {
    private let places: UnsafeMutablePointer<RowPlan.Place>

    /// - Returns: `nil` for keys that are something else.
    init?<Key: CodingKey>(of type: Key.Type) {
        guard MemoryLayout<Key>.size == 1, _isPOD(type) else { return nil }
        places = .allocate(capacity: 256)
        places.initialize(repeating: .none, count: 256)
    }

    func deallocate() { places.deallocate() }

    /// The place of a key; `.none` if that has not been found out yet.
    @inline(__always)
    subscript<Key: CodingKey>(key: Key) -> RowPlan.Place {
        get { places[Int(Self.byte(of: key))] }
        nonmutating set { places[Int(Self.byte(of: key))] = newValue }
    }

    @inline(__always)
    private static func byte<Key: CodingKey>(of key: Key) -> UInt8 {
        unsafeBitCast(key, to: UInt8.self)
    }
}
