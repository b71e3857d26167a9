/// A key column of an index: a row of `pragma_index_info`
/// (<https://sqlite.org/pragma.html#pragma_index_info>).
///
/// ```swift
/// PragmaIndexList.rows(of: "albums").join { PragmaIndexInfo.rows(of: $0.name) }.select { ($0.name, $1.name) }
/// ```
public struct PragmaIndexInfo: Hashable, Sendable {
    /// The position of the column in the index, from 0.
    public let position: Int
    /// The position of the column in the table; -1 for the rowid, -2 for an expression.
    public let column: Int
    /// The name of the column; `nil` for the rowid and an expression.
    public let name: String?
}

extension PragmaIndexInfo: TableFunction {
    public static let tableDefinition = TableDefinition("pragma_index_info") { columns in
        columns.add("seqno", Int.self)
        columns.add("cid", Int.self)
        columns.add("name", String?.self)
    }

    public init(row: inout RowReader) throws(SQLiteError) {
        position = try row.next()
        column = try row.next()
        name = try row.next()
    }

    public func encode(to values: inout RowWriter) {
        values.append(position)
        values.append(column)
        values.append(name)
    }

    /// The columns.
    public struct Columns: ColumnSet {
        public typealias Model = PragmaIndexInfo
        public typealias Output = PragmaIndexInfo

        public let _source: ColumnSource

        public init(_source: ColumnSource) { self._source = _source }

        /// The position of the column in the index, from 0.
        public var position: SQLExpression<Int> { _source.column("seqno") }
        /// The position of the column in the table; -1 for the rowid, -2 for an expression.
        public var column: SQLExpression<Int> { _source.column("cid") }
        /// The name of the column; `nil` for the rowid and an expression.
        public var name: SQLExpression<String?> { _source.column("name") }
    }
}

extension PragmaIndexInfo {
    /// The key columns of an index: `pragma_index_info(index)`.
    ///
    /// - Parameter schema: The schema that contains it; `nil` searches all schemas.
    public static func rows(
        of index: some SQLOperand<String>, schema: String? = nil
    ) -> Where<PragmaIndexInfo> {
        rows(ofPragma: index.operandNode, schema: schema)
    }
}
