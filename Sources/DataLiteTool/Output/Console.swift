import ArgumentParser
import DataLiteCore
import Foundation

/// Runs commands: results to standard output, errors to standard error.
enum Console {
    /// What a shell reports for a program that was ended by a broken pipe: 128 + `SIGPIPE`.
    private static let brokenPipe = ExitCode(141)

    /// Whether to use colors: if the output is a terminal, unless the variable `NO_COLOR` is set
    /// (<https://no-color.org>).
    static var usesColors: Bool {
        isatty(STDOUT_FILENO) == 1
            && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
    }

    /// Runs `body` with the standard output.
    ///
    /// - Throws: an exit code, after the error was printed. A closed output is not reported. The
    ///   signal does not end the process, so that a statement that writes can finish or roll back.
    static func run(_ body: (BufferedOutput) throws -> Void) throws {
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
            FileHandle.standardError.write(Data((report(error) + "\n").utf8))
            throw ExitCode.failure
        }
    }

    /// An error with its SQL and, if there is any, advice.
    ///
    /// A message may contain text of the database, with control characters that a terminal would
    /// execute. They are replaced; the excerpt of the SQL is already printable.
    static func report(_ error: any Error) -> String {
        guard let error = error as? SQLiteError else {
            return "datalite: " + TerminalText.printable("\(error)"[...])
        }
        let printable = SQLiteError(
            error.resultCode, message: TerminalText.printable(error.message[...]), sql: error.sql,
            offset: error.offset)
        let advice = error.recoverySuggestion.map { "\nhint: \($0)." } ?? ""
        return "datalite: \(printable)\(advice)"
    }
}
