/// The values of the parameters of a statement or a script: by position, or by name.
///
/// ```swift
/// try connection.execute("INSERT INTO people(name, age) VALUES (?, ?)", ["Ada", 36])
/// try connection.execute("INSERT INTO people(name, age) VALUES (:name, :age)", ["name": "Ada", "age": 36])
/// ```
///
/// A name matches `:name`, `@name` and `$name`. If no parameter has exactly that name, the case of ASCII letters is
/// ignored. `DataLiteCoder` adds parameters from `Encodable` values.
///
/// Each parameter needs a value and each value a parameter; otherwise, running the statement throws `SQLITE_RANGE`.
public struct SQLParameters: Sendable {
    @usableFromInline
    package enum Values: Sendable {
        case none
        case positions([SQLiteValue])
        case names(SQLiteRow)
        /// Values that were encoded by a coder.
        indirect case encoded(EncodedParameters)
    }

    @usableFromInline package let values: Values

    @inlinable
    package init(_ values: Values) { self.values = values }

    /// No values.
    @inlinable
    public init() { self.init(.none) }

    /// Values by position.
    public init(_ values: some Sequence<(any SQLiteBindable)?>) {
        self.init(.positions(values.map { $0?.sqliteValue ?? .null }))
    }

    /// Values by position.
    @inlinable
    public init<Values: Sequence>(_ values: Values) where Values.Element: SQLiteBindable {
        self.init(.positions(values.map(\.sqliteValue)))
    }

    /// Values by name: the columns of a row. If several columns have the same name, the first is used.
    public init(_ row: SQLiteRow) { self.init(.names(row)) }

    /// Values, or NULL, by name.
    public init(_ named: [String: (any SQLiteBindable)?]) {
        self.init(
            SQLiteRow(
                named.lazy.map { (column: $0.key, value: $0.value?.sqliteValue ?? .null) }))
    }
}

extension SQLParameters: ExpressibleByArrayLiteral {
    /// Values by position.
    public init(arrayLiteral values: (any SQLiteBindable)?...) {
        self.init(.positions(values.map { $0?.sqliteValue ?? .null }))
    }
}

extension SQLParameters: ExpressibleByDictionaryLiteral {
    /// Values by name. If a name occurs more than once, its first value is used.
    public init(dictionaryLiteral members: (String, (any SQLiteBindable)?)...) {
        self.init(
            SQLiteRow(members.lazy.map { (column: $0.0, value: $0.1?.sqliteValue ?? .null) }))
    }
}

/// Values that were encoded by a coder, with its policy for values that do not match the parameters.
@usableFromInline
package struct EncodedParameters: Sendable {
    package var positions: [SQLiteValue] = []
    package var names = SQLiteRow()
    package let policy: ParameterPolicy

    /// The error of encoding the values, if any. Running the statement throws it.
    package var error: SQLiteError?

    package init(policy: ParameterPolicy) { self.policy = policy }
}

extension SQLParameters {
    /// Binds the values to a statement, and the interpolations of its SQL to the plain `?`.
    ///
    /// - Throws: `SQLITE_RANGE` if values and parameters do not match; `SQLITE_MISUSE` if positional values are
    ///   combined with interpolations, because their order would depend on the SQL.
    func bind(
        to statement: any StatementProtocol, after interpolations: [SQLiteValue]
    ) throws(SQLiteError) {
        switch values {
        case .none:
            try statement.bindAll(interpolations)
        case .positions(let values):
            guard !values.isEmpty else { return try statement.bindAll(interpolations) }
            try requireNone(interpolations, statement)
            try statement.bindAll(values)
        case .names(let row):
            try statement.bind(row, .strict, after: interpolations)
        case .encoded(let encoded):
            if let error = encoded.error { throw error }
            if encoded.positions.isEmpty {
                try statement.bind(encoded.names, encoded.policy, after: interpolations)
            } else {
                try requireNone(interpolations, statement)
                try statement.bindPositions(encoded.positions, encoded.policy)
            }
        }
    }

    private func requireNone(
        _ interpolations: [SQLiteValue], _ statement: any StatementProtocol
    ) throws(SQLiteError) {
        guard !interpolations.isEmpty else { return }
        throw SQLiteError.misuse(
            "positional values with interpolations: interpolate them, too, or name them",
            sql: statement.sql)
    }
}

extension StatementProtocol {
    /// Binds a value to each parameter. A dictionary literal is an ``SQLiteRow`` instead, which need not have a value
    /// for every parameter.
    ///
    /// - Throws: `SQLITE_RANGE` if the parameters and their values do not match; `SQLITE_MISUSE` while the statement
    ///   runs.
    @_disfavoredOverload
    public func bind(_ parameters: SQLParameters) throws(SQLiteError) {
        try parameters.bind(to: self, after: [])
    }

    /// Binds the columns of a row by name, and interpolations to the parameters without a name.
    fileprivate func bind(
        _ row: SQLiteRow, _ policy: ParameterPolicy, after interpolations: [SQLiteValue]
    ) throws(SQLiteError) {
        let assignments = try parameterAssignments(for: row.columns, policy)
        try bind(row, to: assignments)
        var given = Set(assignments.map(\.parameter))
        if !interpolations.isEmpty {
            let plain = plainParameters()
            guard plain.count == interpolations.count else {
                throw parameterMismatch(
                    "the statement has \(plain.count.counted("parameter")) without a name and "
                        + interpolations.count.counted("interpolation"))
            }
            for (index, value) in zip(plain, interpolations) { try bind(value, at: index) }
            given.formUnion(plain)
        }
        try bindMissing(given, policy)
    }

    /// Binds values by position.
    fileprivate func bindPositions(
        _ values: [SQLiteValue], _ policy: ParameterPolicy
    ) throws(SQLiteError) {
        let count = Int(parameterCount())
        if values.count > count, policy.extraPositionalValues == .ignored {
            return try bindAll(Array(values.prefix(count)))
        }
        if values.count < count, policy.missing == .null {
            return try bindAll(
                values + Array(repeating: .null, count: count - values.count))
        }
        try bindAll(values)
    }

    private func plainParameters() -> [Int32] {
        let count = parameterCount()
        guard count > 0 else { return [] }
        let names = ParameterNames(of: self, count: Int(count))
        return (1...count).filter { names.isPlain($0) }
    }

    private func bindMissing(
        _ given: Set<Int32>, _ policy: ParameterPolicy
    ) throws(SQLiteError) {
        let count = parameterCount()
        guard given.count < count else { return }
        let missing = (1...count).filter { !given.contains($0) }
        guard policy.missing == .null else { throw missingParameters(missing) }
        for index in missing { try bind(SQLiteValue.null, at: index) }
    }
}
