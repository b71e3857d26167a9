import ArgumentParser
import DataLiteCore
import Foundation

/// `datalite watch`
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print the result of a query, and print it again whenever it changes.",
        usage: """
            datalite watch [--interval <seconds>] [--count <results>] [--text] \
            [--trust-schema] [--double-quoted-strings] <database> <sql> [<parameters> ...]
            """,
        discussion: """
            Prints the result after each commit that changes it, by any program or \
            connection. A line before each result shows the time and how many rows were \
            added, changed and removed. On a terminal, changed cells are marked, unless \
            the variable NO_COLOR is set or TERM is dumb. Rows are matched by the value of their first column.

            The database is opened for reading only and is never changed. Polling for commits is \
            cheap: the query runs only after a commit. The SQL must be a single statement that returns rows \
            and writes nothing. PARAMETERS are bound as by datalite query.

            Ctrl-C (SIGINT) and SIGTERM end the command with status 0, as does --count. A second signal \
            ends it immediately. It ends with status 141 if its output is closed, with 1 after \
            an error, and with 64 if its arguments are invalid. While the database is locked, it \
            keeps trying. If the query fails after a commit, for example because a table was dropped, \
            the error is printed and the command waits for the next commit.
            """)

    @Option(help: "The polling interval, in seconds.")
    var interval = 0.2

    @Option(help: "Exit after this many results.")
    var count: Int?

    @Flag(help: "Bind every parameter as text.")
    var text = false

    @OptionGroup var opening: OpeningOptions

    @Argument(help: "The database file.")
    var database: String

    @Argument(help: "The query.")
    var sql: String

    @Argument(help: "Values for the parameters of the query.")
    var parameters: [String] = []

    func validate() throws {
        guard (0.001...86_400).contains(interval) else {
            throw ValidationError("--interval must be between 0.001 and 86400 seconds.")
        }
        guard (count ?? 1) >= 1 else { throw ValidationError("--count must be 1 or more.") }
    }

    func run() throws {
        let hint = opening.hint()
        try Console.run(hint: hint) { output in
            guard database != ":memory:" else {
                throw QueryError(
                    "an in-memory database cannot be watched: no other program can change it")
            }
            let file = WatchedFile(path: database)
            let connection = try opening.file(database).open()
            let values = parameters.map { text ? .text($0) : ParameterLiteral.value(of: $0) }
            let watcher = Watcher(
                connection: connection,
                query: try Script(sql: sql, parameters: values).watchable(on: connection),
                page: WatchPage(output: output), hint: hint, checkFile: file.requireUnchanged)
            // Waiting for a lock would delay the end of the command.
            try connection.setBusyTimeout(.zero)
            let stop = try StopSignals { [handle = connection.interruptHandle] in handle.stop() }
            try watcher.run(limit: count) {
                try stop.wait(seconds: interval, writingTo: STDOUT_FILENO)
            }
        }
    }
}

extension Script {
    /// The compiled query, if it is a single statement that returns rows and does not write.
    fileprivate func watchable(on connection: Connection) throws -> Statement {
        let script = connection.statements(in: sql)
        guard !script.isAtEnd, let statement = try script.next() else {
            throw QueryError("there is no SQL statement to watch")
        }
        guard script.isAtEnd else {
            throw QueryError("only a single statement can be watched, but there are several")
        }
        guard statement.isReadonly else {
            throw QueryError("the statement writes; only queries can be watched")
        }
        guard statement.columnCount() > 0 else {
            throw QueryError("the statement returns no rows; only queries can be watched")
        }
        try bind(to: statement)
        return statement
    }
}
