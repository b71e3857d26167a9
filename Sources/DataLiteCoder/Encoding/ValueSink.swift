import DataLiteCore

/// Takes the values that an `Encodable` gives, by name or by position.
protocol ValueSink: AnyObject {
    var coder: SQLiteCoder { get }

    /// A property.
    func put(_ value: SQLiteValue, key: String) throws

    /// An element of an array, from 0 on.
    func put(_ value: SQLiteValue, position: Int) throws

    /// A value that stands alone.
    func put(_ value: SQLiteValue) throws

    /// A property that is `nil`.
    func putNil(key: String) throws
}

extension ValueSink {
    func putNil(key: String) throws { try put(.null, key: key) }
}
