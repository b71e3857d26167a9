public import DataLiteCore

/// Something that was done to a mock.
public enum MockEvent: Equatable, Sendable {
    /// A statement was prepared.
    case prepare(String)
    /// A statement began to run, with the values of its parameters.
    case run(String, [SQLiteValue])
    /// A call failed: by a fault, by an answer, or because it was wrong or unexpected.
    case failure(ResultCode, String)
    /// A function was added.
    case addFunction(String, argc: Int32)
    /// A function was removed.
    case removeFunction(String, argc: Int32)
    /// A collating sequence was added.
    case addCollation(String)
    /// A collating sequence was removed.
    case removeCollation(String)
    /// A key was given or changed. The key itself is not kept.
    case key
    /// Running statements were interrupted.
    case interrupt
    /// The connection was closed.
    case close
}

extension MockEvent: CustomStringConvertible {
    /// One line, as `run INSERT INTO users(name) VALUES (?) ['Ada']`.
    public var description: String {
        switch self {
        case .prepare(let sql): "prepare \(sql)"
        case .run(let sql, let values) where values.isEmpty: "run \(sql)"
        case .run(let sql, let values):
            "run \(sql) [\(values.map(\.debugDescription).joined(separator: ", "))]"
        case .failure(let code, let what): "failure \(code) \(what)"
        case .addFunction(let name, let argc): "add function \(name)/\(argc)"
        case .removeFunction(let name, let argc): "remove function \(name)/\(argc)"
        case .addCollation(let name): "add collation \(name)"
        case .removeCollation(let name): "remove collation \(name)"
        case .key: "key"
        case .interrupt: "interrupt"
        case .close: "close"
        }
    }
}

/// What was done to a mock, in order. Compare it with an array of events, or its description with a
/// text.
public struct EventLog: Equatable, Sendable {
    private var events: [MockEvent] = []

    mutating func append(_ event: MockEvent) { events.append(event) }

    /// The statements that were run, in order.
    public var statements: [String] {
        events.compactMap { if case .run(let sql, _) = $0 { sql } else { nil } }
    }

    /// Without the `prepare` events, which depend on whether statements are reused.
    public var withoutPreparing: EventLog {
        EventLog(events: events.filter { if case .prepare = $0 { false } else { true } })
    }

    private init(events: [MockEvent]) { self.events = events }

    init() {}
}

extension EventLog: RandomAccessCollection {
    public var startIndex: Int { events.startIndex }
    public var endIndex: Int { events.endIndex }
    public subscript(position: Int) -> MockEvent { events[position] }
}

extension EventLog: ExpressibleByArrayLiteral {
    public init(arrayLiteral events: MockEvent...) { self.events = events }
}

extension EventLog: CustomStringConvertible {
    /// A line for each event.
    public var description: String { events.map(\.description).joined(separator: "\n") }
}
