import ArgumentParser
import DataLiteCore

/// `datalite tour`
struct TourCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tour",
        abstract: "Show what the library can do, with \(City.list.count) cities of the world.")

    func run() throws {
        try Console.run { output in
            let live = try BlockingTask.run { try await LiveQuery.run() }
            try Tour(output: output, live: live).run()
        }
    }
}
