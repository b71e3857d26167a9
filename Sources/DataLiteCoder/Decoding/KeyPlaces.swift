/// The places of keys that are a byte: see ``KeyByte``. Further ones than the first 64 are found by name.
struct KeyPlaces {
    private let places: UnsafeMutablePointer<RowPlan.Place>
    private static let count = 64

    /// - Returns: `nil` for keys that are something else.
    init?<Key: CodingKey>(of type: Key.Type) {
        guard KeyByte.isAvailable(for: type) else { return nil }
        places = .allocate(capacity: Self.count)
        places.initialize(repeating: .none, count: Self.count)
    }

    func deallocate() { places.deallocate() }

    /// The place of a key; `nil` if that has not been found out yet.
    @inline(__always)
    subscript<Key: CodingKey>(key: Key) -> RowPlan.Place? {
        let byte = Int(KeyByte.of(key))
        guard byte < Self.count, case let place = places[byte], !place.isNone else { return nil }
        return place
    }

    func set<Key: CodingKey>(_ place: RowPlan.Place, of key: Key) {
        let byte = Int(KeyByte.of(key))
        if byte < Self.count { places[byte] = place }
    }
}
