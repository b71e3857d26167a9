import ArgumentParser
import DataLiteCore
import Foundation

/// `datalite doctor`
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Describe the SQLite library and the health of a database file.",
        discussion: """
            Without a file, prints the version of SQLite, its compile options, and what is not available with it.

            With a file, also prints its format and its size, and checks its pages, indexes, constraints and foreign \
            keys, the statistics of the query planner, free pages, fragmentation and the WAL. Each finding has the \
            command that corrects it. Nothing is written: the file is opened for reading only. To read a WAL, SQLite \
            may have to create the file -shm next to it.

            Encrypted files cannot be checked, and CHECK constraints are not, because SQLite ignores them in a file \
            that it cannot write. The exit status is 1 if the file has problems or cannot be read; \
            findings marked "advice" are not problems.
            """)

    @Flag(
        help: """
            Check the file without comparing indexes with their tables, and without measuring tables: much faster \
            for a large file.
            """
    )
    var quick = false

    @Argument(help: "The database file.")
    var database: String?

    func run() throws {
        try Console.run { output in
            let log = LogMessages()
            let writer = ReportWriter(output: output)
            try LibraryReport.write(to: writer)
            guard let database else { return }
            // Problems of the file must not be mixed with an incomplete description of the library.
            try output.flush()
            let examination = try Examination(path: database, isQuick: quick)
            try writer.write(examination)
            try writer.write(log: log.stop())
            let problems = examination.findings.count { $0.kind == .problem }
            guard problems == 0 else {
                throw QueryError("\"\(database)\" has \(problems.counted("problem"))")
            }
        }
    }
}

/// The first messages of SQLite's log about files. What statements cannot do is not of interest: features are probed.
final class LogMessages: Sendable {
    private static let limit = 20

    private let messages = Locked<[String]>([])
    private let listener = Locked<SQLiteLog.Listener?>(nil)

    /// Begins to collect messages, unless the library is already initialized.
    init() {
        let installed = try? SQLiteLog.install { [messages] code, message in
            guard code.primary != .error else { return }
            messages.withLock { list in
                if list.count < Self.limit { list.append("\(code): \(message)") }
            }
        }
        listener.withLock { $0 = installed }
    }

    /// Ends collecting.
    ///
    /// - Returns: The messages.
    func stop() -> [String] {
        listener.withLock { $0 }?.cancel()
        return messages.withLock { $0 }
    }
}
