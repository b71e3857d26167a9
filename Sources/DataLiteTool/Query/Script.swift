import DataLiteCore
import DataLiteTransfer

/// SQL statements, at least one, with values for their parameters.
struct Script {
    let sql: String
    let parameters: [SQLiteValue]

    /// Runs the statements in order and writes their results. Each result is flushed before the next
    /// statement runs.
    ///
    /// - Throws: A ``QueryError`` if a transaction is still open at the end: closing the connection
    ///   would silently roll it back.
    func run(
        on connection: Connection, writer: any ResultWriter, output: BufferedOutput
    ) throws {
        let script = connection.statements(in: sql)
        guard !script.isAtEnd else { throw QueryError("there is no SQL statement to run") }
        while let statement = try script.next() {
            guard parameters.isEmpty || script.isAtEnd else {
                throw QueryError(
                    "parameters need a single statement, but there are several; nothing was run")
            }
            try bind(to: statement)
            try writer.write(statement)
            try output.flush()
        }
        guard connection.isAutocommit else {
            throw QueryError(
                "the SQL ended inside a transaction, which was rolled back; end it with COMMIT")
        }
    }

    func bind(to statement: Statement) throws {
        let expected = Int(statement.parameterCount())
        guard parameters.count == expected else {
            throw SQLiteError(
                .range,
                message: """
                    the statement has \(expected.counted("parameter")) and was given \
                    \(parameters.count.counted("value"))
                    """,
                sql: statement.sql)
        }
        for (index, value) in parameters.enumerated() {
            try statement.bind(value, at: Int32(index + 1))
        }
    }
}
