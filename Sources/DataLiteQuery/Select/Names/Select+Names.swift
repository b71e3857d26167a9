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
