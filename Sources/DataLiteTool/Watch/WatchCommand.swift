import ArgumentParser
import DataLiteCore
import Foundation

/// `datalite watch`
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print the result of a query, and again whenever it changes.",
        usage: """
            datalite watch [--interval <seconds>] [--count <results>] [--text] \
            [--trust-schema] <database> <sql> [<parameters> ...]
            """,
        discussion: """
            Prints the result each time a commit has changed it, whether by another program or by \
            another connection. Each result follows a line with the time, and how many rows were \
            added, changed and removed. On a terminal, the cells that changed are marked, unless \
            the variable NO_COLOR is set or TERM is dumb. A row is the same row as before if its first column is.

            The database is opened for reading only and is never changed. Looking for commits is \
            cheap: the query runs only after one. The SQL is a single statement that returns rows \
            and writes nothing. PARAMETERS are as those of datalite query.

            Ctrl-C (SIGINT) and SIGTERM end the command with status 0, as --count does. A second one \
            ends it at once. It ends with 141 if the reader of its output has gone, with 1 after \
            an error, and with 64 if its arguments are wrong. While the database is locked, it \
            keeps trying. If the query fails after a commit, because a table was dropped for \
            example, the error is printed and the command waits for the next commit.
            """)

    @Option(help: "How often to look for a commit, in seconds.")
    var interval = 0.2

    @Option(help: "End after this number of results.")
    var count: Int?

    @Flag(help: "Bind every parameter as text.")
    var text = false

    @OptionGroup var trust: SchemaTrust

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
        let hint = ErrorHint(trustsSchema: trust.trustSchema)
        try Console.run(hint: hint) { output in
            guard database != ":memory:" else {
                throw QueryError("a database in memory cannot be watched: only this command has it")
            }
            let file = WatchedFile(path: database)
            let connection = try DatabaseFile(
                path: database, readonly: true, create: false, trustsSchema: trust.trustSchema
            ).open()
            let values = parameters.map { text ? .text($0) : ParameterLiteral.value(of: $0) }
            let watcher = Watcher(
                connection: connection,
                query: try Script(sql: sql, parameters: values).watchable(on: connection),
                page: WatchPage(output: output), hint: hint, checkFile: file.requireUnchanged)
            // Waiting for a lock would delay the end.
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
