/// An option with which SQLite was compiled: a row of `pragma_compile_options`
/// (<https://sqlite.org/pragma.html#pragma_compile_options>).
///
/// ```swift
/// try PragmaCompileOptions.where { $0.option == "ENABLE_FTS5" }.fetchCount(db)
/// ```
public struct PragmaCompileOptions: Hashable, Sendable {
    /// The option without `SQLITE_`, with its value if it has one: `ENABLE_FTS5`, `THREADSAFE=1`.
    public let option: String
}

extension PragmaCompileOptions: TableFunction {
    public static let tableDefinition = TableDefinition("pragma_compile_options") { columns in
        columns.add("compile_options", String.self)
    }

    public init(row: inout RowReader) throws(SQLiteError) {
        option = try row.next()
    }

    public func encode(to values: inout RowWriter) {
        values.append(option)
    }

    /// The columns.
    public struct Columns: ColumnSet {
        public typealias Model = PragmaCompileOptions
        public typealias Output = PragmaCompileOptions

        public let _source: ColumnSource

        public init(_source: ColumnSource) { self._source = _source }

        /// The option without `SQLITE_`, with its value if it has one: `ENABLE_FTS5`,
        /// `THREADSAFE=1`.
        public var option: SQLExpression<String> { _source.column("compile_options") }
    }
}
