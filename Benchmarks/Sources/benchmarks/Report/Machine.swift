import DataLiteC
import Foundation

/// The properties of the machine and the tools that affect the results.
struct Machine: Codable {
    let date: String
    let processor: String
    let cores: Int
    let system: String
    let sqlite: String
    let swift: String
    let isOptimized: Bool
    let loadAverage: Double

    init() {
        date = Date.now.formatted(.iso8601.year().month().day())
        let cpus = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let model = cpus.split(separator: "\n").first { $0.hasPrefix("model name") }
        processor =
            model?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces) ?? "unknown"
        cores = ProcessInfo.processInfo.processorCount
        system = ProcessInfo.processInfo.operatingSystemVersionString
        sqlite = String(cString: sqlite3_libversion())
        #if compiler(>=6.4)
            swift = "6.4 or newer"
        #elseif compiler(>=6.3)
            swift = "6.3"
        #else
            swift = "older than 6.3"
        #endif
        #if DEBUG
            isOptimized = false
        #else
            isOptimized = true
        #endif
        var load = [0.0]
        loadAverage = getloadavg(&load, 1) == 1 ? load[0] : 0
    }

    var description: String {
        """
        \(date), \(cores) cores of \(processor), \(system), SQLite \(sqlite), Swift \(swift), \
        \(isOptimized ? "release" : "debug") build, load average at the start \
        \(String(format: "%.1f", loadAverage))
        """
    }
}
