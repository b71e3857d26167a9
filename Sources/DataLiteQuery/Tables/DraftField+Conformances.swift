// In an extension such as `extension Reminder.Draft: Codable {}`, the compiler calls the functions for keyed containers.

extension DraftField: Encodable where Value: Encodable {
    public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension DraftField: Decodable where Value: Decodable {
    /// A field that is set to a decoded value.
    public init(from decoder: any Decoder) throws {
        self.init(decoded: try Value(from: decoder))
    }
}

extension DraftField {
    /// A field that is set to a value.
    fileprivate init(decoded value: Value) {
        self.init(wrappedValue: value)
        set(.some(.some(value)))
    }
}

extension KeyedEncodingContainer {
    /// Encodes the value of a field, which may be its default. A field that an insert omits is not encoded.
    public mutating func encode<Value: Encodable>(
        _ field: DraftField<Value>, forKey key: Key
    ) throws {
        if !field.isOmitted { try encode(field.wrappedValue, forKey: key) }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a field, which is then set.
    public func decode<Value: Decodable>(
        _ type: DraftField<Value>.Type, forKey key: Key
    ) throws -> DraftField<Value> {
        DraftField(decoded: try decode(Value.self, forKey: key))
    }

    /// Decodes a field of an optional property, which is set, perhaps to `nil`, if there is a value for the key.
    public func decode<Wrapped: Decodable>(
        _ type: DraftField<Wrapped?>.Type, forKey key: Key
    ) throws -> DraftField<Wrapped?> {
        guard contains(key) else { return DraftField() }
        return DraftField(decoded: try decodeIfPresent(Wrapped.self, forKey: key))
    }
}

// Fields are equal if an insert writes the same value for both, whether it was set or is the default.

extension DraftField: Equatable where Value: Equatable {
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.isOmitted == rhs.isOmitted && lhs.wrappedValue == rhs.wrappedValue
    }
}

extension DraftField: Hashable where Value: Hashable {
    public func hash(into hasher: inout Hasher) {
        hasher.combine(isOmitted)
        hasher.combine(wrappedValue)
    }
}
