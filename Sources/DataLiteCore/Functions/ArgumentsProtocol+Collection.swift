extension ArgumentsProtocol {
    public static var _missingElement: SQLiteValue { .null }

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of arguments.
    public var endIndex: Int { count }

    /// The existing arguments in a range. They keep their indexes.
    public subscript(bounds: Range<Int>) -> ArgumentsSlice {
        let bounds = bounds.clamped(to: startIndex..<endIndex)
        return ArgumentsSlice(startIndex: bounds.lowerBound, values: bounds.map { self[$0] })
    }
}
