public import DataLiteQuery
import IssueReporting

/// Checks the SQL of a query and the rows that it returns.
///
/// ```swift
/// try assertQuery(
///     Book.where { $0.year > 1950 }.select { ($0.title, $0.year) }, on: db,
///     sql: """
///         SELECT "books"."title", "books"."year" FROM "books" WHERE "books"."year" > ?
///         """,
///     rows: """
///         'Solaris' | 1961
///         'Ubik' | 1969
///         """)
/// ```
///
/// `rows` has one line per row: its values as SQL literals, separated by ` | `, with `\n` for a line feed in a value.
/// For a query without rows, `rows` is the line `(no rows)`. The rows are also decoded. A statement that changes rows
/// changes them once.
///
/// In Swift Testing and in XCTest, each difference is a failure of the running test at the line of the caller. If an
/// expectation is empty, the failure contains the text to paste.
///
/// - Parameters:
///   - query: The query.
///   - db: The connection to run it on, which should be a real connection.
///   - sql: The expected SQL of the query.
///   - parameters: The expected values of its parameters; `nil` not to compare them.
///   - rows: The expected rows of the query.
/// - Throws: An `SQLiteError` if the query is invalid or SQLite reports an error, or with `SQLITE_MISMATCH` for a
///   value that cannot be decoded.
public func assertQuery<Output>(
    _ query: some Query<Output>, on db: any ConnectionProtocol, sql: String = "",
    parameters: [SQLiteValue]? = nil, rows: String = "", fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
) throws {
    let statement = try query.sql()
    let found = try QueryRows(of: statement, on: db)
    let decodedCount = try query.fetchAll(db).count
    var problems = [
        QueryExpectation(label: "sql", expected: sql, found: statement.text).problem,
        QueryExpectation(label: "rows", expected: rows, found: found.text).problem,
    ]
    if let parameters, parameters != statement.parameters {
        problems.append("the parameters are \(statement.parameters), expected \(parameters)")
    }
    if decodedCount != found.count {
        problems.append("the query returned \(found.count) rows, then \(decodedCount)")
    }
    for problem in problems.compactMap({ $0 }) {
        reportIssue(problem, fileID: fileID, filePath: filePath, line: line, column: column)
    }
}

/// The rows of a query as text.
private struct QueryRows {
    let count: Int
    let text: String

    /// Runs a statement and rolls back its changes.
    init(of statement: SQL, on db: any ConnectionProtocol) throws {
        var rows: [SQLiteRow] = []
        do {
            try db.savepoint {
                rows = try db.rows(statement)
                throw Rollback()
            }
        } catch is Rollback {}
        count = rows.count
        let lines = rows.map { row in
            row.values.map { $0.description.replacing("\n", with: "\\n") }.joined(separator: " | ")
        }
        text = lines.isEmpty ? "(no rows)" : lines.joined(separator: "\n")
    }

    private struct Rollback: Error {}
}
