/// An integer of a series: a row of `generate_series` (<https://sqlite.org/series.html>).
///
/// ```swift
/// try GenerateSeries.rows(from: 1, through: 10, by: 3).select(\.value).fetchAll(db)  // [1, 4, 7, 10]
/// ```
///
/// SQLite's shell contains the function, most libraries do not. A query fails with an error that
/// names the function if the linked library lacks it. If your program registers it on its
/// connections, adopt ``TableFunction`` in a table of your own.
public struct GenerateSeries: Hashable, Sendable {
    /// The integer.
    public let value: Int

    /// The integers from the first to the last, which is included if the steps reach it:
    /// `generate_series(first, last, step)`.
    ///
    /// If an argument is NULL, there are no rows.
    public static func rows(
        from first: some SQLOperand<Int>, through last: some SQLOperand<Int>,
        by step: some SQLOperand<Int> = 1
    ) -> Where<GenerateSeries> {
        rows(
            calling: .builtIn("generate_series"), as: tableName,
            [first.operandNode, last.operandNode, step.operandNode],
            requirement: .tableFunction("generate_series"))
    }
}

extension GenerateSeries: TableFunction {
    public static let tableDefinition = TableDefinition("generate_series") { columns in
        columns.add("value", Int.self)
    }

    public init(row: inout RowReader) throws(SQLiteError) {
        value = try row.next()
    }

    public func encode(to values: inout RowWriter) {
        values.append(value)
    }

    /// The columns.
    public struct Columns: ColumnSet {
        public typealias Model = GenerateSeries
        public typealias Output = GenerateSeries

        public let _source: ColumnSource

        public init(_source: ColumnSource) { self._source = _source }

        /// The integer.
        public var value: SQLExpression<Int> { _source.column("value") }
    }
}
