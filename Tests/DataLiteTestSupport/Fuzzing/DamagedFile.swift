/// A database file that is damaged at random in each round of a fuzzer.
package enum DamagedFile {
    /// Runs the rounds of a fuzzer, each with a damaged file.
    ///
    /// - Parameters:
    ///   - name: The name of the fuzzer.
    ///   - count: The maximum number of rounds, unless `DATALITE_FUZZ_SECONDS` is set.
    ///   - body: Receives the path of the file and the seed of the round.
    package static func rounds(
        _ name: String, count: Int, isolation: isolated (any Actor)? = #isolation,
        _ body: (String, UInt64, inout SeededGenerator) throws -> Void
    ) async throws {
        let images = [try DatabaseImage(hasLog: false), try DatabaseImage(hasLog: true)]
        try await FuzzRun("damaged file, \(name)", count: count).rounds { seed, generator in
            let image = images[Int.random(in: 0...1, using: &generator)]
            try withTemporaryDirectory { directory in
                let path = directory + "/a.db"
                try image.damaged(using: &generator).write(to: path)
                try body(path, seed, &generator)
            }
        }
    }
}
