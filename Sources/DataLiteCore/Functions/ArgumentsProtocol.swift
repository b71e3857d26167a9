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
where Element == SQLiteValue, SubSequence == ArgumentsSlice {
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
            throw SQLiteError(.misuse, message: "these arguments do not come from a connection")
        }
    }

    public func _auxiliaryObject(at index: Int) -> AnyObject? { nil }
    public func _setAuxiliaryObject(_ object: AnyObject, at index: Int) {}
}

// MARK: - Reading an argument

extension ArgumentsProtocol {
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
