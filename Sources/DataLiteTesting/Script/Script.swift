/// The calls that a test expects, in order.
struct Script {
    /// Groups of expectations in order. Within a group, the order does not matter.
    private var slots: [[MockExpectation]] = []
    private var current = 0
    private var isInGroup = false

    var isEmpty: Bool { slots.isEmpty }

    /// Whether the script expects transactions explicitly.
    var hasTransactions: Bool {
        slots.joined().contains { $0.kind.isTransactionControl }
    }

    var all: FlattenSequence<[[MockExpectation]]> { slots.joined() }

    mutating func append(_ expectation: MockExpectation) {
        if isInGroup, !slots.isEmpty {
            slots[slots.count - 1].append(expectation)
        } else {
            slots.append([expectation])
        }
    }

    /// Begins a group. Expectations that are added before ``endGroup()`` may be satisfied in any
    /// order.
    ///
    /// - Returns: Whether a group was begun; `false` inside a group, because a nested group is part
    ///   of the outer group.
    mutating func beginGroup() -> Bool {
        guard !isInGroup else { return false }
        slots.append([])
        isInGroup = true
        return true
    }

    mutating func endGroup() {
        isInGroup = false
    }

    /// The expectation that a call satisfies, if it is due, and its position.
    func next(
        for event: MockExpectation.Kind.Event
    ) -> (position: Int, expectation: MockExpectation)? {
        for position in reachable {
            let matches = slots[position].filter { $0.isOpen && $0.matches(event) }
            // In a group, the exact text takes precedence over patterns such as `.prefix`.
            if let match = matches.first(where: { $0.kind.text != nil }) ?? matches.first {
                return (position, match)
            }
        }
        return nil
    }

    /// Skips the slots before a position.
    mutating func advance(to position: Int) { current = max(current, position) }

    /// The expectation that forbids a call, if there is one.
    func prohibition(of event: MockExpectation.Kind.Event) -> MockExpectation? {
        all.first { $0.isForbidden && $0.matches(event) }
    }

    /// The expectations that the next call may satisfy.
    var due: [MockExpectation] {
        reachable.flatMap { position in slots[position].filter(\.isOpen) }
    }

    /// The first open expectation whose SQL matches a statement, whether or not the expectation is
    /// due.
    func upcoming(_ text: StatementText) -> MockExpectation? {
        slots[current...].joined().first { $0.isOpen && $0.kind.pattern?.matches(text) ?? false }
    }

    /// The slots from the current one through the first unsatisfied one.
    private var reachable: Range<Int> {
        var end = current
        while end < slots.count, slots[end].allSatisfy(\.isSatisfied) { end += 1 }
        return current..<Swift.min(end + 1, slots.count)
    }
}
