/// An index of a table: a row of `pragma_index_list`
/// (<https://sqlite.org/pragma.html#pragma_index_list>).
public struct PragmaIndexList: Hashable, Sendable {
    /// A number for the index.
    public let position: Int
    /// The name of the index.
    public let name: String
    /// Whether the index is unique.
    public let isUnique: Bool
    /// `c` for `CREATE INDEX`, `u` for a `UNIQUE` constraint, `pk` for a primary key.
    public let origin: String
    /// Whether the index has a condition.
    public let isPartial: Bool
}

extension PragmaIndexList: TableFunction {
    public static let tableDefinition = TableDefinition("pragma_index_list") { columns in
        columns.add("seq", Int.self)
        columns.add("name", String.self)
        columns.add("unique", Bool.self)
        columns.add("origin", String.self)
        columns.add("partial", Bool.self)
    }

    public init(row: inout RowReader) throws(SQLiteError) {
        position = try row.next()
        name = try row.next()
        isUnique = try row.next()
        origin = try row.next()
        isPartial = try row.next()
    }

    public func encode(to values: inout RowWriter) {
        values.append(position)
        values.append(name)
        values.append(isUnique)
        values.append(origin)
        values.append(isPartial)
    }

    /// The columns.
    public struct Columns: ColumnSet {
        public typealias Model = PragmaIndexList
        public typealias Output = PragmaIndexList

        public let _source: ColumnSource

        public init(_source: ColumnSource) { self._source = _source }

        /// A number for the index.
        public var position: SQLExpression<Int> { _source.column("seq") }
        /// The name of the index.
        public var name: SQLExpression<String> { _source.column("name") }
        /// Whether the index is unique.
        public var isUnique: SQLExpression<Bool> { _source.column("unique") }
        /// `c` for `CREATE INDEX`, `u` for a `UNIQUE` constraint, `pk` for a primary key.
        public var origin: SQLExpression<String> { _source.column("origin") }
        /// Whether the index has a condition.
        public var isPartial: SQLExpression<Bool> { _source.column("partial") }
    }
}

extension PragmaIndexList {
    /// The indexes of a table: `pragma_index_list(table)`.
    ///
    /// - Parameter schema: The schema that contains it; `nil` searches all schemas.
    public static func rows(
        of table: some SQLOperand<String>, schema: String? = nil
    ) -> Where<PragmaIndexList> {
        rows(ofPragma: table.operandNode, schema: schema)
    }
}
