/// The column of a row whose value is bound to a parameter.
struct ParameterAssignment: Equatable {
    let column: Int
    let parameter: Int32
}

extension StatementProtocol {
    /// Matches columns with parameters by name. A column `id` matches `:id`, `@id` and `$id`, and its value is bound to
    /// all of them; a column `:id` matches only `:id`. If no parameter has exactly the name, the case of ASCII letters
    /// is ignored. If several columns have the same name, the first is used.
    ///
    /// - Throws: `SQLITE_RANGE` if a column has no parameter, unless the policy ignores this, or if two names match the
    ///   same parameter.
    func parameterAssignments(
        for columns: SQLiteRow.Columns, _ policy: ParameterPolicy = .strict
    ) throws(SQLiteError) -> [ParameterAssignment] {
        let count = Int(parameterCount())
        let names = ParameterNames(of: self, count: count)
        var assignments: [ParameterAssignment] = []
        var columnOfParameter: [Int?] = Array(repeating: nil, count: count + 1)
        for (column, name) in columns.names.enumerated() {
            let exact = names.indexes(of: name, ignoringCase: policy.ignoresLetterCase)
            let indexes = exact.isEmpty ? names.indexes(of: name, ignoringCase: true) : exact
            guard !indexes.isEmpty else {
                if policy.extraNamedValues == .ignored { continue }
                let isPrefixed = name.utf8.first.map { ":@$".utf8.contains($0) } ?? false
                throw noParameter(named: isPrefixed ? name : ":" + name)
            }
            for index in indexes {
                if let other = columnOfParameter[Int(index)] {
                    guard !SQLName.same(columns.names[other], name) else { continue }
                    throw parameterMismatch("two values for parameter \(parameterList([index]))")
                }
                columnOfParameter[Int(index)] = column
                assignments.append(ParameterAssignment(column: column, parameter: index))
            }
        }
        return assignments
    }

    func requireAllParameters(in assignments: [ParameterAssignment]) throws(SQLiteError) {
        let count = parameterCount()
        guard assignments.count < count else { return }
        let given = Set(assignments.map(\.parameter))
        throw missingParameters((1...count).filter { !given.contains($0) })
    }

    func bind(
        _ row: SQLiteRow, to assignments: [ParameterAssignment]
    ) throws(SQLiteError) {
        for assignment in assignments {
            try bind(row.value(assignment.column), at: assignment.parameter)
        }
    }

    // MARK: - Errors

    /// The `SQLITE_RANGE` error for parameters without a value.
    package func missingParameters(_ indexes: some Sequence<Int32>) -> SQLiteError {
        parameterMismatch("no value for parameter \(parameterList(indexes))")
    }

    /// The parameters as the statement writes them, `:name` or `?3`; only the first ones if there are many.
    func parameterList(_ indexes: some Sequence<Int32>) -> String {
        MessageText.list(indexes) { MessageText.name(parameterNameBy($0) ?? "?\($0)") }
    }

    /// The `SQLITE_RANGE` error for a named value without a parameter.
    package func noParameter(named name: String) -> SQLiteError {
        parameterMismatch("the statement has no parameter \(MessageText.name(name))")
    }

    package func parameterMismatch(_ message: String) -> SQLiteError {
        SQLiteError(.range, message: message, sql: sql)
    }
}

/// The handling of values and parameters that do not match.
///
/// The one-line methods of a connection are strict. `SQLiteCoder` of `DataLiteCoder` has a policy
/// that can be changed.
public struct ParameterPolicy: Hashable, Sendable {
    /// The handling of a parameter without a value.
    public enum Missing: Hashable, Sendable {
        /// Throws `SQLITE_RANGE`. The message names the parameter.
        case error
        /// Binds NULL.
        case null
    }

    /// The handling of a value without a parameter.
    public enum Surplus: Hashable, Sendable {
        /// Throws `SQLITE_RANGE`. The message names the value.
        case error
        /// Ignores the value.
        case ignored
    }

    /// The handling of a parameter without a value.
    public var missing = Missing.error

    /// The handling of a positional value without a parameter.
    public var extraPositionalValues = Surplus.error

    /// The handling of a named value without a parameter.
    public var extraNamedValues = Surplus.error

    /// Whether `:id` and `:ID` are the same name.
    public var ignoresLetterCase = false

    /// The strict policy.
    public static let strict = ParameterPolicy()

    /// Creates the strict policy, which can then be changed.
    public init() {}
}
