/// A statement that inserts, updates or deletes rows of a table.
public protocol ChangeStatement<Model>: _CommonTableBody, CustomDebugStringConvertible {
    /// The table.
    associatedtype Model: Table

    /// The change that the statement makes.
    var _change: _Change { get }
}

/// The type parameter of `Insert`, `Update` and `Delete`: a table, or the marker of a clause, which is no statement.
public protocol _ChangeTarget {}

/// The change that a ``ChangeStatement`` makes.
public struct _Change: Sendable {
    let body: any ChangeBody
}

/// A change that can be rendered and run.
protocol ChangeBody: Sendable {
    /// Whether there is nothing to do: no row to insert, or no column to set. In that case no statement runs.
    var isEmpty: Bool { get }

    /// Whether the change deletes the rows that it returns. Default: `false`.
    var isDelete: Bool { get }

    /// Writes the change as one statement.
    ///
    /// - Parameter returning: The values to return for each changed row, if any.
    func write(returning: _SelectList?, to writer: inout _SQLWriter)

    /// Runs the change in one or more statements. The closure steps each of them.
    ///
    /// - Returns: The number of changed rows.
    func run(
        on db: any ConnectionProtocol, returning: _SelectList?,
        _ step: (StatementLease) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> Int
}

extension ChangeBody {
    var isDelete: Bool { false }

    func run(
        on db: any ConnectionProtocol, returning: _SelectList?,
        _ step: (StatementLease) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> Int {
        guard !isEmpty else { return 0 }
        let lease = try _SQLWriter.withScratch { writer throws(SQLiteError) in
            write(returning: returning, to: &writer)
            return try writer.start(on: db)
        }
        try lease.use(step)
        return Int(db.changes)
    }

    func sql(returning: _SelectList?) throws(SQLiteError) -> SQL {
        guard !isEmpty else { return "" }
        return try _SQLWriter.withScratch { writer throws(SQLiteError) in
            write(returning: returning, to: &writer)
            return try writer.finish()
        }
    }
}

extension ChangeStatement {
    /// The SQL text of the statement and the values of its parameters. The text is empty if the statement has nothing to
    /// do: it inserts no row, sets no column, or changes the rows of a query without rows.
    ///
    /// - Throws: `SQLiteError` if the statement is invalid; `SQLITE_MISUSE` for rows that do not all set the same
    ///   columns, because inserting them takes several statements.
    public func sql() throws(SQLiteError) -> SQL {
        try _change.body.sql(returning: nil)
    }

    /// Runs the statement.
    ///
    /// - Returns: The number of rows that were inserted, updated or deleted. Rows changed by triggers and foreign
    ///   keys are not counted.
    /// - Throws: `SQLiteError` if the statement is invalid or SQLite reports an error. In that case no row has been
    ///   changed, with two exceptions: with `or: .fail`, a single statement keeps the rows it changed before the one
    ///   that failed, and `or: .rollback` rolls back the transaction.
    @discardableResult
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int {
        try _change.body.run(on: db, returning: nil) { lease throws(SQLiteError) in
            try lease.stepToEnd()
        }
    }
}

extension _SQLWriter {
    /// Writes ` RETURNING a, b` if anything is returned.
    mutating func write(returning list: _SelectList?, of table: ColumnDefinitions?) {
        guard let list else { return }
        write(" RETURNING ")
        guard table?.list.first?.type == .real else { return list.write(to: &self) }
        // If the first column of a table is a REAL, SQLite (3.40) returns integers of all its columns as REAL, but not
        // those of expressions.
        writeList(list.fields) { writer, field in
            if field.node.isColumn { writer.write("+") }
            writer.write(field.node)
        }
    }

    /// Writes a conflict resolution, such as ` OR IGNORE`, if there is one.
    mutating func write(or conflict: ConflictResolution?) {
        guard let conflict else { return }
        write(" OR ")
        write(raw: conflict.rawValue)
    }
}

/// A change as a query without rows, for requests and prepared queries.
package struct ChangeQuery: Query {
    private let body: any ChangeBody

    package init(_ statement: some ChangeStatement) { body = statement._change.body }

    package var _decoder: _QueryDecoder<Never> {
        _QueryDecoder(columnCount: 0) { _ throws(SQLiteError) in
            throw SQLiteError(.misuse, message: "the statement returns no rows: use execute()")
        }
    }

    package func _write(to writer: inout _SQLWriter) {
        if body.isEmpty {
            writer.writeNoRows(columnCount: 1)
        } else {
            body.write(returning: nil, to: &writer)
        }
    }
}

/// An update or a delete that does not say which rows it changes. It cannot run: a forgotten `where` would change the
/// whole table.
///
/// ```swift
/// Reminder.update { $0.isCompleted = true }.where { $0.priority == .low }
/// Reminder.delete().find(id)
/// Reminder.all.update { $0.isCompleted = true }  // all rows
/// ```
public struct UnfilteredChange<Change: RowChange>: Sendable {
    let change: Change

    /// The change of the rows for which a condition is true. If the closure adds no condition, running the change is an
    /// error.
    public func `where`(
        @ConditionBuilder _ condition: (Change.Model.Columns) -> SQLExpression<Bool>
    ) -> Change { change.filtered { condition($0).node.requiringTerm } }

    /// The change of the rows for which a column is true.
    public func `where`<Truth: SQLTruth>(
        _ column: KeyPath<Change.Model.Columns, SQLExpression<Truth>>
    ) -> Change { change.where(column) }

    // MARK: - Unavailable

    @available(
        *, unavailable,
        message: "add `where`, or for all rows write `Album.all.update` or `Album.all.delete()`"
    )
    @discardableResult
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int { 0 }

    @available(
        *, unavailable,
        message: "add `where`, or for all rows write `Album.all.update` or `Album.all.delete()`"
    )
    public func returning<Output>(
        @SelectionBuilder _ selection: (Change.Model.Columns) -> Selected<Output>
    ) -> Returning<Output> { change.returning(selection) }

    @available(
        *, unavailable,
        message: "add `where`, or for all rows write `Album.all.update` or `Album.all.delete()`"
    )
    public func returning<S: Selectable>(
        _ column: KeyPath<Change.Model.Columns, S>
    ) -> Returning<S.Output> { change.returning(column) }
}

extension UnfilteredChange where Change.Model: PrimaryKeyedTable {
    /// The change of the row with a primary key.
    public func find(_ key: Change.Model.PrimaryKey) -> Change { change.find(key) }

    /// The change of the rows with the given primary keys.
    public func find(_ keys: some Sequence<Change.Model.PrimaryKey>) -> Change { change.find(keys) }

    /// The change of the rows whose primary keys a query selects.
    public func find(_ keys: some Query<Change.Model.PrimaryKey>) -> Change { change.find(keys) }
}

extension Table {
    /// An update to which `where` or `find` adds the rows. To update all rows, write `Reminder.all.update { ... }`.
    ///
    /// - Parameters:
    ///   - conflict: How to handle a row that violates a constraint.
    ///   - update: Assigns expressions and values to columns.
    public static func update(
        or conflict: ConflictResolution? = nil, _ update: (inout Updates<Self>) -> Void
    ) -> UnfilteredChange<Update<Self>> {
        UnfilteredChange(change: scoped.update(or: conflict, update))
    }

    /// A delete to which `where` or `find` adds the rows. To delete all rows, write `Reminder.all.delete()`.
    public static func delete() -> UnfilteredChange<Delete<Self>> {
        UnfilteredChange(change: scoped.delete())
    }
}
