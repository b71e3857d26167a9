import DataLiteCore

/// Takes the values that an `Encodable` gives, by name or by position.
protocol ValueSink: AnyObject {
    var coder: SQLiteCoder { get }

    /// A property.
    func put(_ value: SQLiteValue, key: String) throws

    /// A value whose name is that of its column or parameter, whatever the strategy for keys.
    func put(_ value: SQLiteValue, name: String) throws

    /// An element of an array, from 0 on.
    func put(_ value: SQLiteValue, position: Int) throws

    /// A value that stands alone.
    func put(_ value: SQLiteValue) throws

    /// What comes now has been put before, as NULL: the parts that are written piece by piece.
    func beginParts()

    /// Whether properties that are `nil` are left out.
    var omitsNil: Bool { get }
}

extension ValueSink {
    func beginParts() {}
    var omitsNil: Bool { false }
}
