import CAllocations

/// Runs the contenders of a scenario in turns: C, DataLite, GRDB, C, DataLite, GRDB, ..., so that
/// other load on the machine affects all contenders alike.
struct Runner {
    let turns: Int

    /// The error if contenders read or wrote different data.
    struct Disagreement: Error, CustomStringConvertible {
        let title: String
        let checksums: [ContenderName: Double]

        var description: String { "\(title): the checksums differ: \(checksums)" }
    }

    private struct Run {
        var nanoseconds = 0.0
        var allocations = 0.0
        var checksum = 0.0
    }

    func measure(_ scenario: Scenario, group: String) throws -> Measurement {
        _ = try turn(of: scenario)  // fills caches, and is not counted
        let turns = try (0..<turns).map { _ in try turn(of: scenario) }
        let divisor = Double(scenario.operations * scenario.repeats)
        func medians(_ value: (Run) -> Double) -> [ContenderName: Double] {
            var medians: [ContenderName: Double] = [:]
            for name in turns[0].keys {
                medians[name] = turns.map { value($0[name]!) }.median / divisor
            }
            return medians
        }
        func ratio(_ name: ContenderName, to other: ContenderName) -> Double? {
            guard turns[0][name] != nil else { return nil }
            return turns.map { $0[name]!.nanoseconds / $0[other]!.nanoseconds }.median
        }
        return Measurement(
            group: group, title: scenario.title, operations: scenario.operations,
            nanoseconds: medians(\.nanoseconds),
            allocations: allocation_count() < 0 ? [:] : medians(\.allocations),
            ratioToC: ratio(.dataLite, to: .c)!,
            timesFasterThanGRDB: ratio(.grdb, to: .dataLite))
    }

    private func turn(of scenario: Scenario) throws -> [ContenderName: Run] {
        var runs: [ContenderName: Run] = [:]
        for (name, contender) in scenario.contenders {
            var sum = Run()
            for _ in 0..<scenario.repeats { try add(contender, to: &sum) }
            runs[name] = sum
        }
        let expected = runs[.c]!.checksum
        guard runs.values.allSatisfy({ abs($0.checksum - expected) <= 1e-9 * abs(expected) }) else {
            throw Disagreement(title: scenario.title, checksums: runs.mapValues(\.checksum))
        }
        return runs
    }

    private func add(_ contender: Contender, to sum: inout Run) throws {
        try contender.prepare()
        let allocations = allocation_count()
        let start = ContinuousClock.now
        let checksum = try contender.run()
        let time = ContinuousClock.now - start
        sum.allocations += Double(allocation_count() - allocations)
        sum.nanoseconds += time / .nanoseconds(1)
        sum.checksum += checksum + (try contender.finish())
    }
}
