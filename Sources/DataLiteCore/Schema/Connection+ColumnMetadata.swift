import DataLiteC

/// What SQLite knows about one column of a table.
///
/// See [Extract metadata about a column of a table](https://www.sqlite.org/c3ref/table_column_metadata.html).
public struct ColumnMetadata: Hashable, Sendable {
    /// The type as it was declared; `nil` if there is none.
    public let declaredType: String?

    /// The name of the collation that compares text: `BINARY` by default.
    public let collation: String

    /// Whether the column has a `NOT NULL` constraint.
    public let isNotNull: Bool

    /// Whether the column is part of the primary key.
    public let isPrimaryKey: Bool

    /// Whether the column is declared `AUTOINCREMENT`.
    public let isAutoincrement: Bool
}

extension Connection {
    /// Looks up a column of a table. It needs no statement, so it is faster than ``ConnectionProtocol/schema`` for one
    /// column. C: `sqlite3_table_column_metadata`.
    ///
    /// - Parameters:
    ///   - column: The name of the column. `rowid` is found in each table that has rowids.
    ///   - table: The name of the table; views are not found.
    ///   - schema: `main`, `temp`, or the name of an attached database; `nil` for the first one with such a table.
    /// - Throws: `SQLITE_ERROR` if there is no such table or column; the error of reading the schema; `SQLITE_MISUSE`
    ///   if the connection is closed.
    public func columnMetadata(
        of column: String, in table: String, schema: String? = nil
    ) throws(SQLiteError) -> ColumnMetadata {
        let pointer = try handle.open()
        guard handle.canRunStatements || handle.canRunAfterDeferredWork() else {
            throw handle.refusal(of: "columnMetadata")
        }
        for name in [column, table, schema ?? ""] where name.utf8.contains(0) {
            throw SQLiteError(.error, message: "the name \"\(name)\" contains a NUL character")
        }
        var (type, collation): (UnsafePointer<CChar>?, UnsafePointer<CChar>?)
        var (isNotNull, isPrimaryKey, isAutoincrement): (Int32, Int32, Int32) = (0, 0, 0)
        try check(
            sqlite3_table_column_metadata(
                pointer, schema, table, column, &type, &collation, &isNotNull, &isPrimaryKey,
                &isAutoincrement),
            on: pointer)
        return ColumnMetadata(
            declaredType: String(repairing: type),
            collation: String(repairing: collation) ?? "BINARY",
            isNotNull: isNotNull != 0, isPrimaryKey: isPrimaryKey != 0,
            isAutoincrement: isAutoincrement != 0)
    }
}
