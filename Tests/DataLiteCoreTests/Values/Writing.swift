import DataLiteCore
import Testing

/// A Swift value and the expected value in SQLite.
struct Writing: Sendable, CustomTestStringConvertible {
    let swiftValue: any SQLiteBindable & Sendable
    let expected: SQLiteValue

    init(_ swiftValue: some SQLiteBindable & Sendable, _ expected: SQLiteValue) {
        self.swiftValue = swiftValue
        self.expected = expected
    }

    var testDescription: String {
        "\(type(of: swiftValue)) \(String(reflecting: swiftValue).prefix(40))"
    }
}

/// The ways from Swift to SQLite.
enum WayIn: CaseIterable {
    case parameter, namedParameter, interpolation, rowParameter, _functionResult, literal

    /// The value that SQLite receives in this way.
    func carry(
        _ value: some SQLiteBindable & Sendable, on connection: Connection
    ) throws -> SQLiteValue? {
        switch self {
        case .parameter:
            let statement = try connection.statement("SELECT ?1")
            try statement.bind(value, at: 1)
            #expect(try statement.step())
            return statement.columnValue(at: 0)
        case .namedParameter:
            let statement = try connection.statement("SELECT @value")
            try statement.bind(value, by: "@value")
            #expect(try statement.step())
            return statement.columnValue(at: 0)
        case .interpolation:
            return try connection.row("SELECT \(value)")?.first?.value
        case .rowParameter:
            return try connection.row("SELECT :value", ["value": value])?.first?.value
        case ._functionResult:
            try connection.add(function: "echo", argc: 0) { _ in value }
            return try connection.row("SELECT echo()")?.first?.value
        case .literal:
            return try connection.row("SELECT \(raw: value.sqliteLiteral)")?.first?.value
        }
    }
}
