/// A schema of the connection: a row of `pragma_database_list`
/// (<https://sqlite.org/pragma.html#pragma_database_list>).
///
/// ```swift
/// try PragmaDatabaseList.all.select(\.name).fetchAll(db)  // ["main"]
/// ```
public struct PragmaDatabaseList: Hashable, Sendable {
    /// 0 for the main database, 1 for temporary tables, 2 and more for attached databases.
    public let position: Int
    /// The name of the schema.
    public let name: String
    /// The path of the file; empty or `nil` for a database without a file.
    public let file: String?
}

extension PragmaDatabaseList: TableFunction {
    public static let tableDefinition = TableDefinition("pragma_database_list") { columns in
        columns.add("seq", Int.self)
        columns.add("name", String.self)
        columns.add("file", String?.self)
    }

    public init(row: inout RowReader) throws(SQLiteError) {
        position = try row.next()
        name = try row.next()
        file = try row.next()
    }

    public func encode(to values: inout RowWriter) {
        values.append(position)
        values.append(name)
        values.append(file)
    }

    /// The columns.
    public struct Columns: ColumnSet {
        public typealias Model = PragmaDatabaseList
        public typealias Output = PragmaDatabaseList

        public let _source: ColumnSource

        public init(_source: ColumnSource) { self._source = _source }

        /// 0 for the main database, 1 for temporary tables, 2 and more for attached databases.
        public var position: SQLExpression<Int> { _source.column("seq") }
        /// The name of the schema.
        public var name: SQLExpression<String> { _source.column("name") }
        /// The path of the file; empty or `nil` for a database without a file.
        public var file: SQLExpression<String?> { _source.column("file") }
    }
}
