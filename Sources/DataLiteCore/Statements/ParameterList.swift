/// The values for all parameters of one statement.
protocol ParameterList {
    /// Binds them.
    ///
    /// - Throws: `SQLITE_RANGE` if a parameter gets no value or a value no parameter, naming it.
    func bind(to statement: any StatementProtocol) throws(SQLiteError)
}

/// Values by position: those of the interpolations.
extension SQL: ParameterList {
    func bind(to statement: any StatementProtocol) throws(SQLiteError) {
        try statement.requireParameters(parameters.count)
        for position in parameters.indices {
            try statement.bind(parameters[position], at: Int32(truncatingIfNeeded: position + 1))
        }
    }
}

/// Swift values by position.
struct BindableList: ParameterList {
    let values: [(any SQLiteBindable)?]

    func bind(to statement: any StatementProtocol) throws(SQLiteError) {
        try statement.requireParameters(values.count)
        for position in values.indices {
            let value = values[position]?.sqliteValue ?? .null
            try statement.bind(value, at: Int32(truncatingIfNeeded: position + 1))
        }
    }
}

/// Values by name.
struct NamedValues: ParameterList {
    let row: SQLiteRow

    func bind(to statement: any StatementProtocol) throws(SQLiteError) {
        let indexes = try statement.parameterIndexes(for: row.columns)
        try statement.requireAllParameters(in: indexes)
        try statement.bind(row, to: indexes)
    }
}

extension StatementProtocol {
    fileprivate func requireParameters(_ count: Int) throws(SQLiteError) {
        let expected = Int(parameterCount())
        guard count != expected else { return }
        let what =
            count < expected
            ? "no value for \(parameterList(Int32(count + 1)...Int32(expected)))"
            : "no parameter for value \(expected + 1)"
        throw SQLiteError(
            .range,
            message: "the statement has \(expected) parameters and was given \(count) values: "
                + what,
            sql: sql)
    }
}
