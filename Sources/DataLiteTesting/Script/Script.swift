/// The calls that a test expects, in their order.
struct Script {
    /// An expectation, or several whose order does not matter.
    private var slots: [[MockExpectation]] = []
    private var current = 0
    private var isInGroup = false

    var isEmpty: Bool { slots.isEmpty }

    /// Whether the script says which transactions there are.
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

    /// Expectations from here to ``endGroup()`` may be met in any order. A group in a group is one
    /// with it.
    mutating func beginGroup() -> Bool {
        guard !isInGroup else { return false }
        slots.append([])
        isInGroup = true
        return true
    }

    mutating func endGroup() {
        isInGroup = false
    }

    /// The expectation that a call meets, if it is its turn, and where it stands.
    func next(
        for event: MockExpectation.Kind.Event
    ) -> (position: Int, expectation: MockExpectation)? {
        for position in reachable {
            let hits = slots[position].filter {
                $0.isOpen && $0.differences(from: event).isEmpty
            }
            // In a group, `.prefix` is not to take what the next one asks for by its very text.
            if let hit = hits.first(where: { $0.kind.text != nil }) ?? hits.first {
                return (position, hit)
            }
        }
        return nil
    }

    /// Passes over the slots before a position.
    mutating func advance(to position: Int) { current = max(current, position) }

    /// The expectation that says that a call must not come, if one does.
    func ban(on event: MockExpectation.Kind.Event) -> MockExpectation? {
        all.first { $0.isBan && $0.differences(from: event).isEmpty }
    }

    /// The expectations that a call could meet now.
    var due: [MockExpectation] {
        reachable.flatMap { position in slots[position].filter(\.isOpen) }
    }

    /// The first expectation still to be met whose SQL is the one given, due or not.
    func upcoming(_ sql: String) -> MockExpectation? {
        slots[current...].joined().first { $0.isOpen && $0.kind.pattern?.matches(sql) ?? false }
    }

    /// From the current slot on, up to and with the first that is not satisfied yet.
    private var reachable: Range<Int> {
        var end = current
        while end < slots.count, slots[end].allSatisfy(\.isSatisfied) { end += 1 }
        return current..<Swift.min(end + 1, slots.count)
    }
}
