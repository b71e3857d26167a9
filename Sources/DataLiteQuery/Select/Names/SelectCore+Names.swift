extension SelectCore {
    /// Renames tables that have the same name as a table of an enclosing query.
    ///
    /// - Returns: The renamings.
    mutating func separate() -> [Renaming] {
        var renamings: [Renaming] = []
        if EnclosingQuery.hasTable(named: from.qualifier) {
            renamings.append(separate(\.from))
        }
        for index in rare?.clauses.joins.indices ?? 0..<0
        where EnclosingQuery.hasTable(named: clauses.joins[index].item.qualifier) {
            renamings.append(separate(\.clauses.joins[index].item))
        }
        return renamings
    }

    /// Gives a table a name that no other table has.
    private mutating func separate(_ item: WritableKeyPath<SelectCore, FromItem>) -> Renaming {
        let old = self[keyPath: item].qualifier
        let new = EnclosingQuery.freeName(for: self[keyPath: item].baseName, isTaken: hasTable)
        rename(Renaming(old, new))
        self[keyPath: item].separate(as: new)
        return Renaming(old, new)
    }

    /// The query, which has one table, for use next to the tables of another query. The table is renamed if one of
    /// those tables, or a table of an enclosing query, has the same name.
    func beside(_ other: SelectCore) -> SelectCore {
        let old = from.qualifier
        let isTaken = { (name: String) in other.hasTable(named: name) }
        guard isTaken(old) || EnclosingQuery.hasTable(named: old) else { return self }
        let new = EnclosingQuery.freeName(for: from.baseName, isTaken: isTaken)
        var core = self
        core.rename(Renaming(old, new))
        core.from.separate(as: new)
        return core
    }

    func hasTable(named name: String) -> Bool {
        tableNames.contains { SQLName.matches($0, name) }
    }

    /// The names of the tables, as used to qualify columns.
    var tableNames: [String] {
        [from.qualifier] + (rare?.clauses.joins.map(\.item.qualifier) ?? [])
    }

    /// Renames a table in all clauses but the limit, which is a separate query.
    mutating func rename(_ renaming: Renaming) {
        conditions = conditions.renamed(renaming)
        order = order.renamed(renaming)
        selection = selection?.renamed(renaming)
        guard rare != nil else { return }
        clauses.group = clauses.group.map { $0.renamed(renaming) }
        clauses.having = clauses.having?.renamed(renaming)
        for index in clauses.joins.indices {
            clauses.joins[index].constraint = clauses.joins[index].constraint?.renamed(renaming)
        }
        for index in clauses.windows.indices {
            let window = SQLNode.fragment(clauses.windows[index].window)
            clauses.windows[index].window = RequalifiedExpression(window, renaming)
        }
    }
}

extension FromItem {
    /// The name before the item was renamed for use in another query.
    fileprivate var baseName: String {
        if isSeparated, case .table(let table) = kind { return table.name }
        return qualifier
    }

    /// Renames the item for use in another query.
    fileprivate mutating func separate(as name: String) {
        alias = name
        isSeparated = true
    }
}

// MARK: - Columns

extension ColumnSet {
    func renamed(_ renaming: Renaming) -> Self {
        Self(_source: _source.renamed(renaming))
    }
}

extension _SelectList {
    func renamed(_ renaming: Renaming) -> _SelectList {
        var list = _SelectList()
        for field in fields { list.append(field.renamed(renaming)) }
        return list
    }
}

extension SelectedField {
    fileprivate func renamed(_ renaming: Renaming) -> SelectedField {
        SelectedField(name: name, node: node.renamed(renaming))
    }
}

/// The type of a tuple of columns. It provides the elements where the tuple's type is unknown.
@usableFromInline
protocol ColumnTuple: SendableMetatype {
    static func renamed(_ columns: Any, _ renaming: Renaming) -> Any
}

@usableFromInline
struct Joined<each C: ColumnSet>: ColumnTuple {
    @usableFromInline
    static func renamed(_ columns: Any, _ renaming: Renaming) -> Any {
        guard let columns = columns as? (repeat each C) else { return columns }
        return (repeat (each columns).renamed(renaming))
    }
}

extension Select {
    /// Calls the closure of a clause with the columns.
    @inlinable
    @inline(__always)
    mutating func call<R>(_ clause: (Columns) -> R) -> R {
        if EnclosingQuery.isCurrent { separate() }
        EnclosingQuery.enter(&core)
        let result = clause(columns)
        EnclosingQuery.leave()
        return result
    }

    /// The query with new names for tables that have the same name as a table of an enclosing
    /// query.
    @inlinable
    @inline(__always)
    func separated() -> Self {
        guard EnclosingQuery.isCurrent else { return self }
        var query = self
        query.separate()
        return query
    }

    /// Renames tables that have the same name as a table of an enclosing query.
    @usableFromInline
    mutating func separate() {
        for renaming in core.separate() { rename(renaming) }
    }

    /// Restores the table's own name, if the table was renamed inside another query. A statement that changes a table
    /// is never part of a query.
    mutating func useOwnName() {
        guard core.from.isSeparated, let alias = core.from.alias,
            case .table(let table) = core.from.kind
        else { return }
        let renaming = Renaming(alias, table.name)
        core.rename(renaming)
        core.from.alias = nil
        rename(renaming)
    }

    /// Renames a table in the columns.
    mutating func rename(_ renaming: Renaming) {
        let renamed: Any? =
            if let set = columns as? any ColumnSet {
                set.renamed(renaming)
            } else {
                core.rare?.clauses.columns?.renamed(columns, renaming)
            }
        if let renamed = renamed as? Columns { columns = renamed }
    }
}
