import ArgumentParser
import DataLiteCore

/// `datalite explain`
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show how SQLite runs a statement, and which indexes it lacks.",
        discussion: """
            Prints the plan as a tree: SEARCH finds rows with an index, SCAN reads all rows, and \
            USE TEMP B-TREE sorts. The statement is not run, and the file is opened for reading only.

            Then, indexes are tried in an empty copy of the schema. The indexes that SQLite would use \
            are printed as statements. An index makes writes slower and the file larger, so measure before you \
            add one.

            PARAMETERS are as in datalite query. Without them, parameters have no value, which is \
            usually enough.
            """)

    @OptionGroup var opening: OpeningOptions

    @Argument(help: "The database file.")
    var database: String

    @Argument(help: "The statement.")
    var sql: String

    @Argument(help: "Values for the parameters of the statement.")
    var parameters: [String] = []

    func run() throws {
        try Console.run(hint: opening.hint(isReadonly: true)) { output in
            let connection = try opening.file(database).open()
            let values = parameters.map(ParameterLiteral.value)
            let sql = try SQL(raw: sql, parameters: values.isEmpty ? unbound(connection) : values)
            try output.write(lines(connection.plan(sql).description))
            let advice = try connection.indexAdvice(sql)
            guard !advice.isEmpty else { return }
            try output.write("\nSQLite would use these indexes if they existed:\n")
            for index in advice { try output.write(lines("  " + index.sql.text + ";")) }
        }
    }

    /// NULL for each parameter of the statement.
    private func unbound(_ connection: Connection) throws -> [SQLiteValue] {
        let statement: Statement = try connection.prepare(sql: sql)
        return Array(repeating: .null, count: Int(statement.parameterCount()))
    }

    /// Names come from the file and may contain control characters.
    private func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { TerminalText.printable($0) + "\n" }.joined()
    }
}
