import ArgumentParser
import DataLiteCore

/// `datalite`: SQL with Swift functions, from the command line.
@main
struct DataLiteTool: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "datalite",
        abstract: "SQLite with functions written in Swift.",
        version: "datalite \(version) (SQLite \(Connection.libraryVersion))",
        subcommands: [
            TourCommand.self, QueryCommand.self, WatchCommand.self, MigrateCommand.self,
            GenerateCommand.self, CheckCommand.self, FunctionsCommand.self,
        ])

    static func main() {
        do {
            let arguments = try CommandLineText.arguments()
            main(protectingNegativeNumbers(in: Array(arguments.dropFirst())))
        } catch {
            exit(withError: error)
        }
    }

    /// The arguments with a `--` before the first one that is a negative number, which the parser
    /// would treat as an option.
    static func protectingNegativeNumbers(in arguments: [String]) -> [String] {
        let number = arguments.firstIndex { $0.hasPrefix("-") && Double($0)?.isFinite == true }
        guard let number, !arguments[..<number].contains("--") else { return arguments }
        return arguments[..<number] + ["--"] + arguments[number...]
    }
}
