import DataLiteC
import Foundation

/// What the process uses, from `/proc`.
struct Resources {
    let residentKiB: Int
    let descriptors: Int
    let threads: Int

    /// The bytes that SQLite has allocated.
    let sqliteBytes: Int

    static func now() throws -> Resources {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        func number(_ key: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(key + ":") } ?? ""
            return Int(line.drop { !$0.isNumber }.prefix { $0.isNumber }) ?? 0
        }
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return Resources(
            residentKiB: number("VmRSS"), descriptors: descriptors.count,
            threads: number("Threads"), sqliteBytes: Int(sqlite3_memory_used()))
    }
}

/// The resources during a run. Caches and pools fill in its first third, so that is not compared.
struct ResourceHistory {
    private var entries: [Resources] = []

    mutating func append(_ entry: Resources) { entries.append(entry) }

    /// What was higher at the end than it had ever been in the middle of the run.
    func growth() -> [String] {
        let middle = entries[(entries.count / 3)..<(entries.count * 2 / 3)]
        let end = entries[(entries.count * 2 / 3)...]
        func compare(_ name: String, _ slack: Double, _ value: (Resources) -> Int) -> String? {
            guard let before = middle.map(value).max(), let after = end.map(value).min() else {
                return nil
            }
            guard Double(after) > Double(before) * slack else { return nil }
            return "\(name) grew from \(before) to at least \(after)"
        }
        return [
            compare("resident memory (KiB)", 1.05) { $0.residentKiB },
            compare("memory of SQLite (bytes)", 1.02) { $0.sqliteBytes },
            compare("file descriptors", 1) { $0.descriptors },
            compare("threads", 1) { $0.threads },
        ].compactMap(\.self)
    }
}
