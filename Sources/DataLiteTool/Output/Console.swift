import ArgumentParser
import DataLiteCore
import Foundation

/// Runs commands: results to standard output, errors to standard error.
enum Console {
    /// What a shell reports of a program that has ended by a broken pipe: 128 + `SIGPIPE`.
    private static let brokenPipe = ExitCode(141)

    /// Runs `body` with the standard output.
    ///
    /// - Throws: an exit code, with the error already told; for an output that nobody reads any
    ///   more, without a word. It is not left to the signal to end the process, so that a statement
    ///   that writes is ended in good order.
    static func run(_ body: (BufferedOutput) throws -> Void) throws {
        signal(SIGPIPE, SIG_IGN)
        let output = BufferedOutput(fileDescriptor: STDOUT_FILENO)
        do {
            do {
                try body(output)
            } catch let error where !(error is OutputError) {
                // The rows before the error come out before the error.
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

    /// An error with the SQL that it is about and, if there is some, advice.
    static func report(_ error: any Error) -> String {
        guard let error = error as? SQLiteError else { return "datalite: \(error)" }
        let advice = error.recoverySuggestion.map { "\nhint: \($0)." } ?? ""
        return "datalite: \(error)\(advice)"
    }
}
