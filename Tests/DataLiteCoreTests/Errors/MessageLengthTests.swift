import DataLiteCore
import Testing

@Suite("The length of an error message")
struct MessageLengthTests {
    let connection: Connection

    init() throws { connection = try .inMemory() }

    private static let limit = 4000

    @Test("The length of a message does not grow with the number of parameters")
    func parameters() throws {
        let count = 32_766
        let values = Array(repeating: SQLiteValue.null, count: count - 1)
        let list = repeatElement("(?)", count: count).joined(separator: ", ")
        let messages = try [
            failure { try connection.execute(sql: "VALUES \(list)") },
            failure { try connection.execute(SQL(raw: "SELECT ?\(count)"), SQLParameters(values)) },
            failure { try connection.execute(SQL(raw: "SELECT ?\(count)"), ["id": 1]) },
            failure { try connection.execute(SQL(raw: "SELECT ?\(count), :x"), ["x": 1]) },
        ].map(\.message)
        for message in messages { #expect(message.utf8.count < Self.limit) }
        #expect(
            messages[0]
                == "the statement has 32766 parameters and was given 0 values: no value for "
                + "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 and 32756 more")
    }

    @Test("The length of a message does not grow with the length of a parameter's name")
    func longParameterName() throws {
        let name = String(repeating: "n", count: 100_000)
        for row: SQLiteRow in [[:], ["other": 1], [name: 1, ":" + name: 2]] {
            let error = try failure {
                try connection.execute(SQL(raw: "SELECT :\(name)"), SQLParameters(row))
            }
            #expect(error.message.utf8.count < Self.limit)
        }
    }

    @Test("The length of a message does not grow with the number or the names of columns")
    func columns() throws {
        let names = (0..<500).map { "\($0)" + String(repeating: "ü", count: 5000) }
        let list = names.map { "'x' AS \"\($0)\"" }.joined(separator: ", ")
        let row = try #require(try connection.row(SQL(raw: "SELECT \(list)")))
        let errors = try [
            failure { _ = try row["missing", as: Int.self] },
            failure { _ = try row[names[0], as: Int.self] },
            failure { _ = try connection.value(SQL(raw: "SELECT \(list)")) as Int? },
        ]
        for error in errors { #expect(error.message.utf8.count < Self.limit) }
    }

    @Test("The length of a message does not grow with a value, whatever its characters")
    func values() throws {
        let text = "e" + String(repeating: "\u{301}", count: 100_000)
        let error = try failure { _ = try connection.value("SELECT \(text)") as Int? }
        #expect(error.message.utf8.count < Self.limit)
    }

    @Test("The length of SQLite's messages and of the excerpt of the SQL is limited")
    func messagesOfSQLite() throws {
        for unit in ["x", "e\u{301}\u{301}"] {
            let name = String(repeating: unit, count: 200_000)
            let error = try failure {
                try connection.execute(sql: "SELECT 1, \(name) FROM nothing")
            }
            #expect(error.message.utf8.count <= 1 << 16)
            let column = try failure { try connection.execute(sql: "SELECT \(name)") }
            #expect(column.message.utf8.count <= 1 << 16)
            #expect(column.description.utf8.count < (1 << 16) + Self.limit)
        }
    }
}
