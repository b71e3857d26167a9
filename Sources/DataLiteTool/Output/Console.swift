import ArgumentParser
import DataLiteCore
import DataLiteTransfer
import Foundation

/// Runs commands, with results on standard output and errors on standard error.
enum Console {
    /// The status that a shell reports for a program that a broken pipe ended: 128 + `SIGPIPE`.
    private static let brokenPipe = ExitCode(141)

    /// Whether the standard output is a terminal.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether to use colors on the standard output.
    static var usesColors: Bool {
        usesColors(isTerminal: isTerminal, environment: ProcessInfo.processInfo.environment)
    }

    /// Whether to use colors: on a terminal that supports them, unless the variable `NO_COLOR` is set
    /// (<https://no-color.org>).
    static func usesColors(isTerminal: Bool, environment: [String: String]) -> Bool {
        isTerminal && environment["TERM"] != "dumb" && (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// Runs `body` with the standard output. An error is printed with its `hint`.
    ///
    /// `SIGPIPE` does not end the process, so that a statement that writes can finish or roll back.
    ///
    /// - Throws: An exit code, after printing the error. A closed output is not reported.
    static func run(
        hint: ErrorHint = ErrorHint(), _ body: (BufferedOutput) throws -> Void
    ) throws {
        signal(SIGPIPE, SIG_IGN)
        let output = BufferedOutput(fileDescriptor: STDOUT_FILENO)
        do {
            do {
                try body(output)
            } catch let error where !(error is OutputError) {
                // Print the rows before the error first.
                try output.flush()
                throw error
            }
            try output.flush()
        } catch OutputError.closed {
            throw brokenPipe
        } catch {
            printError(report(error, hint: hint))
            throw ExitCode.failure
        }
    }

    /// Prints a line on standard error. If that is closed, the line cannot be reported anywhere: the method of
    /// `FileHandle` that does not throw would end the process.
    static func printError(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }

    /// The text of an error, with its SQL and a hint, if it has any.
    ///
    /// A message may contain text from the database with control characters that a terminal would
    /// execute. They are replaced. The excerpt of the SQL is already printable.
    static func report(_ error: any Error, hint: ErrorHint = ErrorHint()) -> String {
        guard let error = error as? SQLiteError else {
            return "datalite: " + TerminalText.printable("\(error)"[...])
        }
        let message = error.errorDescription ?? error.message
        var lines = ["datalite: " + TerminalText.printable(message[...])]
        if let sql = error.sql {
            lines += SQLExcerpt(sql: sql, offset: error.offset).lines.map { "    " + $0 }
        }
        if let hint = hint.text(for: error) { lines.append("hint: \(hint).") }
        return lines.joined(separator: "\n")
    }
}
