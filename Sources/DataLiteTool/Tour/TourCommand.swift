import ArgumentParser
import DataLiteCore

/// `datalite tour`
struct TourCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tour",
        abstract: "Walk through SQL and the library with \(City.all.count) cities of the world.")

    func run() throws {
        try Console.run { try Tour(output: $0).run() }
    }
}
