import Foundation

/// The peak memory use while streaming rows. Each contender runs in its own process, so that their
/// peaks are separate.
struct Memory {
    struct Peak: Codable {
        let rows: Int
        /// The peak resident size.
        let megabytes: [ContenderName: Double]
    }

    /// The process of a contender failed.
    struct ChildFailure: Error, CustomStringConvertible {
        let name: ContenderName
        var description: String { "the process that streams with \(name.rawValue) has failed" }
    }

    /// Runs in the child process: streams the rows and prints the peak and the checksum.
    static func stream(_ name: ContenderName, rows: Int, path: String) throws {
        let fetching = Fetching(try Connections(path: path, setup: setup), rows: rows)
        let contender =
            switch name {
            case .grdb: fetching.grdb
            case .dataLite: fetching.cursor
            default: fetching.c
            }
        let checksum = try contender.run()
        print(peak(), checksum)
    }

    static func measure(in workplace: Workplace) throws -> [Peak] {
        let sizes = workplace.isQuick ? [100, 1000] : [10_000, 1_000_000, 10_000_000]
        let path = workplace.path("memory.db")
        try Connections(path: path, setup: setup).fill(Fixture.narrow(rows: sizes.last!))
        return try sizes.map { rows in
            var megabytes: [ContenderName: Double] = [:]
            var checksums: [ContenderName: Double] = [:]
            for name in [ContenderName.c, .dataLite, .grdb] {
                (megabytes[name], checksums[name]) = try child(name, rows: rows, path: path)
            }
            guard Set(checksums.values).count == 1 else {
                throw Runner.Disagreement(title: "stream \(rows) rows", checksums: checksums)
            }
            return Peak(rows: rows, megabytes: megabytes)
        }
    }

    /// SQLite's default page cache of 2 MB.
    private static let setup = "PRAGMA cache_size = -2000"

    private static func child(
        _ name: ContenderName, rows: Int, path: String
    ) throws -> (Double, Double) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--stream", name.rawValue, "--rows", "\(rows)", "--database", path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let numbers = String(decoding: output, as: UTF8.self).split { $0.isWhitespace }
            .compactMap { Double($0) }
        guard process.terminationStatus == 0, numbers.count == 2 else {
            throw ChildFailure(name: name)
        }
        return (numbers[0], numbers[1])
    }

    /// The peak resident size that Linux reports, in megabytes; 0 on other systems.
    private static func peak() -> Double {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
    }
}
