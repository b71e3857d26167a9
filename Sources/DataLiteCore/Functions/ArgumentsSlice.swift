/// Some of the arguments of a call, with their original indexes.
///
/// They are copies and remain valid after the call. As in the arguments themselves, an out-of-range index
/// yields `.null` or `nil`.
public final class ArgumentsSlice: ArgumentsProtocol, Sendable {
    // Explicit, because the compiler cannot infer them for a protocol that names this type.
    public typealias Element = SQLiteValue
    public typealias Index = Int
    public typealias Indices = Range<Int>
    public typealias SubSequence = ArgumentsSlice
    public typealias Iterator = IndexingIterator<ArgumentsSlice>

    public let startIndex: Int
    private let values: [SQLiteValue]

    init(startIndex: Int, values: [SQLiteValue]) {
        self.startIndex = startIndex
        self.values = values
    }

    public var count: Int { values.count }
    public var endIndex: Int { startIndex + values.count }

    public subscript(index: Int) -> SQLiteValue {
        guard index >= startIndex, index < endIndex else { return .null }
        return values[index - startIndex]
    }
}
