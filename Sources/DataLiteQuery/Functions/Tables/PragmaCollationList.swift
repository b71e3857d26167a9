/// A collation of the connection: a row of `pragma_collation_list`
/// (<https://sqlite.org/pragma.html#pragma_collation_list>).
public struct PragmaCollationList: Hashable, Sendable {
    /// A number for the collation.
    public let position: Int
    /// The name.
    public let name: String
}

extension PragmaCollationList: TableFunction {
    public static let tableDefinition = TableDefinition("pragma_collation_list") { columns in
        columns.add("seq", Int.self)
        columns.add("name", String.self)
    }

    public init(row: inout RowReader) throws(SQLiteError) {
        position = try row.next()
        name = try row.next()
    }

    public func encode(to values: inout RowWriter) {
        values.append(position)
        values.append(name)
    }

    /// The columns.
    public struct Columns: ColumnSet {
        public typealias Model = PragmaCollationList
        public typealias Output = PragmaCollationList

        public let _source: ColumnSource

        public init(_source: ColumnSource) { self._source = _source }

        /// A number for the collation.
        public var position: SQLExpression<Int> { _source.column("seq") }
        /// The name.
        public var name: SQLExpression<String> { _source.column("name") }
    }
}
