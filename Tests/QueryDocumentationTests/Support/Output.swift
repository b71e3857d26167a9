import DataLite
import Testing

/// Checks the output that a guide shows below a query: its SQL, a comment with the values of its
/// parameters, and the rows of its result.
///
/// The guide must contain `shows` as a text block.
func expect(
    _ query: some Query, on db: some ConnectionProtocol, shows: String,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let sql = try query.sql()
    let output = [statement(sql), table(try db.rows(sql))].filter { !$0.isEmpty }
    #expect(output.joined(separator: "\n\n") == shows, sourceLocation: sourceLocation)
}

/// Checks the SQL that a guide shows below a statement without parameters and rows.
func expect(
    _ sql: SQL, shows: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(sql.text == shows, sourceLocation: sourceLocation)
}

/// Checks the SQL and the rows of a query that no guide shows, in the form of `expect(_:on:shows:)`.
func expect(
    _ query: some Query, on db: some ConnectionProtocol, gives output: String,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    try expect(query, on: db, shows: output, sourceLocation: sourceLocation)
}

/// Checks SQL that no guide shows, in the form of `expect(_:shows:)`.
func expect(
    _ sql: SQL, gives output: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    expect(sql, shows: output, sourceLocation: sourceLocation)
}

private func statement(_ sql: SQL) -> String {
    let parameters = sql.parameters.map(\.description).joined(separator: ", ")
    return SQLLayout.lines(of: sql.text) + (parameters.isEmpty ? "" : "\n-- \(parameters)")
}

/// The rows in columns that are as wide as their longest value. Long column names are truncated.
func table(_ rows: [SQLiteRow]) -> String {
    guard let first = rows.first else { return "" }
    let names = first.columns.names.map { $0.count > 24 ? $0.prefix(21) + "..." : $0 }
    let lines = [names] + rows.map { $0.values.map(text) }
    let widths = names.indices.map { column in
        lines.map { $0[column].count }.max() ?? 0
    }
    var output = lines.map { aligned($0, widths) }
    output.insert(aligned(widths.map { String(repeating: "-", count: $0) }, widths), at: 1)
    return output.joined(separator: "\n")
}

private func aligned(_ line: [String], _ widths: [Int]) -> String {
    var output = ""
    for (text, width) in zip(line, widths) {
        if !output.isEmpty { output += "  " }
        output += text + String(repeating: " ", count: width - text.count)
    }
    while output.last == " " { output.removeLast() }
    return output
}

private func text(of value: SQLiteValue) -> String {
    if case .text(let text) = value { text } else { value.description }
}
