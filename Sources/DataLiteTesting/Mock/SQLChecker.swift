import DataLiteCore
import DataLiteSyntax

/// A database in memory that tells whether a statement is right. It has the functions that were
/// added to the mock, and the schema that the test has given, if any.
struct SQLChecker {
    private var connection: Connection?
    private var hasSchema = false

    /// What the database knows of a statement.
    struct Statement {
        let names: [String?]
        let columns: [String]
    }

    /// The database, made when first needed.
    mutating func database() throws(SQLiteError) -> Connection {
        if let connection { return connection }
        let fresh = try Connection(location: .inMemory)
        connection = fresh
        return fresh
    }

    mutating func setSchema(_ sql: String) throws(SQLiteError) {
        try database().execute(sql: sql)
        hasSchema = true
    }

    /// What the database says of a statement; `nil` if there is no schema to check it against.
    func check(_ sql: String) throws(SQLiteError) -> Statement? {
        guard hasSchema, let connection else { return nil }
        let statement = try connection.prepare(sql: sql)
        let count = statement.parameterCount()
        return Statement(
            names: count < 1 ? [] : (1...count).map(statement.parameterNameBy),
            columns: statement.columnNames())
    }

    /// What the database says of a statement once the schema has been changed.
    func check(_ sql: String, after changes: [String]) throws(SQLiteError) -> Statement? {
        guard hasSchema, let connection, !changes.isEmpty else { return try check(sql) }
        try connection.execute(sql: "SAVEPOINT changes")
        defer { try? connection.execute(sql: "ROLLBACK TO changes; RELEASE changes") }
        for change in changes { try? connection.execute(sql: change) }
        return try check(sql)
    }

    /// Carries out what changes the schema, and the transactions that may take it back, so that
    /// later statements are checked against it.
    func run(_ sql: String, _ kind: SQLText.Kind) throws(SQLiteError) {
        guard hasSchema, let connection else { return }
        switch kind {
        // VACUUM changes no schema, and may write a file.
        case .schema where SQLTokens(sql).first { $0.keyword != nil }?.keyword != "VACUUM":
            try connection.execute(sql: sql)
        case .begin, .commit, .rollback, .savepoint, .release, .rollbackTo:
            // The schema may have been given in the middle of a transaction.
            try? connection.execute(sql: sql)
        default: break
        }
    }

    /// Ends an open transaction.
    func rollBack() {
        guard hasSchema, let connection, !connection.isAutocommit else { return }
        try? connection.execute(sql: "ROLLBACK")
    }
}
