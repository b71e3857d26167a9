import ArgumentParser
import DataLiteCore
import Foundation

/// `datalite query`
struct QueryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query",
        abstract: "Run SQL on a database file and print its results.",
        usage: """
            datalite query [--readonly] [--create] [--format <format>] [--text] \
            [--log] [--trust-schema] [--double-quoted-strings] <database> [<sql>] [<parameters> ...]
            """,
        discussion: """
            PARAMETERS are bound by position to the ? of the statement, and are values, never SQL. \
            A parameter that is an SQL literal is bound as its value: 42 and -7 as INTEGER, \
            2.5 and 1e-3 as REAL, NULL (in capitals) as NULL, X'00FF' as BLOB, 'quoted' as TEXT \
            without the quotes. Everything else is bound as TEXT, including 007, +49 and integers \
            of more than 64 bits, which a number could not represent exactly. '42' forces text for one \
            parameter, --text for all. Put options before a negative number, and -- before any \
            other parameter that begins with a hyphen.

            Several statements run in order until the first error, and each result is \
            printed. They cannot have parameters. A transaction that is still open at the end is \
            rolled back and reported as an error.

            FORMATS:
              table     human-readable: values are truncated to 60 columns, BLOBs to 16 bytes.
              csv       RFC 4180; NULL is empty and empty text is "", BLOBs are hexadecimal. In a \
            result with one column, NULL is also "", because an empty line would not be a row.
              json      an array of objects for each result; BLOBs are Base64, infinities are the \
            strings "Infinity" and "-Infinity". A repeated column name gets a suffix: name:1.
              jsonl     a JSON object on each line.
              list      values with | between them, on one line for each row; NULL is empty.
              line      name = value on one line for each column.
              quote     SQL literals with commas between them.
              markdown  a table for documents: text is not truncated, BLOBs are as in table.
            table and markdown keep the first 1,000 rows in memory; the others keep none.

            Foreign keys are enforced. Double-quoted text is a name, never a string, unless \
            --double-quoted-strings allows both, as a script of datalite dump may need. The schema of \
            the file is not trusted: its views, triggers and constraints can call only functions that \
            are known to be harmless; many versions of SQLite do not count JSON functions among them. \
            --trust-schema trusts it. datalite functions lists the functions that are added to SQLite's \
            own.

            Control characters and invisible characters are printed in a visible form: \
            \\u{202e}. In csv, only if the output is a terminal.
            """)

    @Flag(help: "Open the database for reading only.")
    var readonly = false

    @Flag(help: "Create the database if it does not exist.")
    var create = false

    @Option(help: "The output format.")
    var format = ResultFormat.table

    @Flag(help: "Bind every parameter as text.")
    var text = false

    @Flag(help: "Print SQLite's log to standard error.")
    var log = false

    @OptionGroup var opening: OpeningOptions

    @Argument(help: "The database file, or :memory:.")
    var database: String

    @Argument(help: "The SQL. If it is missing or -, it is read from standard input.")
    var sql: String?

    @Argument(help: "Values for the parameters of the statement.")
    var parameters: [String] = []

    func validate() throws {
        guard !(readonly && create) else {
            throw ValidationError("--readonly and --create cannot be combined.")
        }
    }

    func run() throws {
        if log { try installLog() }
        try Console.run(hint: opening.hint(isReadonly: readonly)) { output in
            let file = opening.file(database, readonly: readonly, create: create)
            let connection = try file.open()
            let values = parameters.map { text ? .text($0) : ParameterLiteral.value(of: $0) }
            let writer = format.writer(to: output, isTerminal: Console.isTerminal)
            try Script(sql: readSQL(), parameters: values)
                .run(on: connection, writer: writer, output: output)
        }
    }

    /// Prints the messages of SQLite's log: errors with more detail, and automatic indexes and other warnings.
    private func installLog() throws {
        try SQLiteLog.install { code, message in
            Console.printError(TerminalText.printable("SQLite's log: \(code): \(message)"))
        }
    }

    private func readSQL() throws -> String {
        if let sql, sql != "-" { return sql }
        let bytes = try FileHandle.standardInput.readToEnd() ?? Data()
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            throw QueryError("the SQL on standard input is not valid UTF-8")
        }
        return text
    }
}

/// A query that cannot be run.
struct QueryError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
