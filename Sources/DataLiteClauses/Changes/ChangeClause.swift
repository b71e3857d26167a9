// `Insert`, `Update` and `Delete` are both types of statements and names of clauses, like `Select`: a clause is a
// statement of a marker type, whose initializer Swift finds even if the code does not name that type.

/// Marks an `Update` or `Delete` that is a clause of a statement written with clauses. It is no statement, and cannot
/// be executed.
public enum _ChangeClause<Target: Table>: _ChangeTarget {}

/// Marks an `Insert` that is a clause of a statement written with clauses. `Row` is the type of its rows.
public enum _InsertClause<Target: Table, Row>: _ChangeTarget {}

extension Delete {
    /// `DELETE FROM`: the table whose rows are deleted, from `into(_:)` of the ``QuerySchema``.
    ///
    /// ```swift
    /// Delete(reminder)
    /// Where(reminder.isCompleted)
    /// ```
    public init<Columns: ColumnSet>(_ table: Columns)
    where
        Columns.Model: Table, Columns.Output == Columns.Model,
        Model == _ChangeClause<Columns.Model>
    { self.init(clause: _Change(of: table._source, or: nil)) }
}

extension Update {
    /// `UPDATE`: the table whose rows are updated, from `into(_:)` of the ``QuerySchema``. ``Setting`` follows.
    ///
    /// - Parameter conflict: How to handle a row that violates a constraint.
    public init<Columns: ColumnSet>(_ table: Columns, or conflict: ConflictResolution? = nil)
    where
        Columns.Model: Table, Columns.Output == Columns.Model,
        Model == _ChangeClause<Columns.Model>
    { self.init(clause: _Change(of: table._source, or: conflict)) }
}

extension Insert {
    /// `INSERT INTO`: the table that gets rows, from `into(_:)` of the ``QuerySchema``. `Values`, `Select` or
    /// ``DefaultValues`` follows.
    ///
    /// - Parameter conflict: How to handle a row that violates a constraint.
    public init<Columns: ColumnSet>(_ table: Columns, or conflict: ConflictResolution? = nil)
    where
        Columns.Model: Table, Columns.Output == Columns.Model,
        Model == _InsertClause<Columns.Model, Columns.Model>
    { self.init(clause: InsertHead<Columns.Model>(table._source, or: conflict)) }

    /// `INSERT INTO table (columns)`: the table that gets rows, and the columns that get values. All other columns get
    /// their default.
    ///
    /// ```swift
    /// Insert(reminder, columns: reminder.title, reminder.remindersListID)
    /// Values("Milk", list)
    /// ```
    ///
    /// - Parameter conflict: How to handle a row that violates a constraint.
    public init<Columns: ColumnSet, each Column: _InsertableColumn>(
        _ table: Columns, or conflict: ConflictResolution? = nil, columns: repeat each Column
    )
    where
        Columns.Model: Table, Columns.Output == Columns.Model,
        Model == _InsertClause<Columns.Model, (repeat (each Column).Output)>
    {
        self.init(
            clause: InsertHead<(repeat (each Column).Output)>(
                table._source, of: Columns.Model.self, or: conflict,
                columns: repeat each columns))
    }
}
