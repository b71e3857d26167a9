import Foundation

/// Seeds for a property test.
package enum RandomSeeds {
    /// Consecutive seeds that start at a random number, or at `DATALITE_SEED` if it is set. `DATALITE_PROGRAMS`
    /// overrides their number. A failure must report its seed.
    package static func range(count: Int) -> Range<Int> {
        let environment = ProcessInfo.processInfo.environment
        let first =
            environment["DATALITE_SEED"].flatMap { Int($0) } ?? Int.random(in: 0..<1_000_000)
        return first..<first + (environment["DATALITE_PROGRAMS"].flatMap { Int($0) } ?? count)
    }
}

/// A random number generator whose numbers depend only on its seed, so that the failure of a property test can be
/// reproduced: the SplitMix64 sequence.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
