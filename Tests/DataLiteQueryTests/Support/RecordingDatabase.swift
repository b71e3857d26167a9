import DataLiteQuery
import Foundation

/// An in-memory database with the tables of the tests, which records the statements that it runs.
final class RecordingDatabase: ConnectionTraceDelegate {
    let db: Connection

    private var statements: [String] = []

    init() throws {
        db = try Connection(location: .inMemory)
        try db.execute("ATTACH ':memory:' AS archive")
        try RemindersList.createTable(strict: true).execute(db)
        try Reminder.createTable(strict: true).execute(db)
        try ReminderTag.createTable(strict: true).execute(db)
        try Person.createTable(strict: true).execute(db)
        try Attachment.createTable(strict: true).execute(db)
        db.add(traceDelegate: self)
    }

    func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
        statements.append(trace.unexpandedSQL)
    }

    /// The statements that a change runs, the number of rows it changes, and the result of a query
    /// afterwards.
    func outcome(of change: some ChangeStatement, _ query: String) throws -> String {
        let (statements, count) = try recording { try change.execute(db) }
        return try (statements + ["\(count) changed"] + table(query)).joined(separator: "\n")
    }

    /// The statements that a change runs, and what it returns.
    func outcome<Output>(of change: Returning<Output>) throws -> String {
        let (statements, rows) = try recording { try change.fetchAll(db) }
        return (statements + rows.map { "\($0)" }).joined(separator: "\n")
    }

    /// The statements that a closure runs, and its result.
    func recording<R>(_ body: () throws -> R) rethrows -> ([String], R) {
        statements = []
        let result = try body()
        return (statements, result)
    }

    /// The rows of a query, one on each line, with `|` between the columns.
    func table(_ query: String) throws -> [String] {
        try db.rows(SQL(raw: query)).map { row in
            row.values.map(\.debugDescription).joined(separator: " | ")
        }
    }
}

extension UUID {
    /// A UUID that ends with a digit.
    static func test(_ digit: Int) -> UUID {
        UUID(uuidString: "00000000-0000-0000-0000-00000000000\(digit % 10)") ?? UUID()
    }
}
