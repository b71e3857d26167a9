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

// Joins with the rows of a table-valued function, whose arguments are columns of the preceding tables. Only a
// table-valued function can refer to those tables, so the closure returns one, and there is no condition.

extension Table {
    /// Joins the rows of a table-valued function, such as the elements of JSON in the row.
    @inlinable
    public static func join<Rows: TableFunction>(
        _ rows: (Columns) -> Where<Rows>
    ) -> Select<(Self, Rows), (Columns, Rows.Columns)> {
        scoped.join(rows)
    }

    /// Joins the rows of a table-valued function; if there are none, the columns are NULL.
    @inlinable
    public static func leftJoin<Rows: TableFunction>(
        _ rows: (Columns) -> Where<Rows>
    ) -> Select<(Self, Rows?), (Columns, Rows.OuterColumns)> {
        scoped.leftJoin(rows)
    }
}

extension Select {
    /// Joins the rows of a table-valued function, whose arguments can be columns of the tables before it.
    @inlinable
    public func join<Rows: TableFunction, each C: ColumnSet>(
        _ rows: (repeat each C) -> Where<Rows>
    ) -> Select<(repeat (each C).Output, Rows), (repeat each C, Rows.Columns)>
    where Columns == (repeat each C) {
        var query = self
        let rows = query.call { (columns: Columns) in rows(repeat each columns) }
        let join = JoinedItem(rows, .inner, beside: query.core)
        return .init(
            query.core, join, repeat each query.columns,
            Rows.Columns(_source: join.source))
    }

    /// Joins the rows of a table-valued function, whose arguments can be columns of the tables before it; if there are
    /// no rows, the columns are NULL.
    @inlinable
    public func leftJoin<Rows: TableFunction, each C: ColumnSet>(
        _ rows: (repeat each C) -> Where<Rows>
    ) -> Select<(repeat (each C).Output, Rows?), (repeat each C, Rows.OuterColumns)>
    where Columns == (repeat each C) {
        var query = self
        let rows = query.call { (columns: Columns) in rows(repeat each columns) }
        let join = JoinedItem(rows, .left, beside: query.core)
        return .init(
            query.core, join, repeat each query.columns,
            Rows.OuterColumns(_source: join.source)
        )
    }
}
