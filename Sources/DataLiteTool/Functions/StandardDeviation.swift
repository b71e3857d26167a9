import DataLiteCore

/// The mean and variance of a stream of numbers, by Welford's method, which avoids the cancellation
/// of subtracting large sums of squares.
struct RunningMoments {
    private(set) var count = 0.0
    private(set) var mean = 0.0
    private var squaredDistance = 0.0

    mutating func add(_ number: Double) {
        count += 1
        let distance = number - mean
        mean += distance / count
        squaredDistance += distance * (number - mean)
    }

    /// The standard deviation of the sample, with n - 1 as the divisor; `nil` for fewer than two
    /// numbers.
    var standardDeviation: Double? {
        count > 1 ? (squaredDistance / (count - 1)).squareRoot() : nil
    }
}

extension ConnectionProtocol {
    /// `stddev(x)`: the standard deviation of a sample. NULL is ignored; for fewer than two numbers it
    /// is NULL.
    ///
    /// This is the form of an aggregate with closures: a state for each group, and two closures.
    func addStandardDeviation() throws {
        try add(
            aggregate: "stddev", argc: 1, options: [.deterministic, .innocuous],
            initial: RunningMoments(),
            step: { moments, args in
                guard let number = try args.number(at: 0, of: "stddev") else { return }
                moments.add(number)
            },
            finalize: { $0.standardDeviation })
    }
}
