/// A table or view of any schema: a row of `pragma_table_list`
/// (<https://sqlite.org/pragma.html#pragma_table_list>).
///
/// ```swift
/// PragmaTableList.where { $0.schema == "main" && $0.type == "table" }.select(\.name)
/// ```
public struct PragmaTableList: Hashable, Sendable {
    /// The schema that contains the table.
    public let schema: String
    /// The name of the table.
    public let name: String
    /// `table`, `view`, `shadow` or `virtual`.
    public let type: String
    /// The number of columns, including hidden and generated ones.
    public let numberOfColumns: Int
    /// Whether the table is declared `WITHOUT ROWID`.
    public let isWithoutRowID: Bool
    /// Whether the table is declared `STRICT`.
    public let isStrict: Bool
}

extension PragmaTableList: TableFunction {
    public static let tableDefinition = TableDefinition("pragma_table_list") { columns in
        columns.add("schema", String.self)
        columns.add("name", String.self)
        columns.add("type", String.self)
        columns.add("ncol", Int.self)
        columns.add("wr", Bool.self)
        columns.add("strict", Bool.self)
    }

    public init(row: inout RowReader) throws(SQLiteError) {
        schema = try row.next()
        name = try row.next()
        type = try row.next()
        numberOfColumns = try row.next()
        isWithoutRowID = try row.next()
        isStrict = try row.next()
    }

    public func encode(to values: inout RowWriter) {
        values.append(schema)
        values.append(name)
        values.append(type)
        values.append(numberOfColumns)
        values.append(isWithoutRowID)
        values.append(isStrict)
    }

    /// The columns.
    public struct Columns: ColumnSet {
        public typealias Model = PragmaTableList
        public typealias Output = PragmaTableList

        public let _source: ColumnSource

        public init(_source: ColumnSource) { self._source = _source }

        /// The schema that contains the table.
        public var schema: SQLExpression<String> { _source.column("schema") }
        /// The name of the table.
        public var name: SQLExpression<String> { _source.column("name") }
        /// `table`, `view`, `shadow` or `virtual`.
        public var type: SQLExpression<String> { _source.column("type") }
        /// The number of columns, including hidden and generated ones.
        public var numberOfColumns: SQLExpression<Int> { _source.column("ncol") }
        /// Whether the table is declared `WITHOUT ROWID`.
        public var isWithoutRowID: SQLExpression<Bool> { _source.column("wr") }
        /// Whether the table is declared `STRICT`.
        public var isStrict: SQLExpression<Bool> { _source.column("strict") }
    }
}

extension PragmaTableList {
    /// The tables and views with a name: `pragma_table_list(name)`.
    ///
    /// - Parameter schema: The schema that contains them; `nil` for all schemas.
    public static func rows(
        of name: some SQLOperand<String>, schema: String? = nil
    ) -> Where<PragmaTableList> {
        rows(ofPragma: name.operandNode, schema: schema)
    }
}
