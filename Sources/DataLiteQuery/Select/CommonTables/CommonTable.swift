/// `name AS (...)` in a `WITH` clause.
struct CommonTable: Sendable {
    var name: String
    var columns: [String]
    var isRecursive = false
    var isMaterialized: Bool?
    /// Whether the table is a query without rows: `Reminder.none`.
    var isNone = false
    var query: NestedPart
}

extension [CommonTable] {
    /// Writes `WITH a AS (...), b AS (...) `.
    func write(to writer: inout _SQLWriter) {
        writer.write(contains(where: \.isRecursive) ? "WITH RECURSIVE " : "WITH ")
        writer.writeList(count > 1 ? withNames(&writer) : self) { writer, table in
            writer.writeName(table.name)
            writer.write("(")
            writer.writeList(table.columns) { $0.writeName($1) }
            writer.write(") AS ")
            if let isMaterialized = table.isMaterialized {
                writer.write(isMaterialized ? "MATERIALIZED " : "NOT MATERIALIZED ")
            }
            writer.write("(")
            table.query.fragment.write(to: &writer)
            writer.write(")")
        }
        writer.write(" ")
    }

    /// The tables. A query without rows is left out if another table has its name, which then refers to that table.
    private func withNames(_ writer: inout _SQLWriter) -> [CommonTable] {
        var tables: [CommonTable] = []
        for table in self {
            let other = tables.firstIndex { SQLName.matches($0.name, table.name) }
            if let other, tables[other].isNone {
                tables[other] = table
            } else if other == nil {
                tables.append(table)
            } else if !table.isNone {
                writer.fail(.repeatedCommonTable(table.name))
            }
        }
        return tables
    }
}

extension SQLiteError {
    fileprivate static func repeatedCommonTable(_ name: String) -> SQLiteError {
        let message =
            name.hasPrefix("cte:")
            ? "two tables of With have one name: create the change inside the closure of the outer "
                + "With"
            : "two tables of With are named \"\(name)\": use the parameters of the query's closure, "
                + "whose tables have names of their own"
        return SQLiteError(.misuse, message: message)
    }
}

/// The query of a recursive table.
struct RecursiveRows: SQLRenderable {
    let first: _QueryPart
    let isAll: Bool
    let next: _QueryPart

    func write(to writer: inout _SQLWriter) {
        first.writeOperand(to: &writer)
        writer.write(isAll ? " UNION ALL " : " UNION ")
        // Not written as a derived table, in which SQLite does not allow the recursive table. An order and a limit
        // apply to the whole recursive query: <https://sqlite.org/lang_with.html>, section 3.
        next.write(to: &writer)
    }
}

/// Collects the queries in the closure of a ``With`` over several tables.
@resultBuilder
public enum _CommonTablesBuilder {
    /// Used by the compiler for the closure as a whole.
    public static func buildBlock<First: RowQuery, Second: RowQuery, each Other: RowQuery>(
        _ first: First, _ second: Second, _ others: repeat each Other
    ) -> (First, Second, repeat each Other) {
        (first, second, repeat each others)
    }
}

/// Builds the statement in the last closure of a ``With``.
// Like those of the clauses, the closure is a result-builder closure, so that the compiler type-checks it separately. With
// a plain closure, `With { ... } query: { ... }.fetchAll(db).map(\.title)` takes seconds to type-check, or fails.
@resultBuilder
public enum _CommonTableBodyBuilder {
    /// Used by the compiler for the closure as a whole.
    public static func buildBlock<Body>(_ body: Body) -> Body { body }
    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither<Body>(first: Body) -> Body { first }
    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither<Body>(second: Body) -> Body { second }
}

/// Names the tables of nested `WITH` clauses, so that no table hides a table of an outer clause.
struct CommonTableScope {
    @TaskLocal private static var depth = 0

    private var number: Int

    /// Calls `body`, in which a `With` continues numbering after the names of this one.
    static func nested<Result>(
        _ count: Int, _ body: (inout CommonTableScope) -> Result
    ) -> Result {
        var scope = CommonTableScope(number: depth)
        return $depth.withValue(depth + count) { body(&scope) }
    }

    /// A table with the rows of a query, and a query for them.
    mutating func table<Rows: RowQuery>(
        _ query: Rows, _ name: String?, _ isMaterialized: Bool?
    ) -> (table: CommonTable, rows: Select<Rows.Output, Rows.Output.Columns>)
    where Rows.Output: Selection {
        number += 1
        let name = name ?? "cte:\(number)"
        let columns = Rows.Output.columnDefinitions
        let part = query._part
        let table = CommonTable(
            name: name, columns: columns.list.map(\.name), isMaterialized: isMaterialized,
            isNone: part.isNone, query: NestedPart(part.commonTableQuery(name)))
        return (table, Select<Rows.Output, Rows.Output.Columns>(commonTable: name))
    }
}

extension Select where Output: Selection, Columns == Output.Columns {
    /// The rows of a common table expression.
    init(commonTable name: String) {
        let columns = Output.columnDefinitions
        let item = FromItem(kind: .name(name), alias: nil, columns: columns)
        self.init(
            core: SelectCore(from: item), columns: Columns(_source: ColumnSource(of: item)),
            decoder: _QueryDecoder(direct: columns.list.count))
    }
}
