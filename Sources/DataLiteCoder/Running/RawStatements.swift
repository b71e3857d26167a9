import DataLiteCore

// For programs that call SQLite's C interface themselves. `check(_:on:)` and `Result(sqlite:on:)` of
// the core turn the codes of their own calls into errors.

/// Binds parameters to a statement that was prepared with the C interface.
///
/// - Parameters:
///   - parameters: As those of ``DataLiteCore/ConnectionProtocol/exec(_:params:coder:)``.
///   - statement: The `sqlite3_stmt *`, which is not running.
///   - coder: The forms of dates, keys and so on.
/// - Throws: `SQLITE_RANGE` for a parameter that gets no value, `SQLITE_MISUSE` for a statement that is
///   running.
public func bind(
    _ parameters: (any Encodable)?..., to statement: OpaquePointer, coder: SQLiteCoder = .default
) throws {
    var request = Request(sql: "", parameters)
    let borrowed = Statement(borrowing: statement)
    try ParameterListBinder(borrowed, coder).bind(&request, to: borrowed, coder)
}

/// The current row of a statement that was prepared with the C interface, after `sqlite3_step` has
/// returned `SQLITE_ROW`.
///
/// - Throws: a `DecodingError` if the row is none of the type.
public func readRow<T: Decodable>(
    as type: T.Type = T.self, from statement: OpaquePointer, coder: SQLiteCoder = .default
) throws -> T {
    let reader = RowReader(Statement(borrowing: statement), coder)
    defer { reader.end() }
    return try reader.read(type)
}

/// All rows of a statement that was prepared with the C interface, from the next one on: steps it to its
/// end, and resets it, also when that fails. What is found out about the columns serves all rows, so this
/// is quicker than ``readRow(as:from:coder:)`` for each.
///
/// - Throws: what SQLite reports; a `DecodingError` if a row is none of the type.
public func readRows<T: Decodable>(
    as type: T.Type = T.self, from statement: OpaquePointer, coder: SQLiteCoder = .default
) throws -> [T] {
    let borrowed = Statement(borrowing: statement)
    defer { try? borrowed.reset() }
    let reader = RowReader(borrowed, coder)
    defer { reader.end() }
    var rows: [T] = []
    while try borrowed.step() { rows.append(try reader.read(type)) }
    return rows
}
