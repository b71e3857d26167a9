/// What clients did with a list, and when. Every appended value is different.
///
/// A read returns the whole list, so the order of the appends is known, and linearizability can be decided exactly: an
/// operation that ended before another began must not come after it in the list.
struct AppendHistory {
    enum Outcome: Equatable {
        case appended
        /// It certainly has not happened.
        case failed
        /// It has happened, or will happen, or not.
        case unknown
        case read([Int])
    }

    struct Operation {
        /// The appended value; `nil` for a read.
        var value: Int?
        var start: UInt64
        var end: UInt64
        var outcome: Outcome
    }

    var operations: [Operation] = []

    /// What is wrong, given the list at the end; empty if the history is linearizable.
    func violations(final: [Int]) -> [String] {
        var problems: [String] = []
        let positions = Dictionary(final.enumerated().map { ($1, $0 + 1) }) { first, _ in first }
        if positions.count != final.count { problems.append("a value was appended twice") }
        /// For each operation that had an effect or saw one: its place in the order. A read of `n` values is between the
        /// appends `n` and `n + 1`.
        var placed: [(operation: Operation, place: Int)] = []
        for operation in operations {
            switch operation.outcome {
            case .appended:
                guard let position = operation.value.flatMap({ positions[$0] }) else {
                    problems.append("lost: the acknowledged value \(operation.value ?? -1)")
                    continue
                }
                placed.append((operation, 2 * position))
            case .failed:
                if let value = operation.value, positions[value] != nil {
                    problems.append("the value \(value) is there, although its append has failed")
                }
            case .unknown:
                guard let position = operation.value.flatMap({ positions[$0] }) else { continue }
                // It may have happened at any time after it began.
                var operation = operation
                operation.end = .max
                placed.append((operation, 2 * position))
            case .read(let list):
                guard final.starts(with: list) else {
                    problems.append("a read of \(list.count) values is not a prefix of the list")
                    continue
                }
                placed.append((operation, 2 * list.count + 1))
            }
        }
        return problems + Self.reordered(placed)
    }

    /// The operations that began after another had ended, and have an earlier place.
    private static func reordered(_ placed: [(operation: Operation, place: Int)]) -> [String] {
        let byStart = placed.sorted { $0.operation.start < $1.operation.start }
        let byEnd = placed.sorted { $0.operation.end < $1.operation.end }
        var problems: [String] = []
        var latest: (operation: Operation, place: Int)?
        var ended = 0
        for (operation, place) in byStart {
            while ended < byEnd.count, byEnd[ended].operation.end < operation.start {
                if byEnd[ended].place > latest?.place ?? 0 { latest = byEnd[ended] }
                ended += 1
            }
            guard let latest, latest.place > place else { continue }
            problems.append(
                "stale: \(operation) has the place \(place), after \(latest.operation) with \(latest.place)"
            )
        }
        return problems
    }
}
