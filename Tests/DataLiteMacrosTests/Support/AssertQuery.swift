import DataLiteMacros
import Testing

/// Checks the text of a query and the table that it returns.
///
/// The rows are fetched through the query, so that they are decoded, and then shown as SQLite returns
/// them: one line a row, values as SQL literals between bars.
func assertQuery<Q: Query>(
    _ query: Q, on db: any ConnectionProtocol, sql: String, rows: String,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let statement = try query.sql()
    #expect(statement.text == sql, sourceLocation: sourceLocation)
    let found = try db.rows(statement).map { row in
        row.values.map(\.description).joined(separator: " | ")
    }
    #expect(found.joined(separator: "\n") == rows, sourceLocation: sourceLocation)
    let decoded = try query.fetchAll(db)
    #expect(decoded.count == found.count, sourceLocation: sourceLocation)
}
