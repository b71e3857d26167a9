/// Calls a function as SQLite would, without a database.
///
/// ```swift
/// let slug = try FunctionHarness(Slug.self)
/// #expect(try slug.call("Hello World") == "hello-world")
///
/// let median = try FunctionHarness(Median.self)
/// #expect(try median.aggregate([[1], [2], [9]]) == 2)
/// ```
///
/// An error thrown by the function is rethrown unchanged. On a connection, it would be the
/// `underlyingError` of an ``/DataLiteCore/SQLiteError``.
public struct FunctionHarness {
    private let definition: Function.Registration
    private let auxiliary = AuxiliaryObjects()

    /// Creates a harness for the function that a type defines.
    ///
    /// - Throws: The same error as adding the function to a connection.
    public init(_ type: Function.Type) throws(SQLiteError) {
        try self.init(Function.Registration(type))
    }

    /// Creates a harness for any function, such as a function that was added to a
    /// ``MockConnection``.
    ///
    /// - Throws: The same error as adding the function to a connection.
    public init(_ definition: Function.Registration) throws(SQLiteError) {
        try Connection(location: .inMemory).add(function: definition)
        self.definition = definition
    }

    /// The name in SQL.
    public var name: String { definition.name }

    /// The number of arguments, or -1 for any number.
    public var argc: Int32 { definition.argc }

    /// The options of the function.
    public var options: Function.Options { definition.options }

    // MARK: - Scalar functions

    /// The result of a scalar function.
    ///
    /// - Throws: Any error thrown by the function; an `SQLiteError` with `SQLITE_ERROR` for a wrong
    ///   number of arguments, or with `SQLITE_MISUSE` for an aggregate.
    public func call(_ arguments: (any SQLiteBindable)?...) throws -> SQLiteValue {
        try call(arguments)
    }

    /// The result of a scalar function.
    ///
    /// - Throws: The same errors as `call(_:)`.
    public func call(_ arguments: [(any SQLiteBindable)?]) throws -> SQLiteValue {
        guard case .scalar(let body) = definition._implementation else {
            throw misuse("is not a scalar function")
        }
        try checkCount(of: arguments)
        return try with(arguments) { try body($0) }.result()
    }

    /// The result of a scalar function as a Swift type; `nil` for NULL or a value that cannot be
    /// converted to `T`.
    ///
    /// - Throws: The same errors as `call(_:)`.
    public func call<T: SQLiteRepresentable>(
        _ arguments: (any SQLiteBindable)?..., as type: T.Type
    ) throws -> T? {
        try T(call(arguments))
    }

    // MARK: - Aggregates

    /// The result of an aggregate, or of a window function that is used as an aggregate, for rows of arguments; there
    /// may be no rows.
    ///
    /// - Throws: Any error thrown by the function, which is not called again after the error; an
    ///   `SQLiteError` with `SQLITE_ERROR` for a wrong number of arguments, or with `SQLITE_MISUSE`
    ///   for a scalar function.
    public func aggregate(_ rows: [[(any SQLiteBindable)?]]) throws -> SQLiteValue {
        let make = try instanceMaker()
        try rows.forEach(checkCount(of:))
        let instance = make()
        for row in rows { try with(row) { try instance.step(args: $0) } }
        return try (instance._aggregateResult()?.sqliteValue ?? .null).result()
    }

    /// The result of an aggregate with one argument, for the values of a column.
    ///
    /// - Throws: The same errors as ``aggregate(_:)``.
    public func aggregate(column values: [(any SQLiteBindable)?]) throws -> SQLiteValue {
        try aggregate(values.map { [$0] })
    }

    private func instanceMaker() throws(SQLiteError) -> () -> any Function._AggregateInstance {
        switch definition._implementation {
        case .scalar: throw misuse("is not an aggregate")
        case .aggregate(let make): make
        case .window(let make): make
        }
    }

    // MARK: - Window functions

    /// The rows in a window function's frame for each row of its partition.
    public enum Frame: Sendable {
        /// `ROWS BETWEEN preceding PRECEDING AND following FOLLOWING`. Negative numbers count
        /// as 0.
        case rows(preceding: Int, following: Int)
        /// `ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW`: equivalent to `OVER (ORDER BY ...)`
        /// if no two rows are equal in that order. SQLite computes a single value for equal rows.
        case unboundedPrecedingToCurrentRow
        /// `ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING`
        case wholePartition
    }

    /// The value of a window function for each row of a partition. The steps, values and inverses
    /// are called in the order in which SQLite calls them.
    ///
    /// As in SQLite, the final result is computed at the end of the partition and its value is
    /// ignored. As on a `Connection`, an error in that computation is thrown.
    ///
    /// - Throws: Any error thrown by the function, which is not called again after the error; an
    ///   `SQLiteError` with `SQLITE_ERROR` for a wrong number of arguments, or with `SQLITE_MISUSE`
    ///   if it is not a window function.
    public func window(
        _ rows: [[(any SQLiteBindable)?]], frame: Frame = .unboundedPrecedingToCurrentRow
    ) throws -> [SQLiteValue] {
        guard case .window(let make) = definition._implementation else {
            throw misuse("is not a window function")
        }
        try rows.forEach(checkCount(of:))
        // Without rows there is no partition, and SQLite creates no instance.
        guard !rows.isEmpty else { return [] }
        let instance = make()
        let (preceding, following) = frame.bounds(rows.count)
        var stepped = 0
        var values: [SQLiteValue] = []
        for row in rows.indices {
            while stepped < rows.count, stepped - following <= row {
                try with(rows[stepped]) { try instance.step(args: $0) }
                stepped += 1
            }
            values.append(try instance._windowValue().stored)
            if row >= preceding, row + 1 < rows.count {
                try with(rows[row - preceding]) { try instance.inverse(args: $0) }
            }
        }
        // SQLite releases the instance by computing its result, whose value it ignores.
        _ = try instance._aggregateResult()
        return values
    }

    // MARK: - One call

    /// SQLite counts the arguments when it prepares a statement, before it calls the function.
    private func checkCount(of arguments: [(any SQLiteBindable)?]) throws(SQLiteError) {
        guard argc < 0 || arguments.count == Int(argc) else {
            throw SQLiteError(
                .error, message: "wrong number of arguments to function \(MessageText.name(name))()"
            )
        }
    }

    private func with<R>(
        _ arguments: [(any SQLiteBindable)?], _ body: (HarnessArguments) throws -> R
    ) rethrows -> R {
        let arguments = HarnessArguments(arguments.map(\.stored), auxiliary)
        defer { arguments.end() }
        return try body(arguments)
    }

    private func misuse(_ what: String) -> SQLiteError {
        SQLiteError(.misuse, message: "\(MessageText.name(name)) \(what)")
    }
}

extension FunctionHarness.Frame {
    /// The number of rows in the frame before and after the current row.
    fileprivate func bounds(_ count: Int) -> (preceding: Int, following: Int) {
        switch self {
        case .rows(let preceding, let following):
            (min(max(preceding, 0), count), min(max(following, 0), count))
        case .unboundedPrecedingToCurrentRow: (count, 0)
        case .wholePartition: (count, count)
        }
    }
}

extension (any SQLiteBindable)? {
    /// The value as SQLite stores it.
    fileprivate var stored: SQLiteValue { self?.sqliteValue.stored ?? .null }
}
