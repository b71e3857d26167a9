import Foundation

/// The rounds of a fuzzer, each with its own random numbers.
///
/// The seed is random and is printed. `DATALITE_FUZZ_SEED` sets it: with the seed of a failed round, the first round
/// repeats the failure. `DATALITE_FUZZ_SECONDS` makes a run longer.
package struct FuzzRun {
    private let name: String
    private let count: Int
    private let seed: UInt64
    private let seconds: Double?

    /// The duration of a run if `DATALITE_FUZZ_SECONDS` is not set, because sanitizers make a round many times slower.
    private static let longestSeconds = 5.0

    /// - Parameter count: The maximum number of rounds, unless `DATALITE_FUZZ_SECONDS` is set. Slow runs do fewer.
    package init(_ name: String, count: Int) {
        let environment = ProcessInfo.processInfo.environment
        seconds = environment["DATALITE_FUZZ_SECONDS"].flatMap(Double.init)
        self.name = name
        self.count = count
        seed =
            environment["DATALITE_FUZZ_SEED"].flatMap { UInt64($0) }
            ?? UInt64.random(in: 0...0xffff_ffff)
    }

    /// Runs the rounds.
    ///
    /// - Parameter isolation: The actor that the body runs on.
    package func rounds(
        isolation: isolated (any Actor)? = #isolation,
        _ body: (UInt64, inout SeededGenerator) async throws -> Void
    ) async throws {
        let end = ContinuousClock.now + .seconds(seconds ?? Self.longestSeconds)
        var index = 0
        while index == 0 || (.now < end && (seconds != nil || index < count)) {
            let seed = seed &+ UInt64(index)
            // Printed before the round, so that a crash does not lose it.
            if index % 100 == 0 { report(seed) }
            var generator = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15)
            try await body(seed, &generator)
            index += 1
        }
    }

    private func report(_ seed: UInt64) {
        FileHandle.standardError.write(Data("\(name): DATALITE_FUZZ_SEED=\(seed)\n".utf8))
    }
}
