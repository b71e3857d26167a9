import DataLiteCore

/// The mean and variance of a stream of numbers, computed with Welford's method, which avoids the
/// cancellation from subtracting large sums of squares.
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

    /// The sample standard deviation, with n - 1 as the divisor, or `nil` for fewer than two numbers.
    var standardDeviation: Double? {
        count > 1 ? (squaredDistance / (count - 1)).squareRoot() : nil
    }
}

extension ConnectionProtocol {
    /// `stddev(x)`: the sample standard deviation. NULL is ignored; the result for fewer than two numbers
    /// is NULL.
    ///
    /// The function is an aggregate with a state for each group and two closures.
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
