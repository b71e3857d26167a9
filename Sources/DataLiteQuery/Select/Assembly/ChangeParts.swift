// Inserts, updates and deletes that are assembled from clauses.

extension SelectCore {
    /// The rows that the clauses of an update or a delete select.
    ///
    /// - Returns: The select, and the table of `FROM`.
    fileprivate static func changing(
        _ table: FromItem, _ parts: [SelectPart], _ failure: SQLiteError?
    ) -> (core: SelectCore, other: FromItem?) {
        var core = SelectCore(from: table)
        var other: FromItem?
        if let failure { core.conditions.append(.failure(failure)) }
        for part in parts {
            switch part.kind {
            case .condition(let node):
                core.conditions.append(node.requiringTerm)
            case .order(let nodes):
                core.order += nodes
            case .limit(let limit, let offset):
                core.limit = limit
                if let offset { core.offset = offset }
            case .offset(let count):
                core.offset = count
            case .from(let item, isOuter: false) where other == nil:
                other = item
            case .allRows, .with:
                break
            case .from, .join, .group, .having, .window:
                core.fail(
                    "an update or delete has no joins, groups or windows: use a subquery in Where")
            }
        }
        if other != nil, core.needsDerivedTable {
            core.fail("an update with From has no Limit and no Offset")
        }
        return (core, other)
    }
}

extension [SelectPart] {
    /// The tables of `WITH`.
    package var commonTables: AssembledTables {
        AssembledTables(
            list: flatMap { part -> [CommonTable] in
                if case .with(let tables) = part.kind { tables } else { [] }
            })
    }
}

/// The clause that begins an update or a delete. It is not a statement.
package struct ChangeHead: ChangeBody {
    package let table: ColumnSource
    package let conflict: ConflictResolution?

    var isEmpty: Bool { false }

    func write(returning: _SelectList?, to writer: inout _SQLWriter) {
        writer.fail(.clauseAlone("Update or Delete"))
    }
}

extension _Change {
    /// The clause that begins an update or a delete.
    package init(of table: ColumnSource, or conflict: ConflictResolution?) {
        self.init(body: ChangeHead(table: table, conflict: conflict))
    }

    /// The clause that begins an update or a delete.
    package var head: ChangeHead? { body as? ChangeHead }
}

extension SQLiteError {
    static func clauseAlone(_ name: String) -> SQLiteError {
        SQLiteError(.misuse, message: "\(name) is a clause: write it in sql { ... }")
    }
}

extension Delete {
    /// The clause that begins a delete.
    package init(clause change: _Change) { _change = change }
}

extension Delete where Model: Table {
    /// A delete that is assembled from clauses.
    ///
    /// - Parameter failure: An error in the statement, which is thrown when it runs.
    package init(_ table: ColumnSource, _ parts: [SelectPart], failure: SQLiteError?) {
        var (core, other) = SelectCore.changing(table.item(of: Model.self), parts, failure)
        if other != nil { core.fail("a delete has no From: use a subquery in Where") }
        let body = DeleteBody(rows: ChangedRows(core))
        _change = _Change(body: parts.commonTables.before(body))
    }
}

extension Update {
    /// The clause that begins an update.
    package init(clause change: _Change) { _change = change }
}

extension Update where Model: Table {
    /// An update that is assembled from clauses.
    ///
    /// - Parameter failure: An error in the statement, which is thrown when it runs.
    package init(
        _ table: ColumnSource, or conflict: ConflictResolution?,
        _ assignments: AssembledAssignments<Model>, _ parts: [SelectPart], failure: SQLiteError?
    ) {
        var (core, other) = SelectCore.changing(table.item(of: Model.self), parts, failure)
        if !SQLName.same(assignments.qualifier, table.qualifier) {
            core.fail("Setting is for another table than Update")
        }
        var body = UpdateBody(
            rows: ChangedRows(core), conflict: conflict ?? Model.conflictPolicy.update,
            assignments: assignments.list)
        body.other = other
        _change = _Change(body: parts.commonTables.before(body))
    }
}

/// Assignments to columns of a table, for an update or insert that is assembled from clauses.
package struct AssembledAssignments<Model: Table>: Sendable {
    /// The name of the table.
    let qualifier: String
    let list: [Assignment]

    package init(_ table: ColumnSource, _ update: (inout Updates<Model>) -> Void) {
        var updates = Updates<Model>(Model.Columns(_source: table))
        update(&updates)
        qualifier = table.qualifier
        list = updates.assignments
    }
}

extension Returning {
    /// The clause `RETURNING`, which is not a statement.
    package init<each Selected: Selectable>(selecting selected: repeat each Selected)
    where Output == (repeat (each Selected).Output) {
        self.init(
            body: FailedPart(.clauseAlone("Returning")), list: _SelectList(repeat each selected),
            _decoder: _QueryDecoder(tuple: repeat (each Selected).self))
    }

    /// The values that a change returns for each row, selected with the columns of its table.
    ///
    /// SQLite knows the table only under its own name there, so other names are replaced.
    package init<Change: ChangeStatement>(
        _ change: Change, of table: ColumnSource, _ selected: Returning<Output>
    ) {
        var list = selected.list
        let name = Change.Model.tableName
        if table.qualifier != name { list = list.renamed(Renaming(table.qualifier, name)) }
        self.init(body: change._change.body, list: list, _decoder: selected._decoder)
    }
}
