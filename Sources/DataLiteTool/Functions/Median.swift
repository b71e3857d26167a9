import DataLiteCore

/// `median(x)`: the middle value, or the mean of the two middle values of an even count.
///
/// NULL is ignored, and the median of no values is NULL. As a window function, it is a moving or
/// running median: `median(x) OVER (ORDER BY day ROWS 6 PRECEDING)`.
///
/// An aggregate sorts once. A window function does a binary search and an insertion into an array for
/// each row.
final class Median: Function.Window {
    override class var name: String { "median" }
    override class var argc: Int32 { 1 }
    override class var options: Function.Options { [.deterministic, .innocuous] }

    private var sorted: [Double] = []
    /// The numbers added since the last call of ``value()``.
    private var unsorted: [Double] = []

    override func step(args: any ArgumentsProtocol) throws {
        guard let number = try args.number(at: 0, of: Self.name) else { return }
        unsorted.append(number)
    }

    override func inverse(args: any ArgumentsProtocol) throws {
        guard let number = try args.number(at: 0, of: Self.name) else { return }
        sortPending()
        sorted.remove(at: sorted.firstPosition { $0 >= number })
    }

    override func value() throws -> (any SQLiteRepresentable)? {
        sortPending()
        guard !sorted.isEmpty else { return nil }
        let upper = sorted[sorted.count / 2]
        let lower = sorted[(sorted.count - 1) / 2]
        // Halving first keeps the sum of two large numbers finite.
        return lower == upper ? upper : lower / 2 + upper / 2
    }

    override func finalize() throws -> (any SQLiteRepresentable)? {
        try value()
    }

    /// Moves `unsorted` into `sorted`: by sorting if there are many, otherwise by insertion.
    private func sortPending() {
        if unsorted.count > 16 {
            sorted.append(contentsOf: unsorted)
            sorted.sort()
        } else {
            for number in unsorted {
                sorted.insert(number, at: sorted.firstPosition { $0 >= number })
            }
        }
        unsorted.removeAll(keepingCapacity: true)
    }
}

extension [Double] {
    /// The first position at which a condition holds. The condition must hold at all later positions.
    fileprivate func firstPosition(where condition: (Double) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
