/// The calls made to a mock, in order. Compare the log with an array of events, or its description
/// with a string.
public struct MockLog: Equatable, Sendable {
    private var events: [MockEvent] = []

    mutating func append(_ event: MockEvent) { events.append(event) }

    /// The statements that were run, in order.
    public var statements: [String] {
        events.compactMap { if case .run(let sql, _) = $0 { sql } else { nil } }
    }

    /// The log without the `prepare` events, which depend on whether statements are reused.
    public var withoutPreparing: MockLog {
        MockLog(events: events.filter { if case .prepare = $0 { false } else { true } })
    }

    private init(events: [MockEvent]) { self.events = events }

    init() {}
}

extension MockLog: RandomAccessCollection {
    public var startIndex: Int { events.startIndex }
    public var endIndex: Int { events.endIndex }
    public subscript(position: Int) -> MockEvent { events[position] }
}

extension MockLog: ExpressibleByArrayLiteral {
    public init(arrayLiteral events: MockEvent...) { self.events = events }
}

extension MockLog: CustomStringConvertible {
    /// A line for each event.
    public var description: String { events.map(\.description).joined(separator: "\n") }
}
