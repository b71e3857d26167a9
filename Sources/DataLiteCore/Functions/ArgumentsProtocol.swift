/// The arguments of one call of an SQL function.
///
/// They are a collection of ``SQLiteValue``. A typed subscript reads an argument without creating an
/// ``SQLiteValue``:
///
/// ```swift
/// guard let text = args[0] as String? else { return nil }
/// ```
///
/// The number of arguments depends on the SQL, so an out-of-range index never traps: it yields `.null` or
/// `nil`, and a range yields the arguments that exist. The arguments are valid only during the call. Retained
/// arguments read as `.null` after it.
public protocol ArgumentsProtocol: AnyObject, _LenientCollection
where Element == SQLiteValue, SubSequence == _ArgumentsSlice {
    /// The connection that runs the statement, for a function that runs SQL itself.
    ///
    /// Use it instead of capturing the connection in the function: the connection owns its functions, so
    /// capturing it would create a reference cycle and keep it open.
    ///
    /// ```swift
    /// try connection.add(function: "total_of", argc: 1) { args in
    ///     try args.connection.value("SELECT sum(amount) FROM item WHERE bill = \(args[0])")
    ///         as Double?
    /// }
    /// ```
    ///
    /// Default: throws an error, for arguments that do not come from a connection.
    ///
    /// - Throws: `SQLITE_MISUSE` after the call has ended.
    var connection: any ConnectionProtocol { get throws(SQLiteError) }

    /// The object that is stored with an argument that is constant in the statement, for
    /// ``auxiliary(at:_:)``. Default: none.
    func _auxiliaryObject(at index: Int) -> AnyObject?

    /// Stores an object with an argument if the argument is constant. Default: does not store it.
    func _setAuxiliaryObject(_ object: AnyObject, at index: Int)
}

extension ArgumentsProtocol {
    public var connection: any ConnectionProtocol {
        get throws(SQLiteError) {
            throw SQLiteError.misuse("these arguments do not come from a connection")
        }
    }

    public func _auxiliaryObject(at index: Int) -> AnyObject? { nil }
    public func _setAuxiliaryObject(_ object: AnyObject, at index: Int) {}

    // MARK: - Reading an argument

    /// An argument as a Swift type; `nil` for NULL, for a value that cannot be converted to `T`, and for an
    /// out-of-range index.
    // Always inlined: the compiler has no other way to specialize it for an `any ArgumentsProtocol`.
    @inlinable
    public subscript<T: SQLiteRepresentable>(index: Int) -> T? {
        @inline(__always)
        get {
            if let arguments = CallArguments.real(self) {
                return T(CallArguments.view(of: arguments, at: index))
            }
            return T(self[index] as SQLiteValue)
        }
    }

    /// Calls `body` with a view of an argument, to read its bytes without a copy. For an out-of-range index,
    /// it is a view of NULL.
    @inlinable
    public func withArgument<R, E: Error>(
        at index: Int, _ body: (borrowing SQLiteValueView) throws(E) -> R
    ) throws(E) -> R {
        if let arguments = CallArguments.real(self) {
            return try body(CallArguments.view(of: arguments, at: index))
        }
        return try body(SQLiteValueView(self[index]))
    }

    /// Returns the result of `make` for an argument, such as a compiled pattern or a parsed document. If the
    /// argument is constant in the statement, the result is stored for the rest of the run.
    ///
    /// ```swift
    /// let words = args.auxiliary(at: 0) { Set((String($0) ?? "").split(separator: " ")) }
    /// ```
    ///
    /// SQLite may discard the stored result at any time; then `make` is called again. C:
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

extension ArgumentsProtocol {
    public static var _missingElement: SQLiteValue { .null }

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of arguments.
    public var endIndex: Int { count }

    /// The existing arguments in a range. They keep their indexes.
    public subscript(bounds: Range<Int>) -> _ArgumentsSlice {
        let bounds = bounds.clamped(to: startIndex..<endIndex)
        return _ArgumentsSlice(startIndex: bounds.lowerBound, values: bounds.map { self[$0] })
    }
}

/// Some of the arguments of a call, with their original indexes.
///
/// They are copies and remain valid after the call. As in the arguments themselves, an out-of-range index
/// yields `.null` or `nil`.
public final class _ArgumentsSlice: ArgumentsProtocol, Sendable {
    // Explicit, because the compiler cannot infer them for a protocol that names this type.
    public typealias Element = SQLiteValue
    public typealias Index = Int
    public typealias Indices = Range<Int>
    public typealias SubSequence = _ArgumentsSlice
    public typealias Iterator = IndexingIterator<_ArgumentsSlice>

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

/// Returns the result of a call if an argument cannot be converted to a closure's parameter type.
@usableFromInline
enum TypedArguments {
    /// The result is NULL if a parameter that is not optional receives NULL, regardless of the other
    /// arguments.
    ///
    /// - Throws: `SQLITE_MISMATCH`, naming the first argument that cannot be converted.
    @usableFromInline
    @inline(never)
    static func mismatchResult(
        _ args: any ArgumentsProtocol, of function: String,
        as types: any SQLiteRepresentable.Type...
    ) throws(SQLiteError) -> SQLiteValue {
        try mismatchResult(args, of: function, as: types)
    }

    static func mismatchResult(
        _ args: any ArgumentsProtocol, of function: String, as types: [any SQLiteRepresentable.Type]
    ) throws(SQLiteError) -> SQLiteValue {
        let mismatches = types.indices.filter { types[$0].init(args[$0] as SQLiteValue) == nil }
        guard let first = mismatches.first, !mismatches.contains(where: { args[$0].isNull }) else {
            return .null
        }
        throw SQLiteError(
            .mismatch,
            message: "\(function): argument \(first + 1): expected \(types[first]), "
                + "found \(args[first].summary)")
    }
}

extension ArgumentsProtocol {
    /// The next argument, converted to the type of a closure's parameter.
    func typed<T: SQLiteRepresentable>(_ index: inout Int) throws(ArgumentMismatch) -> T {
        defer { index += 1 }
        guard let value = self[index] as T? else { throw .argument }
        return value
    }
}

/// An enum without payload, so that throwing it allocates nothing.
enum ArgumentMismatch: Error {
    case argument
}
