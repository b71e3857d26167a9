import DataLiteCore
import Testing

/// A value in SQLite and the expected value of a Swift type.
struct Reading: Sendable, CustomTestStringConvertible {
    let value: SQLiteValue
    let type: any (SQLiteRepresentable & Sendable).Type
    private let check: @Sendable (WayOut, SQLiteValue, Connection) throws -> Void

    /// `value` is expected to be read as `expected`, or as `nil` if it cannot be converted to `T`.
    init<T: SQLiteRepresentable & Equatable & Sendable>(_ value: SQLiteValue, as expected: T?) {
        self.value = value
        self.type = T.self
        self.check = { way, value, connection in
            let read = try way.carry(value, as: T.self, on: connection)
            #expect(read == expected, "\(way)")
        }
    }

    /// `value` is expected not to be read as a `T`.
    static func refused<T: SQLiteRepresentable & Equatable & Sendable>(
        _ type: T.Type, _ values: SQLiteValue...
    ) -> [Reading] {
        values.map { Reading($0, as: T?.none) }
    }

    func verify(_ way: WayOut, on connection: Connection) throws {
        try check(way, value, connection)
    }

    var testDescription: String { "\(value.debugDescription.prefix(40)) as \(type)" }
}

/// The ways from SQLite to Swift.
enum WayOut: CaseIterable {
    case value, boxedView, column, storedColumn, argument, mockedArgument, optional, row, cursor

    /// The value that Swift reads in this way.
    func carry<T: SQLiteRepresentable>(
        _ value: SQLiteValue, as type: T.Type, on connection: Connection
    ) throws -> T? {
        switch self {
        case .value:
            return T(value)
        case .boxedView:
            return T(SQLiteValueView(value))
        case .column:
            let statement = try connection.statement("SELECT ?1")
            try statement.bind(value, at: 1)
            #expect(try statement.step())
            return statement.columnValue(at: 0)
        case .storedColumn:
            try connection.execute("CREATE TABLE stored(value)")
            try connection.execute("INSERT INTO stored VALUES (\(value))")
            let statement = try connection.statement("SELECT value FROM stored")
            #expect(try statement.step())
            return statement.columnValue(at: 0)
        case .argument:
            var read: T?
            try connection.add(function: "take", argc: 1) { args in
                read = args[0]
                return nil
            }
            try connection.execute("SELECT take(\(value))")
            return read
        case .mockedArgument:
            return FixedArguments(values: [value])[0]
        case .optional:
            return T?(SQLiteValueView(value)) ?? nil
        case .row:
            return try connection.row("SELECT \(value) AS value")?.lenientValue("value")
        case .cursor:
            let cursor = try connection.cursor("SELECT \(value)")
            #expect(try cursor.step())
            return cursor.columnValue(at: 0)
        }
    }
}
