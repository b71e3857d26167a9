/// An `INSERT` to which conflict clauses can be added.
public protocol InsertStatement<Model>: Sendable {
    /// The table.
    associatedtype Model: Table

    /// The statement.
    var _insert: Insert<Model> { get }
}

/// An insert that updates only some of the existing rows. It cannot run until `onConflict` says how to update them.
///
/// ```swift
/// Reminder.where { !$0.isCompleted }.insert { drafts }.onConflict { $0.title } doUpdate: { $0.notes = $1.notes }
/// Reminder.where { !$0.isCompleted }.upsert { reminder }
/// ```
///
/// All rows without a conflict are inserted. A row with a conflict updates the existing row if the query has that row,
/// and is skipped otherwise. SQLite computes a limit or a subquery of the query during the insert, so it also sees
/// rows that were just inserted.
public struct ConditionalInsert<Model: Table>: InsertStatement {
    public let _insert: Insert<Model>
}

extension Select where Output: Table, Columns == Output.Columns {
    /// Inserts rows or drafts. `onConflict` adds how to update existing rows; only rows of this query are updated.
    ///
    /// - Parameters:
    ///   - conflict: How to handle a row that violates another constraint.
    ///   - rows: The rows.
    public func insert(
        or conflict: ConflictResolution? = nil,
        @InsertRowsBuilder<Output> _ rows: () -> [_InsertRows<Output>]
    ) -> ConditionalInsert<Output> {
        ConditionalInsert(_insert: updating(with: Output.insert(or: conflict, rows)))
    }

    /// Inserts values and expressions into some of the columns. `onConflict` adds how to update existing rows; only
    /// rows of this query are updated.
    public func insert<each Column: _InsertableColumn>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @_InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> _InsertValuesBuilder<(repeat (each Column).Output)>.Rows
    ) -> ConditionalInsert<Output> {
        ConditionalInsert(
            _insert: updating(with: Output.insert(or: conflict, columns, values: values)))
    }

    /// Inserts the rows of a query into some of the columns. `onConflict` adds how to update existing rows; only rows
    /// of this query are updated.
    public func insert<each Column: _InsertableColumn, Rows: Query>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows
    ) -> ConditionalInsert<Output> where Rows.Output == (repeat (each Column).Output) {
        ConditionalInsert(
            _insert: updating(with: Output.insert(or: conflict, columns, select: query)))
    }

    /// The insert, whose conflict clauses update only those of the existing rows that this query has.
    private func updating(with insert: Insert<Output>) -> Insert<Output> {
        var query = self
        query.useOwnName()
        let rows = ChangedRows(query.core)
        let aliased = rows.table.alias.map { SQLiteError.conflict(with: $0) }
        var insert = insert
        insert.body.command.conditions =
            (rows.mistake ?? aliased).map { [.failure($0)] } ?? rows.conditions
        return insert
    }
}

extension Select where Output: PrimaryKeyedTable, Columns == Output.Columns {
    /// Inserts rows or drafts. If this query has a row with the same primary key, updates that row. Skips rows and
    /// drafts that have the key of a row outside this query.
    ///
    /// An update changes neither the primary key nor columns that the draft does not set.
    public func upsert(
        @InsertRowsBuilder<Output> _ rows: () -> [_InsertRows<Output>]
    ) -> Insert<Output> {
        updating(with: Output.upsert(rows))
    }
}

extension SQLiteError {
    fileprivate static func conflict(with alias: String) -> SQLiteError {
        SQLiteError.misuse("a query with the alias \"\(alias)\" cannot be followed by an insert")
    }
}
