/// Binds the parameters of a statement, for a type that is ``ParameterBindable``.
///
/// Simple values take the parameters in order. A name matches `:name`, `@name` and `$name`.
/// `SQLiteCoder.parameterPolicy` determines the handling of a value without a parameter.
public final class ParameterBinder {
    private var sink: ParameterSink?

    /// The number of parameters of the statement.
    public let count: Int

    init(_ sink: ParameterSink) {
        self.sink = sink
        count = sink.count
    }

    func end() { sink = nil }

    /// Binds a value to the next parameter.
    ///
    /// - Throws: An `SQLiteError` if binding fails, or with `SQLITE_MISUSE` after
    ///   ``ParameterBindable/bind(to:)`` has returned.
    public func bind(_ value: (any SQLiteBindable)?) throws {
        try openSink().put(value?.sqliteValue ?? .null)
    }

    /// Binds a value to the parameters with a name.
    ///
    /// - Throws: An `SQLiteError` if binding fails, or with `SQLITE_MISUSE` after
    ///   ``ParameterBindable/bind(to:)`` has returned.
    public func bind(_ value: (any SQLiteBindable)?, name: String) throws {
        try openSink().put(value?.sqliteValue ?? .null, name: name, .none)
    }

    private func openSink() throws -> ParameterSink {
        guard let sink else { throw ParameterSink.ended }
        return sink
    }
}

/// A type that binds itself to any number of parameters.
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
