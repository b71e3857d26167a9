import Foundation

/// The results of one scenario.
struct Measurement: Codable {
    let group: String
    let title: String
    let operations: Int

    /// Nanoseconds for one operation: the median of the runs.
    let nanoseconds: [ContenderName: Double]

    /// Allocations for one operation; empty where they are not counted.
    let allocations: [ContenderName: Double]

    /// DataLite's time divided by C's: the median of the turns, in each of which both ran.
    let ratioToC: Double

    /// GRDB's time divided by DataLite's, likewise.
    let timesFasterThanGRDB: Double?

    /// `1.02 x C, GRDB 1.30 x`
    var summary: String {
        String(format: "%.2f x C", ratioToC)
            + (timesFasterThanGRDB.map { String(format: ", GRDB %.2f x", $0) } ?? "")
    }

    /// The cost of one call beyond that of SQLite's built-in function.
    func overBuiltIn(_ name: ContenderName) -> Double? {
        guard let builtIn = nanoseconds[.builtIn], let own = nanoseconds[name] else { return nil }
        return own - builtIn
    }
}

extension Array<Double> {
    /// The middle one, or the mean of the middle two. There must be one.
    var median: Double {
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
