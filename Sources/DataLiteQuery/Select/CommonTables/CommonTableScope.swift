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
