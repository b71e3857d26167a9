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
        let table = CommonTable(
            name: name, columns: columns.list.map(\.name), isMaterialized: isMaterialized,
            query: NestedPart(query._part.commonTableQuery(name)))
        let item = FromItem(kind: .name(name), alias: nil, columns: columns)
        let rows = Select<Rows.Output, Rows.Output.Columns>(
            core: SelectCore(from: item),
            columns: Rows.Output.Columns(_source: ColumnSource(of: item)),
            decoder: _QueryDecoder(direct: columns.list.count))
        return (table, rows)
    }
}
