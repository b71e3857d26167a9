import DataLiteCore

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

    /// Carries a change of the schema out, so that later statements are checked against it.
    func change(_ sql: String) throws(SQLiteError) {
        guard hasSchema else { return }
        try connection?.execute(sql: sql)
    }
}
