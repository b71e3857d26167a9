import Foundation

/// All results of one invocation.
struct Report: Codable {
    let machine: Machine
    let turns: Int
    var measurements: [Measurement] = []
    var memory: [Memory.Peak] = []

    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try encoder.encode(self)
    }

    /// The largest time per row divided by the smallest, at 10,000 rows or more.
    func flatness(of group: String, _ name: ContenderName) -> Double? {
        let times = measurements.filter { $0.group == group && $0.operations >= 10_000 }
            .compactMap { $0.nanoseconds[name] }
        guard times.count > 1, let least = times.min(), let most = times.max() else { return nil }
        return most / least
    }
}
