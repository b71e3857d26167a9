/// The rows of a table that an update or a delete changes.
struct ChangedRows: Sendable {
    /// The table, under its name or an alias.
    let table: FromItem

    private var core: SelectCore

    /// The rows of a query.
    init(_ core: SelectCore) {
        self.core = core.scoped
        table = core.from
    }

    /// The row with a primary key.
    init(_ table: TableDefinition, key: SQLNode) {
        self.table = FromItem(table)
        var core = SelectCore(from: self.table)
        core.conditions = [.isKey(self.table.keyNode, key)]
        self.core = core
    }

    /// The row that fired a trigger, by its primary key or rowid.
    ///
    /// - Parameter name: `new` or `old`.
    init(_ table: TableDefinition, ofTrigger name: String) {
        self.init(table, key: FromItem(table, alias: name).keyNode)
    }

    /// Whether the rows are those of a query without rows: `Reminder.none`.
    var isNone: Bool { core.conditions.areNever }

    /// Adds a condition.
    mutating func append<Model: Table>(
        _ model: Model.Type, _ condition: (Model.Columns) -> SQLNode
    ) {
        EnclosingQuery.enter(&core)
        let node = condition(Model.Columns(_source: ColumnSource(of: table)))
        EnclosingQuery.leave()
        core.append(condition: node)
    }

    /// Adds terms to the order in which a limit selects the rows.
    mutating func append<Model: Table>(
        _ model: Model.Type, order terms: (Model.Columns) -> [Ordering]
    ) {
        EnclosingQuery.enter(&core)
        let terms = terms(Model.Columns(_source: ColumnSource(of: table)))
        EnclosingQuery.leave()
        core.order += terms.flatMap(\.nodes)
    }

    mutating func limit(_ count: Int, offset: Int?) {
        core.setLimit(count, offset: offset)
    }

    /// The conditions that select the rows.
    var conditions: NodeList {
        guard core.needsDerivedTable || core.from.isDerived else { return core.conditions }
        // UPDATE and DELETE have no LIMIT unless SQLite was compiled with it.
        var keys = core
        let key = table.keyNode
        keys.selection = _SelectList(nodes: key.elements)
        return [.fragment(KeyInSubquery(key: key, rows: keys))]
    }

    /// Why the rows cannot be changed, if they cannot.
    var mistake: SQLiteError? {
        guard case .table = table.kind else {
            return SQLiteError.misuse(
                "only rows of a table can be changed, but \"\(table.qualifier)\" is not a "
                    + "table")
        }
        guard core.clauses.compound == nil else {
            return SQLiteError.misuse(
                "the rows of a compound query of \"\(table.qualifier)\" cannot be changed")
        }
        return nil
    }

    func writeTable(to writer: inout _SQLWriter) {
        if let mistake { writer.fail(mistake) }
        guard case .table(let definition) = table.kind else { return }
        writer.write(changed: definition, alias: table.alias)
    }

    /// Writes the conditions of a statement that deletes rows.
    ///
    /// SQLite may delete a row before it finds the next one, and compute a subquery only when it first needs the
    /// value. The subquery then does not see the deleted rows, whether it reads the table directly or through a view.
    /// A subquery that uses a column of the row makes SQLite find all rows first.
    func writeConditionsOfDelete(to writer: inout _SQLWriter) {
        let start = writer.position
        guard writer.writesSubquery({ conditions.writeConditions(to: &$0) }) else { return }
        var first = _SQLWriter()
        first.write("EXISTS (SELECT ")
        first.writeColumn(table.qualifier, table.columns.list[0].name)
        first.write(") AND (")
        writer.insert(first, at: start + " WHERE ".utf8.count)
        writer.write(")")
    }
}

/// `key IN (SELECT key ...)`
private struct KeyInSubquery: SQLRenderable {
    let key: SQLNode
    let rows: SelectCore

    var precedence: Precedence { .equality }

    func write(to writer: inout _SQLWriter) {
        writer.write(key)
        writer.write(" IN (")
        // The list is complete before the first row is changed.
        let hasSubquery = writer.hasSubquery
        rows.write(to: &writer)
        writer.hasSubquery = hasSubquery
        writer.write(")")
    }
}

extension FromItem {
    /// The identity of a row: the primary key, or the rowid in a table without one.
    fileprivate var keyNode: SQLNode {
        columns.list.contains(where: \.isPrimaryKey)
            ? columns.keyNode(qualifier: qualifier) : .column(qualifier, "rowid")
    }
}
