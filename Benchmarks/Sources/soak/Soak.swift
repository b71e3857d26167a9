import ArgumentParser
import Foundation

@main
struct Soak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Uses a database in many ways at once, and fails if memory or descriptors grow.",
        discussion: """
            Prints the memory, file descriptors and threads of the process at intervals. The last third of the run is \
            compared with the second one.
            """)

    @Option(help: "The length of the run in seconds.")
    var seconds = 3600

    mutating func validate() throws {
        guard seconds >= 10 else { throw ValidationError("a run has at least 10 seconds") }
    }

    func run() async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
            "datalite-soak-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let load = try Load(directory: directory.path)
        var history = ResourceHistory()
        Self.write("     s       calls  memory KiB  SQLite KiB  files  threads")
        let start = ContinuousClock.now
        let interval = Duration.seconds(seconds) / 60
        for index in 1...60 {
            let end = start + interval * index
            try await load.run(until: end)
            let resources = try Resources.now()
            history.append(resources)
            Self.write(
                String(
                    format: "%6d  %10d  %10d  %10d  %5d  %7d",
                    Int((ContinuousClock.now - start) / .seconds(1)),
                    load.calls, resources.residentKiB, resources.sqliteBytes / 1024,
                    resources.descriptors, resources.threads))
        }
        try load.close()
        let growth = history.growth()
        for line in growth { Self.write(line) }
        guard growth.isEmpty else { throw ExitCode.failure }
        Self.write("flat")
    }

    /// Writes a line at once, in a pipe too.
    private static func write(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
