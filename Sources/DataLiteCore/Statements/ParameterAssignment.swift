/// Which column of a row goes to which parameter.
struct ParameterAssignment: Equatable {
    let column: Int
    let parameter: Int32
}

extension StatementProtocol {
    /// Matches columns with parameters by name: `id` is the name of `:id`, `@id` and `$id`, and its
    /// value is bound to all of them; `:id` names only that one. Of columns with the same name, the
    /// first counts.
    ///
    /// - Throws: `SQLITE_RANGE` for a column without a parameter, and for a parameter that two
    ///   names refer to.
    func parameterAssignments(
        for columns: SQLiteRow.Columns
    ) throws(SQLiteError) -> [ParameterAssignment] {
        let names = ParameterNames(of: self, count: Int(parameterCount()))
        var assignments: [ParameterAssignment] = []
        for (column, name) in columns.names.enumerated() {
            let indexes = names.indexes(of: name, ignoringCase: false)
            guard !indexes.isEmpty else {
                let isPrefixed = name.utf8.first.map { ":@$".utf8.contains($0) } ?? false
                throw noParameter(named: isPrefixed ? name : ":" + name)
            }
            for index in indexes {
                if let other = assignments.first(where: { $0.parameter == index }) {
                    guard columns.names[other.column] != name else { continue }
                    throw parameterMismatch("two values for parameter \(parameterList([index]))")
                }
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
        _ values: [SQLiteValue], to assignments: [ParameterAssignment]
    ) throws(SQLiteError) {
        for assignment in assignments {
            try bind(values[assignment.column], at: assignment.parameter)
        }
    }
}

// MARK: - Errors

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
