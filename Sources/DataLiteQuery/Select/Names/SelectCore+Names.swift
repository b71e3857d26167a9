extension SelectCore {
    /// Gives other names to tables that have the same name as one of an enclosing query.
    ///
    /// - Returns: the new names.
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

    /// Gives a table a name that no other has.
    private mutating func separate(_ item: WritableKeyPath<SelectCore, FromItem>) -> Renaming {
        let old = self[keyPath: item].qualifier
        let new = EnclosingQuery.freeName(for: self[keyPath: item].baseName, isTaken: hasTable)
        rename(Renaming(old, new))
        self[keyPath: item].separate(as: new)
        return Renaming(old, new)
    }

    /// The query, which has one table, for use beside the tables of another: with another name if one of those or
    /// of an enclosing query has the same.
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

    func hasTable(named name: String) -> Bool { tableNames.contains(name) }

    /// The names of the tables, as columns have them.
    var tableNames: [String] {
        [from.qualifier] + (rare?.clauses.joins.map(\.item.qualifier) ?? [])
    }

    /// Writes another name for a table in all clauses. The limit is a query of its own.
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
    /// The name before another one was given for use in another query.
    fileprivate var baseName: String {
        if isSeparated, case .table(let table) = kind { return table.name }
        return qualifier
    }

    /// Gives the item another name for use in another query.
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
    fileprivate func renamed(_ renaming: Renaming) -> _SelectList {
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

/// The type of a tuple of columns, whose elements cannot be found otherwise where the tuple's type is unknown.
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
