/// Values with names, from which a ``RowReader`` reads as from a row: the members of a JSON object.
package final class NamedValues: ArgumentsProtocol {
    // Explicit, because the compiler cannot infer them for a class.
    package typealias Element = SQLiteValue
    package typealias Index = Int
    package typealias Indices = Range<Int>
    package typealias SubSequence = _ArgumentsSlice
    package typealias Iterator = IndexingIterator<NamedValues>

    private let names: [String]
    private let values: [SQLiteValue]

    /// - Parameter names: A name for each value, for errors.
    package init(names: [String], values: [SQLiteValue]) {
        self.names = names
        self.values = values
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { values.count }

    package subscript(index: Int) -> SQLiteValue {
        values.indices.contains(index) ? values[index] : .null
    }

    /// The name of a value, as part of an error.
    func place(of index: Int) -> String {
        "member \"\(MessageText.name(names.indices.contains(index) ? names[index] : "\(index)"))\""
    }
}

/// A type that knows why a value cannot be converted to it.
package protocol MismatchExplaining {
    /// The reason; `nil` if the value can be converted.
    static func mismatchReason(of value: SQLiteValue) -> String?
}

extension Optional: MismatchExplaining where Wrapped: MismatchExplaining {
    package static func mismatchReason(of value: SQLiteValue) -> String? {
        value.isNull ? nil : Wrapped.mismatchReason(of: value)
    }
}
