/// A column of a foreign key: a row of `pragma_foreign_key_list`
/// (<https://sqlite.org/pragma.html#pragma_foreign_key_list>).
///
/// ```swift
/// SQLiteSchema.join { PragmaForeignKeyList.rows(of: $0.name) }.select { ($0.name, $1.from, $1.table) }
/// ```
public struct PragmaForeignKeyList: Hashable, Sendable {
    /// A number that the columns of one foreign key share.
    public let id: Int
    /// The position of the column in the foreign key, from 0.
    public let position: Int
    /// The table that is referenced.
    public let table: String
    /// The column that references.
    public let from: String
    /// The column that is referenced; `nil` for the primary key.
    public let to: String?
    /// What an update of the referenced row does, such as `CASCADE`.
    public let onUpdate: String
    /// What a delete of the referenced row does, such as `SET NULL`.
    public let onDelete: String
    /// The `MATCH` clause, which SQLite ignores.
    public let match: String
}

extension PragmaForeignKeyList: TableFunction {
    public static let tableDefinition = TableDefinition("pragma_foreign_key_list") { columns in
        columns.add("id", Int.self)
        columns.add("seq", Int.self)
        columns.add("table", String.self)
        columns.add("from", String.self)
        columns.add("to", String?.self)
        columns.add("on_update", String.self)
        columns.add("on_delete", String.self)
        columns.add("match", String.self)
    }

    public init(row: inout RowReader) throws(SQLiteError) {
        id = try row.next()
        position = try row.next()
        table = try row.next()
        from = try row.next()
        to = try row.next()
        onUpdate = try row.next()
        onDelete = try row.next()
        match = try row.next()
    }

    public func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(position)
        values.append(table)
        values.append(from)
        values.append(to)
        values.append(onUpdate)
        values.append(onDelete)
        values.append(match)
    }

    /// The columns.
    public struct Columns: ColumnSet {
        public typealias Model = PragmaForeignKeyList
        public typealias Output = PragmaForeignKeyList

        public let _source: ColumnSource

        public init(_source: ColumnSource) { self._source = _source }

        /// A number that the columns of one foreign key share.
        public var id: SQLExpression<Int> { _source.column("id") }
        /// The position of the column in the foreign key, from 0.
        public var position: SQLExpression<Int> { _source.column("seq") }
        /// The table that is referenced.
        public var table: SQLExpression<String> { _source.column("table") }
        /// The column that references.
        public var from: SQLExpression<String> { _source.column("from") }
        /// The column that is referenced; `nil` for the primary key.
        public var to: SQLExpression<String?> { _source.column("to") }
        /// What an update of the referenced row does, such as `CASCADE`.
        public var onUpdate: SQLExpression<String> { _source.column("on_update") }
        /// What a delete of the referenced row does, such as `SET NULL`.
        public var onDelete: SQLExpression<String> { _source.column("on_delete") }
        /// The `MATCH` clause, which SQLite ignores.
        public var match: SQLExpression<String> { _source.column("match") }
    }
}

extension PragmaForeignKeyList {
    /// The foreign keys of a table: `pragma_foreign_key_list(table)`.
    ///
    /// - Parameter schema: The schema that contains it; `nil` searches all schemas.
    public static func rows(
        of table: some SQLOperand<String>, schema: String? = nil
    ) -> Where<PragmaForeignKeyList> {
        rows(ofPragma: table.operandNode, schema: schema)
    }
}
