public import DataLiteCoder

/// Binds the parameters of a statement, for a type that is ``ParameterBindable``.
///
/// Simple values take the parameters in order. A name matches `:name`, `@name` and `$name`. What happens
/// to a value that the statement has no parameter for is up to `SQLiteCoder.parameterPolicy`.
public final class ParameterBinder {
    private var sink: ParameterSink?

    /// How many parameters the statement has.
    public let count: Int

    init(_ sink: ParameterSink) {
        self.sink = sink
        count = sink.count
    }

    func end() { sink = nil }

    /// Binds a value to the next parameter.
    ///
    /// - Throws: what binding throws; `SQLITE_MISUSE` when the statement has been bound.
    public func bind(_ value: (any SQLiteBindable)?) throws {
        try openSink().put(value?.sqliteValue ?? .null)
    }

    /// Binds a value to the parameters with a name.
    ///
    /// - Throws: what binding throws; `SQLITE_MISUSE` when the statement has been bound.
    public func bind(_ value: (any SQLiteBindable)?, name: String) throws {
        try openSink().put(value?.sqliteValue ?? .null, name: name, .none)
    }

    private func openSink() throws -> ParameterSink {
        guard let sink else { throw ParameterSink.ended }
        return sink
    }
}

/// A type that binds itself, to any number of parameters.
///
/// ```swift
/// struct Point: Codable, ParameterBindable {
///     var x, y: Double
///     func bind(to binder: ParameterBinder) throws {
///         try binder.bind(x)
///         try binder.bind(y)
///     }
/// }
/// ```
public protocol ParameterBindable: Encodable {
    /// Binds the parameters.
    func bind(to binder: ParameterBinder) throws
}
