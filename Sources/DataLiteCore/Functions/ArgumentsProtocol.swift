import DataLiteC

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

// MARK: - Values

// What only the values of a connection have. Arguments that do not come from a connection, in a test, have none of it.

extension ArgumentsProtocol {
    /// The subtype of an argument: a number from 0 to 255 that another function has set on its result, such as 74 on
    /// the JSON of SQLite's functions. 0 if there is none.
    ///
    /// SQLite passes subtypes reliably only to a function with the option ``Function/Options/subtype``. C:
    /// `sqlite3_value_subtype`.
    public func subtype(at index: Int) -> UInt8 {
        withPointer(at: index) { UInt8(truncatingIfNeeded: sqlite3_value_subtype($0)) } ?? 0
    }

    /// Whether an argument is a bound parameter, `?` or `:name`, and not computed by SQL. C: `sqlite3_value_frombind`.
    public func isParameter(at index: Int) -> Bool {
        withPointer(at: index) { sqlite3_value_frombind($0) != 0 } ?? false
    }

    /// An argument, or the number that its text looks like: `.int(12)` for `' 12 '`, `.real(1000)` for `'1e3'`. Other
    /// text and BLOBs are unchanged. C: `sqlite3_value_numeric_type`.
    public func numericValue(at index: Int) -> SQLiteValue {
        let number = withPointer(at: index) { pointer in
            sqlite3_value_numeric_type(pointer)
            return SQLiteValueView(pointer).value
        }
        return number ?? self[index]
    }

    /// The object that a statement or another function has passed as an argument; `nil` if the argument is no object or
    /// has another type. In SQL, an object is NULL. C: `sqlite3_value_pointer`.
    ///
    /// - Parameter type: The class of the object, or one of its superclasses.
    public func object<T: AnyObject>(at index: Int, as type: T.Type = T.self) -> T? {
        withPointer(at: index) { ObjectHolder.object(in: $0) as? T } ?? nil
    }

    /// Sets the subtype of the result of a scalar function, for a function with the option
    /// ``Function/Options/resultSubtype``. C: `sqlite3_result_subtype`.
    ///
    /// - Throws: `SQLITE_MISUSE` in other functions, and for arguments that do not come from a connection.
    public func setResult(subtype: UInt8) throws(SQLiteError) {
        try setResult(.subtype(subtype))
    }

    /// Makes an object the result of a scalar function, whatever the function returns. Another function can take the
    /// object from its arguments. In SQL, the object is NULL, and cannot be stored. C: `sqlite3_result_pointer`.
    ///
    /// - Throws: `SQLITE_MISUSE` in other functions, and for arguments that do not come from a connection.
    public func setResult(object: AnyObject) throws(SQLiteError) {
        try setResult(.object(object))
    }

    /// Makes a BLOB of zero bytes the result of a scalar function, whatever the function returns. SQLite stores the
    /// bytes only where the value is used: an `INSERT` writes them directly into the database, where ``Blob`` fills
    /// them. C: `sqlite3_result_zeroblob64`.
    ///
    /// The statement throws `SQLITE_TOOBIG` for more bytes than its connection allows.
    ///
    /// - Throws: `SQLITE_MISUSE` for a negative number, in other functions, and for arguments that do not come from a
    ///   connection.
    public func setResult(zeros count: Int) throws(SQLiteError) {
        try setResult(.zeros(SQLiteError.requireByteCount(count)))
    }

    private func setResult(_ addition: ResultAddition) throws(SQLiteError) {
        guard let arguments = CallArguments.real(self) else {
            throw SQLiteError.misuse("these arguments do not come from a connection")
        }
        let isScalar = arguments._withUnsafeGuaranteedRef { $0.add(toResult: addition) }
        guard isScalar else {
            throw SQLiteError.misuse(
                "a subtype, an object or zeros can be set only during a call of a scalar function")
        }
    }

    private func withPointer<R>(at index: Int, _ body: (OpaquePointer) -> R) -> R? {
        CallArguments.real(self)?._withUnsafeGuaranteedRef { $0.pointer(at: index).map(body) }
            ?? nil
    }
}
