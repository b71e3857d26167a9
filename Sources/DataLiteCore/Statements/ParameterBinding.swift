/// Binds values to the parameters of a statement and checks that the two match.
///
/// This is the one place that knows the rules: which name belongs to which parameter, which
/// parameters still need a value, and what the errors say.
package struct ParameterBinding {
    /// The number of parameters.
    package let count: Int

    private let statement: any StatementProtocol
    private let policy: ParameterPolicy
    private var bound: ParameterSet
    private var position = 0
    private var names: ParameterNames?

    package init(_ statement: any StatementProtocol, policy: ParameterPolicy = .strict) {
        self.statement = statement
        self.policy = policy
        count = Int(statement.parameterCount())
        bound = ParameterSet(count: count)
    }

    /// Binds the value to the next parameter.
    ///
    /// - Throws: `SQLITE_RANGE` if there is none, unless the policy ignores that.
    package mutating func bindNext(_ value: SQLiteValue) throws(SQLiteError) {
        guard position < count else {
            guard policy.surplusPositions == .error else { return }
            throw statement.parameterMismatch("no parameter for value \(position + 1)")
        }
        position += 1
        try bind(value, at: Int32(truncatingIfNeeded: position))
    }

    /// Binds the value to the parameters with a name: `id` is the name of `:id`, `@id` and `$id`.
    ///
    /// - Throws: `SQLITE_RANGE` if there are none, unless the policy ignores that.
    package mutating func bind(_ value: SQLiteValue, name: String) throws(SQLiteError) {
        let names = names ?? ParameterNames(of: statement, count: count)
        self.names = names
        let indexes = names.indexes(of: name, ignoringCase: policy.ignoresLetterCase)
        guard !indexes.isEmpty else {
            guard policy.surplusNames == .error else { return }
            throw statement.noParameter(named: ":" + name)
        }
        for index in indexes { try bind(value, at: index) }
    }

    /// Binds the value to a parameter.
    package mutating func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
        try statement.bind(value, at: index)
        bound.insert(index)
    }

    /// To be called after the last value.
    ///
    /// - Throws: `SQLITE_RANGE` naming the parameters without a value, unless the policy binds
    ///   NULL to them.
    package mutating func finish() throws(SQLiteError) {
        guard bound.count < count else { return }
        let missing = (1...Int32(count)).filter { !bound.contains($0) }
        guard policy.missing == .error else {
            for index in missing { try bind(.null, at: index) }
            return
        }
        throw statement.missingParameters(missing)
    }
}

extension StatementProtocol {
    /// `SQLITE_RANGE` for parameters without a value.
    package func missingParameters(_ indexes: some Sequence<Int32>) -> SQLiteError {
        parameterMismatch("no value for parameter \(parameterList(indexes))")
    }

    /// `:name` or `?3`, each as the statement writes it.
    func parameterList(_ indexes: some Sequence<Int32>) -> String {
        indexes.map { parameterNameBy($0) ?? "?\($0)" }.joined(separator: ", ")
    }

    /// `SQLITE_RANGE` for a value by name without a parameter.
    package func noParameter(named name: String) -> SQLiteError {
        parameterMismatch("the statement has no parameter \(name)")
    }

    package func parameterMismatch(_ message: String) -> SQLiteError {
        SQLiteError(.range, message: message, sql: sql)
    }
}
