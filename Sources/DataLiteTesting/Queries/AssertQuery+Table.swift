public import DataLiteDatabase
public import DataLiteQuery
import DataLiteSyntax
import IssueReporting

/// Checks the rows of a query, as a table of Swift values, and its SQL. The call is the same as in tests with SQLiteData
/// and StructuredQueries.
///
/// ```swift
/// assertQuery(Book.where { $0.year > 1950 }.select { ($0.title, $0.year) }) {
///     """
///     SELECT "books"."title", "books"."year"
///     FROM "books"
///     WHERE "books"."year" > 1950
///     """
/// } results: {
///     """
///     ┌───────────┬──────┐
///     │ "Solaris" │ 1961 │
///     │ "Ubik"    │ 1969 │
///     └───────────┴──────┘
///     """
/// }
/// ```
///
/// Whitespace in the SQL does not matter, and parameters may be `?` or their values. A tuple has a column for each of
/// its elements; any other row has one column. `Data` is shown by its size, as `Data(2 bytes)`; use the other
/// `assertQuery` to compare its bytes. For a query without rows, the table is `(No results)`, and the closure `results`
/// may be omitted. If the query fails, the message of the error is compared instead of the table. A single closure is
/// the expected SQL, unless it contains a table.
///
/// Each difference is a failure of the running test at the line of the caller. If a closure is missing, the failure
/// contains the text to paste. Changes of the query are committed.
///
/// - Parameters:
///   - includeSQL: Whether a single closure is the SQL in any case, and must not be missing.
///   - query: The query.
///   - database: The database, or `nil` for the `DefaultDatabase`.
///   - sql: The expected SQL.
///   - results: The expected table.
public func assertQuery<Output>(
    includeSQL: Bool = false, _ query: some Query<Output>, database: (any DatabaseProtocol)? = nil,
    sql: (() -> String)? = nil, results: (() -> String)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
) {
    let found = QueryOutcome {
        try query.sql()
    } table: {
        try writeDefault(database) { db in try ValueTable(query.fetchAll(db)).text }
    }
    found.report(sql?(), results?(), includeSQL, fileID, filePath, line, column)
}

/// Checks the rows of a query, as a table of Swift values, and its SQL, on a connection.
///
/// - Parameters:
///   - query: The query.
///   - db: The connection.
///   - sql: The expected SQL, as for the check on the default database.
///   - results: The expected table.
@_disfavoredOverload
public func assertQuery<Output>(
    _ query: some Query<Output>, on db: any ConnectionProtocol,
    sql: (() -> String)? = nil, results: (() -> String)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
) {
    let found = QueryOutcome {
        try query.sql()
    } table: {
        try ValueTable(query.fetchAll(db)).text
    }
    found.report(sql?(), results?(), false, fileID, filePath, line, column)
}

/// Runs an insert, an update or a delete, and checks its SQL.
///
/// - Parameters:
///   - includeSQL: Whether a single closure is the SQL in any case, and must not be missing.
///   - change: The statement.
///   - database: The database, or `nil` for the `DefaultDatabase`.
///   - sql: The expected SQL, as for the check on the default database.
///   - results: `(No results)`, or the message of the expected error.
public func assertQuery(
    includeSQL: Bool = false, _ change: some ChangeStatement,
    database: (any DatabaseProtocol)? = nil,
    sql: (() -> String)? = nil, results: (() -> String)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
) {
    let found = QueryOutcome {
        try change.sql()
    } table: {
        try writeDefault(database) { db in try change.execute(db) }
        return ValueTable.noRows
    }
    found.report(sql?(), results?(), includeSQL, fileID, filePath, line, column)
}

/// Runs a closure in a write of a database, or of the default one.
@discardableResult
private func writeDefault<R>(
    _ database: (any DatabaseProtocol)?, _ body: (any ConnectionProtocol) throws -> R
) throws -> R {
    guard let database = database ?? DefaultDatabase.database else {
        throw SQLiteError.misuse("no database: set DefaultDatabase.current or pass `database:`")
    }
    return try database.write(body)
}

/// The SQL of a statement, and its rows or its error as text.
private struct QueryOutcome {
    private var statement: SQL?
    private var table: String
    private var failed = false

    init(_ sql: () throws -> SQL, table: () throws -> String) {
        do {
            statement = try sql()
            self.table = try table()
        } catch {
            failed = true
            self.table = (error as? SQLiteError)?.message ?? "\(error)"
        }
    }

    /// Reports each difference from the expected texts as a failure of the running test.
    func report(
        _ first: String?, _ second: String?, _ includesSQL: Bool, _ fileID: StaticString,
        _ filePath: StaticString, _ line: UInt, _ column: UInt
    ) {
        for problem in problems(first, second, includesSQL) {
            reportIssue(problem, fileID: fileID, filePath: filePath, line: line, column: column)
        }
    }

    /// The differences from the expected texts.
    private func problems(_ first: String?, _ second: String?, _ includesSQL: Bool) -> [String] {
        var (sql, results) = (first, second)
        if let text = sql, results == nil, !includesSQL, isTable(text) {
            (sql, results) = (nil, text)
        }
        var problems: [String?] = []
        if sql != nil || includesSQL { problems.append(problem(ofSQL: sql ?? "")) }
        let isEmpty = ValueTable.noRows == table
        if results != nil || !isEmpty || (sql == nil && !includesSQL) {
            problems.append(
                QueryExpectation(
                    label: "results", expected: results ?? "", found: table, isClosure: true
                ).problem)
        }
        return problems.compactMap { $0 }
    }

    /// Whether a text is not SQL: the first token of a table is none of SQL.
    private func isTable(_ text: String) -> Bool {
        failed || text.hasPrefix("┌") || text == ValueTable.noRows
    }

    private func problem(ofSQL expected: String) -> String? {
        guard let statement else { return nil }
        let tokens = SQLTokens(statement.text)
        let literals = statement.parameters.map(\.description)
        let expanded = SQLScanner.expanded(statement.text, Array(tokens), literals)
        let texts = [tokens, SQLTokens(expanded)].map { $0.map(\.text) }
        if texts.contains(SQLTokens(expected).map(\.text)) { return nil }
        return QueryExpectation(
            label: "sql", expected: expected, found: statement.text, isClosure: true
        ).problem
    }
}
