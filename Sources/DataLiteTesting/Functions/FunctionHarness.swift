public import DataLiteCore

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
/// An error of the function is thrown unchanged. On a connection it would be the `underlyingError`
/// of an ``/DataLiteCore/SQLiteError``.
public struct FunctionHarness {
    private let definition: Function.Registration
    private let auxiliary = AuxiliaryObjects()

    /// A harness for the function that a type defines.
    ///
    /// - Throws: the error that adding the function to a connection throws.
    public init(_ type: Function.Type) throws(SQLiteError) {
        try self.init(Function.Registration(type))
    }

    /// A harness for a function in any form, such as one that was added to a ``MockConnection``.
    ///
    /// - Throws: the error that adding the function to a connection throws.
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
}

// MARK: - Scalar functions

extension FunctionHarness {
    /// The result of a scalar function.
    ///
    /// - Throws: what the function throws; `SQLITE_ERROR` for a number of arguments that it does
    ///   not take; `SQLITE_MISUSE` for an aggregate.
    public func call(_ arguments: (any SQLiteBindable)?...) throws -> SQLiteValue {
        try call(arguments)
    }

    /// The result of a scalar function.
    ///
    /// - Throws: as `call(_:)`.
    public func call(_ arguments: [(any SQLiteBindable)?]) throws -> SQLiteValue {
        guard case .scalar(let body) = definition._implementation else {
            throw misuse("is not a scalar function")
        }
        try checkCount(of: arguments)
        return try with(arguments) { try body($0) }.stored
    }

    /// The result of a scalar function as a Swift type; `nil` for NULL, and for a value that cannot
    /// be converted to `T`.
    ///
    /// - Throws: as `call(_:)`.
    public func call<T: SQLiteRepresentable>(
        _ arguments: (any SQLiteBindable)?..., as type: T.Type
    ) throws -> T? {
        try T(call(arguments))
    }
}

// MARK: - Aggregates

extension FunctionHarness {
    /// The result of an aggregate, or of a window function used as one, for rows of arguments.
    /// There may be no rows.
    ///
    /// - Throws: what the function throws, after which it is not called again; `SQLITE_ERROR` for a
    ///   number of arguments that it does not take; `SQLITE_MISUSE` for a scalar function.
    public func aggregate(_ rows: [[(any SQLiteBindable)?]]) throws -> SQLiteValue {
        let make = try instanceMaker()
        try rows.forEach(checkCount(of:))
        let instance = make()
        for row in rows { try with(row) { try instance.step(args: $0) } }
        return try instance._aggregateResult().stored
    }

    /// The result of an aggregate of one argument.
    ///
    /// - Throws: as ``aggregate(_:)``.
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
}

// MARK: - Window functions

extension FunctionHarness {
    /// The rows that a window function sees for each row of its partition.
    public enum Frame: Hashable, Sendable {
        /// `ROWS BETWEEN preceding PRECEDING AND following FOLLOWING`. Negative numbers count
        /// as 0.
        case rows(preceding: Int, following: Int)
        /// `ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW`: the same as `OVER (ORDER BY ...)` if
        /// no two rows are equal in that order. SQLite computes one value for equal rows.
        case unboundedPrecedingToCurrentRow
        /// `ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING`
        case wholePartition
    }

    /// The value of a window function for each row of a partition. The steps, values and inverses
    /// are called in the order in which SQLite calls them.
    ///
    /// As in SQLite, the final result is computed at the end of the partition and its value ignored.
    /// As on a `Connection`, an error of that computation is thrown.
    ///
    /// - Throws: what the function throws, after which it is not called again; `SQLITE_ERROR` for a
    ///   number of arguments that it does not take; `SQLITE_MISUSE` for any other function.
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
}

extension FunctionHarness.Frame {
    /// How many rows before and after the current one belong to the frame.
    fileprivate func bounds(_ count: Int) -> (preceding: Int, following: Int) {
        switch self {
        case .rows(let preceding, let following):
            (min(max(preceding, 0), count), min(max(following, 0), count))
        case .unboundedPrecedingToCurrentRow: (count, 0)
        case .wholePartition: (count, count)
        }
    }
}

// MARK: - One call

extension FunctionHarness {
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

extension (any SQLiteBindable)? {
    /// The value as SQLite stores it.
    fileprivate var stored: SQLiteValue { self?.sqliteValue.stored ?? .null }
}
