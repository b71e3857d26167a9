/// A function that the connection can call: a row of `pragma_function_list`
/// (<https://sqlite.org/pragma.html#pragma_function_list>).
public struct PragmaFunctionList: Hashable, Sendable {
    /// The name.
    public let name: String
    /// Whether SQLite contains the function.
    public let isBuiltIn: Bool
    /// `s` for a scalar function, `a` for an aggregate, `w` for a window function.
    public let type: String
    /// The text encoding that the function prefers, such as `utf8`.
    public let encoding: String?
    /// The number of arguments; -1 for any number.
    public let argumentCount: Int
    /// The flags with which the function was created.
    public let flags: Int
}

extension PragmaFunctionList: TableFunction {
    public static let tableDefinition = TableDefinition("pragma_function_list") { columns in
        columns.add("name", String.self)
        columns.add("builtin", Bool.self)
        columns.add("type", String.self)
        columns.add("enc", String?.self)
        columns.add("narg", Int.self)
        columns.add("flags", Int.self)
    }

    public init(row: inout RowReader) throws(SQLiteError) {
        name = try row.next()
        isBuiltIn = try row.next()
        type = try row.next()
        encoding = try row.next()
        argumentCount = try row.next()
        flags = try row.next()
    }

    public func encode(to values: inout RowWriter) {
        values.append(name)
        values.append(isBuiltIn)
        values.append(type)
        values.append(encoding)
        values.append(argumentCount)
        values.append(flags)
    }

    /// The columns.
    public struct Columns: ColumnSet {
        public typealias Model = PragmaFunctionList
        public typealias Output = PragmaFunctionList

        public let _source: ColumnSource

        public init(_source: ColumnSource) { self._source = _source }

        /// The name.
        public var name: SQLExpression<String> { _source.column("name") }
        /// Whether SQLite contains the function.
        public var isBuiltIn: SQLExpression<Bool> { _source.column("builtin") }
        /// `s` for a scalar function, `a` for an aggregate, `w` for a window function.
        public var type: SQLExpression<String> { _source.column("type") }
        /// The text encoding that the function prefers, such as `utf8`.
        public var encoding: SQLExpression<String?> { _source.column("enc") }
        /// The number of arguments; -1 for any number.
        public var argumentCount: SQLExpression<Int> { _source.column("narg") }
        /// The flags with which the function was created.
        public var flags: SQLExpression<Int> { _source.column("flags") }
    }
}
