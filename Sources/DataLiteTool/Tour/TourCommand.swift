import ArgumentParser
import DataLiteCore

/// `datalite tour`
struct TourCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tour",
        abstract: "Show what the library can do, with \(City.list.count) cities of the world.")

    func run() throws {
        try Console.run { try Tour(output: $0).run() }
    }
}
