/// A column of an index: a row of `pragma_index_xinfo`
/// (<https://sqlite.org/pragma.html#pragma_index_xinfo>).
public struct PragmaIndexXInfo: Hashable, Sendable {
    /// The position of the column in the index, from 0.
    public let position: Int
    /// The position of the column in the table; -1 for the rowid, -2 for an expression.
    public let column: Int
    /// The name of the column; `nil` for the rowid and an expression.
    public let name: String?
    /// Whether the index is in descending order of the column.
    public let isDescending: Bool
    /// The name of the collation that compares the column.
    public let collation: String?
    /// Whether the column is part of the key, and not only stored to find the row.
    public let isKey: Bool
}

extension PragmaIndexXInfo: TableFunction {
    public static let tableDefinition = TableDefinition("pragma_index_xinfo") { columns in
        columns.add("seqno", Int.self)
        columns.add("cid", Int.self)
        columns.add("name", String?.self)
        columns.add("desc", Bool.self)
        columns.add("coll", String?.self)
        columns.add("key", Bool.self)
    }

    public init(row: inout RowReader) throws(SQLiteError) {
        position = try row.next()
        column = try row.next()
        name = try row.next()
        isDescending = try row.next()
        collation = try row.next()
        isKey = try row.next()
    }

    public func encode(to values: inout RowWriter) {
        values.append(position)
        values.append(column)
        values.append(name)
        values.append(isDescending)
        values.append(collation)
        values.append(isKey)
    }

    /// The columns.
    public struct Columns: ColumnSet {
        public typealias Model = PragmaIndexXInfo
        public typealias Output = PragmaIndexXInfo

        public let _source: ColumnSource

        public init(_source: ColumnSource) { self._source = _source }

        /// The position of the column in the index, from 0.
        public var position: SQLExpression<Int> { _source.column("seqno") }
        /// The position of the column in the table; -1 for the rowid, -2 for an expression.
        public var column: SQLExpression<Int> { _source.column("cid") }
        /// The name of the column; `nil` for the rowid and an expression.
        public var name: SQLExpression<String?> { _source.column("name") }
        /// Whether the index is in descending order of the column.
        public var isDescending: SQLExpression<Bool> { _source.column("desc") }
        /// The name of the collation that compares the column.
        public var collation: SQLExpression<String?> { _source.column("coll") }
        /// Whether the column is part of the key, and not only stored to find the row.
        public var isKey: SQLExpression<Bool> { _source.column("key") }
    }
}

extension PragmaIndexXInfo {
    /// All columns of an index: `pragma_index_xinfo(index)`.
    ///
    /// - Parameter schema: The schema that contains it; `nil` searches all schemas.
    public static func rows(
        of index: some SQLOperand<String>, schema: String? = nil
    ) -> Where<PragmaIndexXInfo> {
        rows(ofPragma: index.operandNode, schema: schema)
    }
}
