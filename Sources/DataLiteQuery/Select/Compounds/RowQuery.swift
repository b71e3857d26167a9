/// A query that only reads rows, so it can be part of a compound select or a common table
/// expression.
public protocol RowQuery<Output>: Query, _CommonTableBody {
    /// The query as a part of another query.
    var _part: _QueryPart { get }
}

/// A query as a part of another query.
public struct _QueryPart: Sendable {
    indirect enum Kind: Sendable {
        case select(SelectCore)
        case values(any SQLRenderable)
        case common([CommonTable], NestedPart)
    }

    let kind: Kind
}

extension Select: RowQuery {
    public var _part: _QueryPart {
        let tables = core.commonTables
        if tables.isEmpty { return _QueryPart(kind: .select(core)) }
        var body = core
        body.clauses.commonTables = []
        return _QueryPart(kind: .common(tables, NestedPart(_QueryPart(kind: .select(body)))))
    }
}

extension _QueryPart: SQLRenderable {
    @usableFromInline
    func write(to writer: inout _SQLWriter) {
        switch kind {
        case .select(let core):
            core.write(to: &writer)
        case .values(let fragment):
            writer.nested { fragment.write(to: &$0) }
        case .common(let tables, let body):
            writer.nested(levels: 4) {
                tables.write(to: &$0)
                body.fragment.write(to: &$0)
            }
        }
    }

    /// Writes the query as one side of a compound operator. SQLite allows `WITH`, `ORDER BY` and
    /// `LIMIT` only for the whole compound (<https://sqlite.org/lang_select.html>, section 3), and
    /// evaluates its operators from left to right, so any other query becomes a derived table.
    func writeOperand(to writer: inout _SQLWriter) {
        guard !isSimple else { return write(to: &writer) }
        writer.write("SELECT * FROM (")
        write(to: &writer)
        writer.write(")")
    }

    /// Whether the query reads a table with this name, not counting its subqueries.
    func reads(_ name: String) -> Bool {
        guard case .select(let core) = kind, core.clauses.compound == nil else { return false }
        let items = [core.from] + core.clauses.joins.map(\.item)
        return items.contains { item in
            switch item.kind {
            case .table(let table): table.schema == nil && SQLName.matches(table.name, name)
            case .name(let other): SQLName.matches(other, name)
            default: false
            }
        }
    }

    /// The query of a table of `WITH` with this name.
    func commonTableQuery(_ name: String) -> any SQLRenderable {
        guard case .select(let core) = kind, let compound = core.plainCompound else { return self }
        return compound.recursive(name) ?? self
    }

    /// Whether the query is `.none`.
    var isNone: Bool {
        switch kind {
        case .select(let core): core.conditions.areNever
        case .values: false
        case .common(_, let body): (body.fragment as? _QueryPart)?.isNone ?? false
        }
    }

    /// Whether a limit can be added to the query, and may leave out rows.
    var hasManyRows: Bool {
        switch kind {
        case .select(let core): !core.conditions.areNever && core.scoped.hasManyRows
        case .values: false
        case .common(_, let body): (body.fragment as? _QueryPart)?.hasManyRows ?? false
        }
    }

    var isSimple: Bool {
        switch kind {
        case .select(let core):
            let core = core.scoped
            return core.order.isEmpty && core.limit == nil && core.offset == nil
                && core.clauses.compound == nil && core.commonTables.isEmpty
        // SQLite does not allow an `ORDER BY` after the `VALUES` that ends a compound.
        case .values, .common: return false
        }
    }
}

// MARK: - As a table

extension RowQuery where Output: Selection {
    /// The rows of the query as a derived table, so that further clauses apply to its result.
    ///
    /// ```swift
    /// let totals = Song.group(by: \.albumID).select {
    ///     AlbumTotal.Columns(albumID: $0.albumID, seconds: $0.seconds.total())
    /// }
    /// totals.asTable().where { $0.seconds > 1000 }.order(by: \.seconds)
    /// ```
    public func asTable() -> Select<Output, Output.Columns> {
        let item = Output.table(_part)
        return Select(
            core: SelectCore(from: item),
            columns: Output.Columns(_source: ColumnSource(of: item)), decoder: _decoder)
    }
}

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
