import DataLiteSyntax

/// A database that checks statements without running them. It has the mock's functions and
/// collating sequences and the test's schema, if any.
struct SQLChecker {
    private var connection: Connection?
    private var collations: [Collation] = []
    private var hasSchema = false

    /// The properties of a prepared statement.
    struct Statement {
        let parameterNames: [String?]
        let columns: [String]
    }

    /// The database, created when it is first needed.
    private mutating func database() throws(SQLiteError) -> Connection {
        if let connection { return connection }
        let connection = try Connection(location: .inMemory)
        self.connection = connection
        return connection
    }

    // MARK: - Setup

    mutating func setSchema(_ sql: String) throws(SQLiteError) {
        try database().execute(sql: sql)
        hasSchema = true
    }

    mutating func setConnection(
        _ connection: Connection, functions: [Function.Registration]
    ) throws(SQLiteError) {
        for function in functions { try connection.add(function: function) }
        for collation in collations { try connection.add(collation: collation) }
        self.connection = connection
        hasSchema = true
    }

    mutating func add(_ function: Function.Registration) throws(SQLiteError) {
        try database().add(function: function)
    }

    mutating func remove(function name: String, argc: Int32) throws(SQLiteError) {
        try database().remove(function: name, argc: argc)
    }

    mutating func add(_ collation: Collation) throws(SQLiteError) {
        try database().add(collation: collation)
        collations.append(collation)
    }

    mutating func remove(collation name: String) throws(SQLiteError) {
        try database().remove(collation: name)
        collations.removeAll { SQLName.matches($0.name, name) }
    }

    // MARK: - Checking

    /// Checks a statement and returns its properties; `nil` without a schema.
    func check(_ text: StatementText) throws(SQLiteError) -> Statement? {
        guard hasSchema, let connection else { return nil }
        let statement = try connection.prepare(sql: text.sql)
        let count = statement.parameterCount()
        return Statement(
            parameterNames: count < 1 ? [] : (1...count).map(statement.parameterNameBy),
            columns: statement.columnNames())
    }

    /// Checks a statement after schema changes, which are rolled back.
    func check(
        _ text: StatementText, after changes: [StatementText]
    ) throws(SQLiteError) -> Statement? {
        guard hasSchema, let connection, !changes.isEmpty else { return try check(text) }
        return try connection.rollingBack { () throws(SQLiteError) in
            for change in changes { try? connection.execute(sql: change.sql) }
            return try check(text)
        }
    }

    /// Runs an `INSERT` and rolls it back, to check the constraints that do not depend on other
    /// rows.
    ///
    /// Constraints that depend on other rows are not checked, because the tables are empty.
    func checkConstraints(of call: MockCall) throws(SQLiteError) {
        guard hasSchema, let connection, let table = call.text.insertTarget,
            !call.text.hasSubquery, (try? connection.hasTrigger(on: table)) == false
        else { return }
        do {
            try connection.rollingBack { () throws(SQLiteError) in
                let statement = try connection.prepare(sql: call.sql)
                for (index, value) in call.parameters.enumerated() {
                    try statement.bind(value, at: Int32(index) + 1)
                }
                while try statement.step() {}
            }
        } catch {
            switch error.resultCode {
            case .constraintNotNull, .constraintCheck, .constraintDataType, .mismatch: throw error
            default: return
            }
        }
    }

    /// Runs a statement that changes the schema, or that controls a transaction, which may undo
    /// such changes. Later statements are checked against the result.
    func didRun(_ text: StatementText) throws(SQLiteError) {
        guard hasSchema, let connection else { return }
        switch text.kind {
        // VACUUM does not change the schema and may write a file.
        case .schema where text.verb != "VACUUM":
            try connection.execute(sql: text.sql)
        case .begin, .commit, .rollback, .savepoint, .release, .rollbackTo:
            // The schema may have been set in the middle of a transaction.
            try? connection.execute(sql: text.sql)
        default: break
        }
    }

    /// Ends an open transaction.
    func rollBack() {
        guard hasSchema, let connection, !connection.isAutocommit else { return }
        try? connection.execute(sql: "ROLLBACK")
    }
}

extension Connection {
    /// Runs a closure in a savepoint, and rolls it back at the end.
    fileprivate func rollingBack<R>(
        _ body: () throws(SQLiteError) -> R
    ) throws(SQLiteError) -> R {
        try execute(sql: "SAVEPOINT datalite_check")
        // A statement with OR ROLLBACK may have ended the savepoint already.
        defer { try? execute(sql: "ROLLBACK TO datalite_check; RELEASE datalite_check") }
        return try body()
    }

    fileprivate func hasTrigger(on table: String) throws(SQLiteError) -> Bool {
        let count: Int? = try value(
            """
            SELECT count(*) FROM (
                SELECT type, tbl_name FROM sqlite_master UNION ALL
                SELECT type, tbl_name FROM sqlite_temp_master)
            WHERE type = 'trigger' AND tbl_name = \(table) COLLATE NOCASE
            """)
        return count != 0
    }
}
