import Foundation

/// The results of one scenario.
struct Measurement: Codable {
    let group: String
    let title: String
    let operations: Int

    /// The nanoseconds per operation: the median of the runs.
    let nanoseconds: [ContenderName: Double]

    /// The allocations per operation; empty where they are not counted.
    let allocations: [ContenderName: Double]

    /// DataLite's time divided by C's time: the median of the turns. Each turn runs both.
    let ratioToC: Double

    /// GRDB's time divided by DataLite's time: the median of the turns.
    let timesFasterThanGRDB: Double?

    /// `1.02 x C, GRDB 1.30 x`
    var summary: String {
        String(format: "%.2f x C", ratioToC)
            + (timesFasterThanGRDB.map { String(format: ", GRDB %.2f x", $0) } ?? "")
    }

    /// The cost of one call, minus the cost of SQLite's built-in function.
    func overBuiltIn(_ name: ContenderName) -> Double? {
        guard let builtIn = nanoseconds[.builtIn], let own = nanoseconds[name] else { return nil }
        return own - builtIn
    }
}

extension Array<Double> {
    /// The middle element, or the mean of the middle two. The array must not be empty.
    var median: Double {
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
