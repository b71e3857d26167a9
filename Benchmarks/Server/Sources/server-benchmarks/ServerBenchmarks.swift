import Foundation

/// Measures instruments, waiting calls and grouped writes.
///
///     swift run -c release --package-path Benchmarks/Server server-benchmarks
@main
struct ServerBenchmarks {
    static func main() async throws {
        let benchmarks: [(name: String, measure: () async throws -> Void)] = [
            ("instruments", Instruments.measure), ("writes", Writes.measure),
            ("waiting-writes", Queue.measureWrites), ("suspended-tasks", Queue.measureTasks),
        ]
        if let name = CommandLine.arguments.dropFirst().first {
            try await benchmarks.first { $0.name == name }?.measure()
            return
        }
        // Each in a process of its own, so that they do not share memory.
        for benchmark in benchmarks {
            let process = try Process.run(
                URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath(),
                arguments: [benchmark.name])
            process.waitUntilExit()
        }
    }

    /// The path of a new file.
    static func newFile() throws -> String {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("server-benchmarks-\(getpid())-\(Int.random(in: 0...Int.max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.appendingPathComponent("test.sqlite").path
    }

    static func deleteFolder(of path: String) throws {
        try FileManager.default.removeItem(
            at: URL(fileURLWithPath: path).deletingLastPathComponent())
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
