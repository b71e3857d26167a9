public import DataLiteQuery

// `Insert`, `Update` and `Delete` are both types of statements and names of clauses, like `Select`: a clause is a
// statement of a marker type, whose initializer Swift finds even if the code does not name that type.

/// Marks an `Update` or `Delete` that is a clause of a statement written with clauses.
public struct ChangeClause<Target: Table>: Table {
    public static var tableDefinition: TableDefinition { TableDefinition("") { _ in } }

    public init(row: inout RowReader) throws(SQLiteError) {}

    public func encode(to values: inout RowWriter) {}

    /// No columns.
    public struct Columns: ColumnSet {
        public typealias Model = ChangeClause<Target>
        public typealias Output = ChangeClause<Target>

        public let _source: ColumnSource

        public init(_source: ColumnSource) { self._source = _source }
    }
}

/// Marks an `Insert` that is a clause of a statement written with clauses. `Row` is the type of its rows.
public struct InsertClause<Target: Table, Row>: Table {
    public static var tableDefinition: TableDefinition { TableDefinition("") { _ in } }

    public init(row: inout RowReader) throws(SQLiteError) {}

    public func encode(to values: inout RowWriter) {}

    /// No columns.
    public struct Columns: ColumnSet {
        public typealias Model = InsertClause<Target, Row>
        public typealias Output = InsertClause<Target, Row>

        public let _source: ColumnSource

        public init(_source: ColumnSource) { self._source = _source }
    }
}

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
        Model == ChangeClause<Columns.Model>
    { self.init(clause: _Change(of: table._source, or: nil)) }
}

extension Update {
    /// `UPDATE`: the table whose rows are updated, from `into(_:)` of the ``QuerySchema``. ``Setting`` follows.
    ///
    /// - Parameter conflict: How to handle a row that violates a constraint.
    public init<Columns: ColumnSet>(_ table: Columns, or conflict: ConflictResolution? = nil)
    where
        Columns.Model: Table, Columns.Output == Columns.Model,
        Model == ChangeClause<Columns.Model>
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
        Model == InsertClause<Columns.Model, Columns.Model>
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
        Model == InsertClause<Columns.Model, (repeat (each Column).Output)>
    {
        self.init(
            clause: InsertHead<(repeat (each Column).Output)>(
                table._source, of: Columns.Model.self, or: conflict,
                columns: repeat each columns))
    }
}

extension ChangeStatement {
    @available(*, unavailable, message: "write sql { schema in ... } around the clauses")
    @discardableResult
    public func execute<Target>(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int
    where Model == ChangeClause<Target> { 0 }

    @available(*, unavailable, message: "write sql { schema in ... } around the clauses")
    @discardableResult
    public func execute<Target, Row>(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int
    where Model == InsertClause<Target, Row> { 0 }
}
