// Functions about the connection and the library: <https://sqlite.org/lang_corefunc.html>.

extension SQLExpression where Value == Int {
    /// The rowid of the last row that the connection inserted; 0 if it has not inserted any.
    public static var lastInsertRowID: Self { SQLExpression(.call("last_insert_rowid", [])) }

    /// The number of rows that the last `INSERT`, `UPDATE` or `DELETE` changed.
    public static var changes: Self { SQLExpression(.call("changes", [])) }

    /// The number of rows changed since the connection was opened.
    public static var totalChanges: Self { SQLExpression(.call("total_changes", [])) }
}

extension SQLExpression where Value == String {
    /// The version of the SQLite library: `3.40.1`.
    public static var sqliteVersion: Self { SQLExpression(.call("sqlite_version", [])) }

    /// The date and the hash of the source code of the SQLite library.
    public static var sqliteSourceID: Self { SQLExpression(.call("sqlite_source_id", [])) }
}

// MARK: - Hints for the query planner

extension SQLExpression where Value: SQLTruth {
    /// The condition, with the hint that it is true for most rows.
    public func likely() -> Self { call("likely") }

    /// The condition, with the hint that it is true for few rows.
    public func unlikely() -> Self { call("unlikely") }

    /// The condition, with a hint about the fraction of rows for which it is true, from 0 to 1.
    ///
    /// SQLite reads the number when it prepares the statement, so it is part of the text.
    public func likelihood(_ probability: Double) -> Self {
        guard (0...1).contains(probability) else {
            return SQLExpression(
                .failure(
                    SQLiteError.misuse("the likelihood \(probability) is outside 0...1")))
        }
        return call("likelihood", .fragment(RealLiteral(value: probability.magnitude)))
    }
}

/// A number where SQLite does not allow a parameter.
private struct RealLiteral: SQLRenderable {
    let value: Double

    func write(to writer: inout _SQLWriter) { writer.write(raw: value.sqliteLiteral) }
}

// MARK: - Values

extension SQLExpression {
    /// The storage class of the value: `null`, `integer`, `real`, `text` or `blob`.
    public func typeof() -> SQLExpression<String> { call("typeof") }

    /// The number of bytes of a blob, or of the text encoding of any other value; NULL for NULL. It requires SQLite
    /// 3.43.
    public func octetLength() -> SQLExpression<Int?> {
        SQLExpression<Int?>(.call("octet_length", since: 3_043_000, [node]))
    }
}

/// The first value that is not NULL; NULL if all values are NULL. For two values, write `a ?? b`.
public func coalesce<Value: RowRepresentable>(
    _ first: SQLExpression<Value?>, _ second: SQLExpression<Value?>,
    _ others: SQLExpression<Value?>...
) -> SQLExpression<Value?> {
    let values = [first.node, second.node] + others.map(\.node)
    guard values.contains(where: \.isRow), let last = values.last else {
        return SQLExpression(.call("coalesce", values))
    }
    return SQLExpression(values.dropLast().reversed().reduce(last) { .coalesce($1, $0) })
}
