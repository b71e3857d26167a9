import DataLiteTestSupport
import Foundation

/// The built `datalite-check`, run as a process.
enum CheckProcess {
    static let tool = BuildProducts.path(of: "datalite-check") ?? "datalite-check"

    /// Runs the tool in a folder with the given files.
    static func run(
        _ arguments: [String], files: [String: String] = [:],
        prepare: (String) throws -> Void = { _ in }
    ) throws -> ShellCommand.Outcome {
        try withTemporaryDirectory { folder in
            for (name, text) in files {
                let url = URL(fileURLWithPath: folder).appendingPathComponent(name)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: url)
            }
            try prepare(folder)
            return try ShellCommand.run(
                #"cd "$1" && shift && exec "$@""#, [folder, tool] + arguments)
        }
    }
}
