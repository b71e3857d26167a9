/// A column of a table or view: a row of `pragma_table_info`
/// (<https://sqlite.org/pragma.html#pragma_table_info>). Hidden and generated columns are only in
/// ``PragmaTableXInfo``.
///
/// ```swift
/// try PragmaTableInfo.rows(of: "albums").select(\.name).fetchAll(db)
/// SQLiteSchema.join { PragmaTableInfo.rows(of: $0.name, schema: "main") }.select { ($0.name, $1.name) }
/// ```
public struct PragmaTableInfo: Hashable, Sendable {
    /// The position of the column, from 0.
    public let position: Int
    /// The name of the column.
    public let name: String
    /// The declared type; empty if there is none.
    public let type: String
    /// Whether the column is declared `NOT NULL`.
    public let isNotNull: Bool
    /// The SQL of the default value.
    public let defaultValue: String?
    /// The position in the primary key, from 1; 0 for other columns.
    public let primaryKeyPosition: Int
}

extension PragmaTableInfo: TableFunction {
    public static let tableDefinition = TableDefinition("pragma_table_info") { columns in
        columns.add("cid", Int.self)
        columns.add("name", String.self)
        columns.add("type", String.self)
        columns.add("notnull", Bool.self)
        columns.add("dflt_value", String?.self)
        columns.add("pk", Int.self)
    }

    public init(row: inout RowReader) throws(SQLiteError) {
        position = try row.next()
        name = try row.next()
        type = try row.next()
        isNotNull = try row.next()
        defaultValue = try row.next()
        primaryKeyPosition = try row.next()
    }

    public func encode(to values: inout RowWriter) {
        values.append(position)
        values.append(name)
        values.append(type)
        values.append(isNotNull)
        values.append(defaultValue)
        values.append(primaryKeyPosition)
    }

    /// The columns.
    public struct Columns: ColumnSet {
        public typealias Model = PragmaTableInfo
        public typealias Output = PragmaTableInfo

        public let _source: ColumnSource

        public init(_source: ColumnSource) { self._source = _source }

        /// The position of the column, from 0.
        public var position: SQLExpression<Int> { _source.column("cid") }
        /// The name of the column.
        public var name: SQLExpression<String> { _source.column("name") }
        /// The declared type; empty if there is none.
        public var type: SQLExpression<String> { _source.column("type") }
        /// Whether the column is declared `NOT NULL`.
        public var isNotNull: SQLExpression<Bool> { _source.column("notnull") }
        /// The SQL of the default value.
        public var defaultValue: SQLExpression<String?> { _source.column("dflt_value") }
        /// The position in the primary key, from 1; 0 for other columns.
        public var primaryKeyPosition: SQLExpression<Int> { _source.column("pk") }
    }
}

extension PragmaTableInfo {
    /// The columns of a table or view: `pragma_table_info(table)`.
    ///
    /// - Parameter schema: The schema that contains it; `nil` searches all schemas.
    public static func rows(
        of table: some SQLOperand<String>, schema: String? = nil
    ) -> Where<PragmaTableInfo> {
        rows(ofPragma: table.operandNode, schema: schema)
    }
}
