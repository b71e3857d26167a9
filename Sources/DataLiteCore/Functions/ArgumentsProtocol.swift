/// The arguments of one call of an SQL function.
///
/// They are a collection of ``SQLiteValue``; a typed subscript reads an argument without building
/// one:
///
/// ```swift
/// guard let text = args[0] as String? else { return nil }
/// ```
///
/// How many arguments arrive is for SQL to decide, and SQL must not be able to stop the process:
/// **an index out of range yields** `.null` **or** `nil`. The arguments are valid only during the
/// call; kept beyond it, they read as `.null`.
public protocol ArgumentsProtocol: RandomAccessCollection
where Element == SQLiteValue, Index == Int, SubSequence == ArraySlice<SQLiteValue> {
    /// A look at an argument, for the typed subscript; NULL for an index out of range. Default: a
    /// view of the value.
    ///
    /// Not to be called from outside the library: ``withArgument(at:_:)`` is the safe form.
    func _argumentView(at index: Int) -> SQLiteValueView

    /// An object kept beside an argument that is constant in the statement, for ``auxiliary(at:_:)``.
    /// Default: none.
    func _auxiliaryObject(at index: Int) -> AnyObject?

    /// Keeps an object beside an argument, if the argument is constant. Default: does not.
    func _setAuxiliaryObject(_ object: AnyObject, at index: Int)
}

extension ArgumentsProtocol {
    public func _argumentView(at index: Int) -> SQLiteValueView { SQLiteValueView(self[index]) }
    public func _auxiliaryObject(at index: Int) -> AnyObject? { nil }
    public func _setAuxiliaryObject(_ object: AnyObject, at index: Int) {}

    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

    // The defaults stop the process at an index out of range, as in `args[0...1]`.
    public func index(after index: Int) -> Int { index &+ 1 }
    public func index(before index: Int) -> Int { index &- 1 }

    /// The values of some arguments, with their indexes; where there are none, fewer or no values.
    public subscript(bounds: Range<Int>) -> ArraySlice<SQLiteValue> {
        Array(self)[bounds.clamped(to: 0..<count)]
    }

    /// The values of the arguments from one on; none where there are none. `args[1...]` would stop
    /// the process without this when there is no argument at all.
    public subscript(bounds: PartialRangeFrom<Int>) -> ArraySlice<SQLiteValue> {
        self[Swift.min(bounds.lowerBound, count)..<count]
    }

    /// An argument as a Swift type; `nil` for NULL, for a value that is none of the type, and for
    /// an index out of range.
    // Inlined always: on an `any ArgumentsProtocol` the compiler specialises it in no other way.
    @inlinable
    public subscript<T: SQLiteRepresentable>(index: Int) -> T? {
        @inline(__always)
        get {
            if let arguments = Arguments.real(self) {
                return T(arguments._argumentView(at: index))
            }
            return T(_argumentView(at: index))
        }
    }

    /// Lends a look at an argument, so that its bytes can be read where they lie.
    @inlinable
    public func withArgument<R, E: Error>(
        at index: Int, _ body: (borrowing SQLiteValueView) throws(E) -> R
    ) throws(E) -> R {
        try body(_argumentView(at: index))
    }

    /// What `make` makes of an argument, kept for the rest of the statement's run if the argument is
    /// a constant there: a compiled pattern, a parsed document, ...
    ///
    /// ```swift
    /// let words = args.auxiliary(at: 0) { Set((String($0) ?? "").split(separator: " ")) }
    /// ```
    ///
    /// SQLite may let go of it at any time and then `make` is called again. C:
    /// `sqlite3_get_auxdata`, `sqlite3_set_auxdata`.
    public func auxiliary<T>(at index: Int, _ make: (SQLiteValue) throws -> T) rethrows -> T {
        if let kept = _auxiliaryObject(at: index) as? AuxiliaryBox<T> { return kept.value }
        let value = try make(self[index])
        _setAuxiliaryObject(AuxiliaryBox(value), at: index)
        return value
    }
}

private final class AuxiliaryBox<T> {
    let value: T

    init(_ value: T) { self.value = value }
}
