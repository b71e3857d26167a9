import DataLiteSyntax

extension ConnectionProtocol {
    public func execute(script: String) throws(SQLiteError) {
        for sql in SQLScanner.statements(script) {
            try lease(sql: sql).use { (lease) throws(SQLiteError) in
                try lease.statement.bindAll([])
                try lease.stepToEnd()
            }
        }
    }

    /// Runs every statement of a script: another name for
    /// ``StatementPreparing/execute(script:)``.
    public func execute(sql: String) throws(SQLiteError) {
        try execute(script: sql)
    }

    public func add(function definition: Function.Registration) throws(SQLiteError) {
        throw unsupported("SQL functions")
    }

    public func add(function type: Function.Type) throws(SQLiteError) {
        try add(function: Function.Registration(type))
    }

    public func remove(function name: String, argc: Int32) throws(SQLiteError) {
        throw unsupported("SQL functions")
    }

    public func remove(function type: Function.Type) throws(SQLiteError) {
        try remove(function: Function.Registration(type).name, argc: type.argc)
    }

    public func add(collation: Collation) throws(SQLiteError) {
        throw unsupported("collating sequences")
    }

    public func remove(collation name: String) throws(SQLiteError) {
        throw unsupported("collating sequences")
    }

    public func apply(_ key: Connection.Key, name: String?) throws(SQLiteError) {
        throw unsupported("encryption")
    }

    public func rekey(_ key: Connection.Key, name: String?) throws(SQLiteError) {
        throw unsupported("encryption")
    }

    public func add(delegate: any ConnectionDelegate) throws(SQLiteError) {
        throw unsupported("delegates")
    }

    public func remove(delegate: any ConnectionDelegate) throws(SQLiteError) {
        throw unsupported("delegates")
    }

    public func add(traceDelegate: any ConnectionTraceDelegate) throws(SQLiteError) {
        throw unsupported("delegates")
    }

    public func remove(traceDelegate: any ConnectionTraceDelegate) throws(SQLiteError) {
        throw unsupported("delegates")
    }

    private func unsupported(_ feature: String) -> SQLiteError {
        SQLiteError.misuse("\(type(of: self)) does not support \(feature)")
    }

    // MARK: - Conveniences

    /// Prepares a statement.
    ///
    /// - Throws: The same errors as ``StatementPreparing/prepare(sql:options:)``.
    public func prepare(sql: String) throws(SQLiteError) -> any StatementProtocol {
        try prepare(sql: sql, options: [])
    }

    /// Prepares a statement and binds the values of the interpolations. Without interpolations, nothing is bound.
    ///
    /// - Throws: The same errors as ``StatementPreparing/prepare(sql:options:)``; `SQLITE_RANGE` if there are
    ///   interpolations and other parameters.
    public func prepare(
        _ sql: SQL, options: Statement.Options = []
    ) throws(SQLiteError) -> any StatementProtocol {
        let statement = try prepare(sql: sql.text, options: options)
        if !sql.parameters.isEmpty { try statement.bindAll(sql.parameters) }
        return statement
    }

    /// Provides the key of the encrypted main database.
    public func apply(_ key: Connection.Key) throws(SQLiteError) {
        try apply(key, name: nil)
    }

    /// Changes the key of the main database.
    public func rekey(_ key: Connection.Key) throws(SQLiteError) {
        try rekey(key, name: nil)
    }
}
