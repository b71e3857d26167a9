/// One way to do the work of a scenario. Only `run` is timed.
struct Contender {
    /// Sets the stage.
    var prepare: () throws -> Void = {}

    /// Does the work. The result is a checksum of what was read, the same for every contender.
    let run: () throws -> Double

    /// Clears up. The result is a checksum of what was written.
    var finish: () throws -> Double = { 0 }
}

extension Contender {
    /// One that reads in a transaction, which is opened before the clock starts.
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
