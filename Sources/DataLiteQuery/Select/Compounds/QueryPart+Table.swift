// A query as a table of another query: its columns need the names that the other query uses.

extension _QueryPart {
    /// The table, if the query returns all of its rows.
    var wholeTable: FromItem.Kind? {
        if case .select(let core) = kind { core.scoped.wholeTable } else { nil }
    }

    /// The query as a derived table.
    func table(as alias: String, columns: ColumnDefinitions) -> FromItem {
        FromItem(
            kind: .query(NestedPart(named(columns))), alias: alias, columns: columns)
    }

    /// The query with names for its columns.
    private func named(_ columns: ColumnDefinitions) -> any SQLRenderable {
        if hasNames(columns) { return self }
        return NamedRows(query: self, columns: columns.list.map(\.name))
    }

    /// Whether the columns of the result have the names of the rows' properties.
    func hasNames(_ columns: ColumnDefinitions) -> Bool {
        switch kind {
        case .select(let core): core.hasNames(columns)
        case .values, .common: false
        }
    }
}

extension SelectCore {
    fileprivate func hasNames(_ columns: ColumnDefinitions) -> Bool {
        guard let fields = selection?.fields else {
            return rare?.clauses.compound?.namesColumns ?? true
        }
        let names = fields.map { $0.name.isEmpty ? $0.node.columnName : $0.name }
        return names == columns.list.map(\.name)
    }
}

extension ColumnDefinitions {
    /// The columns `c1`, `c2` and so on, of any type.
    static func numbered(_ count: Int) -> ColumnDefinitions {
        ColumnDefinitions { definitions in
            for index in 0..<count { definitions.add("c\(index + 1)", SQLiteValue?.self) }
        }
    }
}

extension Selection {
    /// The rows of a query as a derived table.
    static func table(_ query: _QueryPart) -> FromItem {
        let name = (self as? any Table.Type)?.tableName ?? "rows"
        return query.table(as: name, columns: columnDefinitions)
    }
}

/// The rows of a query with names for their columns.
struct NamedRows: SQLRenderable {
    let query: any SQLRenderable
    let columns: [String]

    func write(to writer: inout _SQLWriter) {
        // Only a common table expression can name the columns of any query.
        let table = CommonTable(name: "cte:0", columns: columns, query: NestedPart(query))
        [table].write(to: &writer)
        writer.write("SELECT * FROM ")
        writer.writeName(table.name)
    }
}
