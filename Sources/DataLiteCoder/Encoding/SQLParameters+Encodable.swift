public import DataLiteCore

extension SQLParameters {
    /// Creates parameters from a value: properties by name, the elements of an array by position, a simple value as
    /// the first parameter.
    ///
    /// ```swift
    /// try connection.execute("UPDATE people SET age = :age WHERE id = :id", SQLParameters(person))
    /// ```
    ///
    /// By default, a property without a parameter is ignored and names match case-insensitively;
    /// ``SQLiteCoder/parameterPolicy`` can change this.
    ///
    /// - Parameters:
    ///   - value: The value. If it cannot be encoded, running the statement throws an `SQLiteError` with the
    ///     `EncodingError` as its `underlyingError`.
    ///   - coder: The coder that determines the formats of dates, keys and so on.
    @_disfavoredOverload
    public init(_ value: some Encodable, coder: SQLiteCoder = .default) {
        let collector = ParameterCollector(coder)
        let writer = ValueWriter(collector)
        writer.begin(coder)
        do {
            try writer.encode(value)
        } catch {
            collector.fail(error)
        }
        writer.end()
        self.init(.encoded(collector.parameters))
    }
}

/// Collects the parameters that a value writes, for any statement.
private final class ParameterCollector: ValueSink {
    private let policy: ParameterPolicy
    private var positions: [SQLiteValue] = []
    private var names: [(column: String, value: SQLiteValue)] = []
    private var indexes: [ExactName: Int] = [:]
    private var error: SQLiteError?

    init(_ coder: SQLiteCoder) { policy = coder.parameterPolicy }

    var parameters: EncodedParameters {
        var parameters = EncodedParameters(policy: policy)
        parameters.positions = positions
        parameters.names = SQLiteRow(names)
        parameters.error = error
        return parameters
    }

    func fail(_ error: any Error) {
        var reason = "\(type(of: error))"
        if case .invalidValue(_, let context)? = error as? EncodingError {
            reason = MessageText.message(context.debugDescription)
        }
        self.error = SQLiteError(
            .mismatch, message: "the parameters cannot be encoded: \(reason)",
            underlyingError: error)
    }

    func put(_ value: SQLiteValue, _ slot: KeySlot) -> Bool { false }

    /// If a name gets several values, the last one is used.
    func put(_ value: SQLiteValue, name: String, _ slot: KeySlot) {
        if let index = indexes[ExactName(name: name)] {
            names[index].value = value
        } else {
            indexes[ExactName(name: name)] = names.count
            names.append((name, value))
        }
    }

    func put(_ value: SQLiteValue, position: Int) {
        if position < positions.count {
            positions[position] = value
        } else {
            positions.append(value)
        }
    }

    func put(_ value: SQLiteValue) { positions.append(value) }

    var closedError: any Error {
        SQLiteError.misuse("the parameters have been written")
    }
}
