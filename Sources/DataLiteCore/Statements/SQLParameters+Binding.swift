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
        throw SQLiteError(
            .misuse,
            message:
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
