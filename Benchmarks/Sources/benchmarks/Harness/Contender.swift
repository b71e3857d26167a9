/// A way to do the work of a scenario. Only `run` is timed.
struct Contender {
    /// Prepares a run.
    var prepare: () throws -> Void = {}

    /// Does the work. The result is a checksum of the values read, which is the same for every
    /// contender.
    let run: () throws -> Double

    /// Cleans up. The result is a checksum of the values written.
    var finish: () throws -> Double = { 0 }
}

extension Contender {
    /// A contender that reads in a transaction, which begins before the clock starts.
    static func reading(
        _ execute: @escaping (String) throws -> Void, _ work: @escaping () throws -> Double
    ) -> Contender {
        Contender(
            prepare: { try execute("BEGIN") }, run: work,
            finish: {
                try execute("COMMIT")
                return 0
            })
    }
}
