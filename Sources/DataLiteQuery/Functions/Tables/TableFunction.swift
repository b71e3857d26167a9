/// A table-valued function: a table whose rows depend on arguments, such as `json_each`, the pragmas, or a virtual
/// table of your own (<https://sqlite.org/vtab.html#tabfunc2>).
///
/// Adopt the protocol in a table with the name of the function, and give the arguments their types:
///
/// ```swift
/// @Table("generate_series") struct Counter: TableFunction {
///     let value: Int
///
///     static func count(to last: some SQLOperand<Int>) -> Where<Counter> { call(1, last) }
/// }
///
/// try Counter.count(to: 10).where { $0.value > 5 }.fetchAll(db)
/// ```
///
/// A join passes columns of the tables before it: `Album.join { Counter.count(to: $0.trackCount) }` is
/// `FROM "albums" JOIN "generate_series"(?, "albums"."trackCount") AS "generate_series"`.
public protocol TableFunction: Table {}

extension TableFunction {
    /// The rows of a call with arguments, in the order of the function's hidden columns.
    ///
    /// A query with an argument of several columns, such as a group, throws `SQLITE_MISUSE`; SQLite reports a function
    /// that the connection does not have, and too many arguments.
    public static func call(_ arguments: any SQLOperand...) -> Where<Self> {
        rows(calling: .user(tableName), as: tableName, arguments.map { $0.operandNode })
    }

    /// - Parameters:
    ///   - relatives: The names of other functions with the same columns.
    ///   - requirement: The feature that the linked SQLite library must have for the call.
    static func rows(
        calling function: FunctionName, as name: String, _ arguments: [SQLNode],
        relatives: [String] = [], requirement: SQLFeature? = nil
    ) -> Where<Self> {
        let arguments = arguments.map {
            $0.isRow ? .failure(.severalColumns(in: name)) : $0
        }
        // The rows of a call need a different name from the rows of a call that contain the arguments.
        let names = arguments.compactMap(\.jsonQualifier)
        let outer = names.first { outer in ([name] + relatives).contains(where: outer.hasPrefix) }
        let item = FromItem(
            kind: .call(
                .fragment(
                    FunctionCall(name: function, arguments: arguments, requirement: requirement))),
            alias: outer.map { "\($0)_\(name)" } ?? name, columns: columnDefinitions)
        return Where<Self>(
            core: SelectCore(from: item), columns: Columns(_source: ColumnSource(of: item)),
            decoder: _QueryDecoder(direct: columnDefinitions.list.count))
    }
}

extension SQLiteError {
    fileprivate static func severalColumns(in function: String) -> SQLiteError {
        SQLiteError.misuse(
            "an argument of the table-valued function \(function) has several columns")
    }
}
