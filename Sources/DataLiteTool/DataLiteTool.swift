import ArgumentParser
import DataLiteCore
import Foundation

#if !Tools && !Standard
    #error("datalite needs the trait Tools of the package DataLite")
#endif

/// `datalite`: SQL with Swift functions, from the command line.
@main
struct DataLiteTool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "datalite",
        abstract: "SQLite with functions written in Swift.",
        version: "datalite \(Release.version) (SQLite \(Connection.libraryVersion))",
        subcommands: [
            TourCommand.self, QueryCommand.self, ExplainCommand.self, WatchCommand.self,
            MigrateCommand.self, SchemaCommand.self, DumpCommand.self, ImportCommand.self,
            GenerateCommand.self, CheckCommand.self, DoctorCommand.self, FunctionsCommand.self,
            ClusterCommand.self,
        ])

    static func main() {
        do {
            let arguments = try Array(CommandLineText.arguments().dropFirst())
            try requireCommand(in: arguments)
            var command = try parseAsRoot(protectingNegativeNumbers(in: arguments))
            try command.run()
        } catch {
            end(with: error)
        }
    }

    /// The arguments with `--` before the first negative number, which the parser would treat as an option.
    static func protectingNegativeNumbers(in arguments: [String]) -> [String] {
        let number = arguments.firstIndex { $0.hasPrefix("-") && Double($0)?.isFinite == true }
        guard let number, !arguments[..<number].contains("--") else { return arguments }
        return arguments[..<number] + ["--"] + arguments[number...]
    }

    /// - Throws: A usage error with the equivalent query if the command is a command of SQLite's shell.
    private static func requireCommand(in arguments: [String]) throws {
        guard let name = arguments.first, name != SchemaCommand.configuration.commandName,
            let query = ShellDotCommand(name: name.trimmingPrefix(".").lowercased()).query
        else { return }
        throw ValidationError(
            "no command '\(name)'; the query is: datalite query <database> \"\(query)\"")
    }

    /// Prints an error, or the text of a request such as `--help`, and ends the process.
    ///
    /// Control characters are escaped, because a message may contain arguments.
    private static func end(with error: any Error) -> Never {
        let code = exitCode(for: error)
        let message = fullMessage(for: error)
        if !message.isEmpty {
            let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
            let text = lines.map(TerminalText.printable).joined(separator: "\n") + "\n"
            let output: FileHandle = code.isSuccess ? .standardOutput : .standardError
            // A closed output cannot be reported anywhere.
            try? output.write(contentsOf: Data(text.utf8))
        }
        Foundation.exit(code.rawValue)
    }
}
