extension StatementProtocol {
    /// Binds a Swift value, or NULL, to a parameter.
    ///
    /// - Throws: The errors of ``bind(_:at:)-(SQLiteValue,Int32)``.
    // Always inlined: otherwise the compiler does not specialize it for an `any StatementProtocol`.
    @inlinable
    @inline(__always)
    public func bind(_ value: some SQLiteBindable, at index: Int32) throws(SQLiteError) {
        try bind(value.sqliteValue, at: index)
    }

    /// Binds a Swift value of a type known only at run time, or NULL, to a parameter.
    @_disfavoredOverload
    @inlinable
    public func bind(_ value: (any SQLiteBindable)?, at index: Int32) throws(SQLiteError) {
        try bind(value?.sqliteValue ?? .null, at: index)
    }

    /// Binds a value to the parameter with a name, including its `:`, `@` or `$`.
    ///
    /// - Throws: `SQLITE_RANGE` if the statement has no such parameter.
    public func bind(_ value: SQLiteValue, by name: String) throws(SQLiteError) {
        let index = parameterIndexBy(name)
        guard index > 0 else { throw noParameter(named: name) }
        try bind(value, at: index)
    }

    /// Binds a Swift value, or NULL, to the parameter with a name.
    @inlinable
    public func bind(_ value: some SQLiteBindable, by name: String) throws(SQLiteError) {
        try bind(value.sqliteValue, by: name)
    }

    /// Binds a Swift value of a type known only at run time, or NULL, to the parameter with a name.
    @_disfavoredOverload
    @inlinable
    public func bind(_ value: (any SQLiteBindable)?, by name: String) throws(SQLiteError) {
        try bind(value?.sqliteValue ?? .null, by: name)
    }

    /// Binds each column of a row to the parameters with its name: `age` to `:age`, `@age` and
    /// `$age`. If several columns have the same name, the first is used. Other parameters keep
    /// their values.
    ///
    /// - Throws: `SQLITE_RANGE` if the statement has no parameter for a column.
    public func bind(_ row: SQLiteRow) throws(SQLiteError) {
        try bind(row, to: parameterAssignments(for: row.columns))
    }

    /// Runs the statement once for each row, with the columns of the row bound to its parameters
    /// by name.
    ///
    /// Afterwards, even if this throws, the statement is reset and its bindings are cleared. The
    /// effects of earlier rows remain, unless a transaction around the call is rolled back.
    ///
    /// - Throws: `SQLITE_RANGE` if the columns of a row and the parameters of the statement are not
    ///   the same set of names.
    @_disfavoredOverload
    public func execute(_ rows: [SQLiteRow]) throws(SQLiteError) {
        do {
            try reset()
            var columns: SQLiteRow.Columns?
            var assignments: [ParameterAssignment] = []
            for row in rows {
                if columns != row.columns {
                    assignments = try parameterAssignments(for: row.columns)
                    try requireAllParameters(in: assignments)
                    columns = row.columns
                }
                try bind(row, to: assignments)
                while try step() {}
                try reset()
            }
        } catch {
            try? reset()
            try? clearBindings()
            throw error
        }
        try clearBindings()
    }
}
