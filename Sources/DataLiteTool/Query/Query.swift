import DataLiteCore

/// SQL of one or more statements, with the values for its parameters.
struct Query {
    let sql: String
    let parameters: [SQLiteValue]

    /// Runs the statements in turn and writes their results. Each result has left the buffer before
    /// the next statement is run.
    func run(
        on connection: Connection, writer: any ResultWriter, output: BufferedOutput
    ) throws {
        let script = connection.script(sql)
        guard !script.isAtEnd else { throw QueryError("there is no SQL statement to run") }
        while let statement = try script.next() {
            guard parameters.isEmpty || script.isAtEnd else {
                throw QueryError(
                    "parameters go with one statement, and there are several: nothing was run")
            }
            try bind(to: statement)
            try writer.write(statement)
            try output.flush()
        }
    }

    private func bind(to statement: Statement) throws {
        let expected = Int(statement.parameterCount())
        guard parameters.count == expected else {
            throw SQLiteError(
                .range,
                message:
                    "the statement has parameters for \(expected) values, and \(parameters.count) are given",
                sql: statement.sql)
        }
        for (index, value) in parameters.enumerated() {
            try statement.bind(value, at: Int32(index + 1))
        }
    }
}
