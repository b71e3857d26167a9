import DataLiteCore
import DataLiteTesting
import Testing

/// The connections that must behave in the same way.
enum ConnectionKind: String, CaseIterable, CustomTestStringConvertible {
    case real, spy, mock

    var testDescription: String { rawValue }

    private static let schema = """
        CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT, age INTEGER);
        INSERT INTO people VALUES (1, 'Ada', 36), (2, 'Jean', NULL);
        """

    /// A connection to a database of two people, or a mock of such a connection.
    func connect() throws -> any ConnectionProtocol {
        switch self {
        case .real:
            let connection = try Connection(location: .inMemory)
            try connection.execute(sql: Self.schema)
            return connection
        case .spy:
            return try MockConnection.spy(schema: Self.schema)
        case .mock:
            let mock = MockConnection { call in Self.answers[call.sql] }
            try mock.check(against: Self.schema)
            return mock
        }
    }

    private static let answers: [String: MockAnswer] = [
        "SELECT id, name, age FROM people ORDER BY id": .rows(people),
        "SELECT id, name, age FROM people WHERE id = ?": .row(people[0]),
        "SELECT name FROM people WHERE id = ? AND name = ?": .row(["name": "Ada"]),
        "SELECT name FROM people WHERE id = :id": .row(["name": "Ada"]),
        "SELECT name FROM people WHERE id = 3": .columns(["name"]),
        "SELECT age FROM people WHERE id = 2": .row(["age": nil]),
        "INSERT INTO people(name) VALUES (?)": .changes(
            1, lastInsertRowID: 3, updates: [.insert(db: "main", table: "people", rowID: 3)]),
        "UPDATE people SET age = 1": .changes(2),
        "UPDATE people SET age = 2": .changes(2),
    ]

    static let people: [SQLiteRow] = [
        ["id": 1, "name": "Ada", "age": 36], ["id": 2, "name": "Jean", "age": nil],
    ]
}
