/// An event in the log of a mock.
public enum MockEvent: Equatable, Sendable {
    /// A statement was prepared.
    case prepare(String)
    /// A statement began to run, with the values of its parameters.
    case run(String, [SQLiteValue])
    /// A call failed because of a fault or an answer, or because it was invalid or unexpected.
    case failure(ResultCode, String)
    /// A function was added.
    case addFunction(String, argc: Int32)
    /// A function was removed.
    case removeFunction(String, argc: Int32)
    /// A collating sequence was added.
    case addCollation(String)
    /// A collating sequence was removed.
    case removeCollation(String)
    /// A key was applied or changed. The key itself is not recorded.
    case applyKey
    /// Running statements were interrupted.
    case interrupt
    /// The connection was closed.
    case close
}

extension MockEvent: CustomStringConvertible {
    /// A line, such as `run INSERT INTO users(name) VALUES (?) ['Ada']`.
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
        case .applyKey: "apply key"
        case .interrupt: "interrupt"
        case .close: "close"
        }
    }
}
