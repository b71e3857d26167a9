/// An update or a delete of the rows that conditions select. The conditions can follow the update or the delete.
///
/// ```swift
/// Reminder.update { $0.isCompleted = true }.where { $0.priority == .low }
/// ```
public protocol RowChange<Model>: ChangeStatement {
    /// A statement that makes a change.
    init(_change: _Change)
}

extension RowChange {
    /// Changes only rows for which a condition is also true.
    ///
    /// The condition sees the values from before an update, and applies before a limit, as all conditions do.
    public func `where`(
        @ConditionBuilder _ condition: (Model.Columns) -> SQLExpression<Bool>
    ) -> Self { filtered { condition($0).node } }

    /// Changes only rows for which a column is also true.
    public func `where`<Truth: SQLTruth>(
        _ column: KeyPath<Model.Columns, SQLExpression<Truth>>
    ) -> Self { filtered { $0[keyPath: column].node } }

    func filtered(_ condition: (Model.Columns) -> SQLNode) -> Self {
        Self(_change: _change.selecting { $0.append(Model.self, condition) })
    }

    // SQLite has `LIMIT` in these statements only if it was compiled with it, so a subquery selects the keys of the rows.

    /// Sets the order in which ``limit(_:offset:)`` selects the rows. Without a limit it has no effect.
    public func order(@OrderingBuilder by terms: (Model.Columns) -> [Ordering]) -> Self {
        Self(_change: _change.selecting { $0.append(Model.self, order: terms) })
    }

    /// Sets the order in which ``limit(_:offset:)`` selects the rows. Without a limit it has no effect.
    public func order<Term: OrderingTerm>(by column: KeyPath<Model.Columns, Term>) -> Self {
        order { $0[keyPath: column]._orderingTerm }
    }

    /// Changes at most `count` of the rows, after skipping `offset` rows.
    ///
    /// ```swift
    /// try Reminder.all.delete().order(by: \.date).limit(10).execute(db)
    /// ```
    public func limit(_ count: Int, offset: Int? = nil) -> Self {
        Self(_change: _change.selecting { $0.limit(count, offset: offset) })
    }
}

extension RowChange where Model: PrimaryKeyedTable {
    /// Changes only the row with a primary key, if the other conditions are true for it.
    public func find(_ key: Model.PrimaryKey) -> Self {
        filtered { .binary($0.keyNode, .equal, SQLNode(binding: Model.storedKey(key))) }
    }

    /// Changes only the rows with the given primary keys, if the other conditions are true for them.
    public func find(_ keys: some Sequence<Model.PrimaryKey>) -> Self {
        filtered { $0.primaryKey.in(keys).node }
    }

    /// Changes only the rows whose primary keys a query selects, if the other conditions are true for them.
    public func find(_ keys: some Query<Model.PrimaryKey>) -> Self {
        filtered { $0.primaryKey.in(keys).node }
    }
}

/// A change of rows that conditions select.
protocol RowChangeBody: ChangeBody {
    var rows: ChangedRows { get set }
}

extension SQLNode {
    /// The condition; an error if it is true for every row, because a closure has added no term to it.
    var requiringTerm: SQLNode {
        guard isAlways else { return self }
        return .failure(
            SQLiteError.misuse(
                "`where` has no condition: for all rows, write `all` before the change"))
    }
}

extension _Change {
    /// This change, for the rows that a closure sets.
    func selecting(_ change: (inout ChangedRows) -> Void) -> _Change {
        if let common = body as? CommonTableChange {
            let selected = common.filtered { change(&$0.rows) }
            guard let selected else { return _Change(body: FailedPart.unfiltered) }
            return _Change(body: selected)
        }
        // Every other body of an update or a delete is one.
        guard var body = body as? any RowChangeBody else {
            return _Change(body: FailedPart.unfiltered)
        }
        change(&body.rows)
        return _Change(body: body)
    }
}

extension FailedPart {
    fileprivate static let unfiltered = FailedPart(
        SQLiteError(.misuse, message: "the change cannot be filtered"))
}

/// A part of a statement, or a change, that cannot be written.
struct FailedPart: SQLRenderable, ChangeBody {
    private let error: SQLiteError

    init(_ error: SQLiteError) { self.error = error }

    var isEmpty: Bool { false }

    func write(to writer: inout _SQLWriter) { writer.fail(error) }

    func write(returning: _SelectList?, to writer: inout _SQLWriter) { writer.fail(error) }
}
