/// A query whose rows include the values of associations.
///
/// ```swift
/// let lists = try RemindersList.where(\.isOpen)
///     .including(RemindersList.reminders.order(by: \.title).limit(3), RemindersList.reminders.count)
///     .fetchAll(db)                                  // [(RemindersList, [Reminder], Int)]
/// ```
///
/// It runs one statement for the query and one for each association, whatever the number of rows, in one read
/// transaction.
public struct IncludingQuery<Model: Table, Output: Sendable>: Sendable {
    @usableFromInline let query: any RowQuery<Model>
    @usableFromInline let plan: _RowPlan<Model, Output>

    @inlinable
    init(_ query: any RowQuery<Model>, _ plan: _RowPlan<Model, Output>) {
        self.query = query
        self.plan = plan
    }

    /// Returns all rows with their values.
    ///
    /// - Throws: `SQLiteError` if the query is invalid or SQLite reports an error; `SQLITE_MISMATCH`, with the column
    ///   and the row, for a value that cannot be decoded; `SQLITE_NOTFOUND` if a ``BelongsTo`` refers to a row that
    ///   does not exist.
    @inlinable
    public func fetchAll(_ db: any ConnectionProtocol) throws(SQLiteError) -> [Output] {
        try db.inOneRead { () throws(SQLiteError) in
            var rows = RowsWithKeys<Model>(plan.keys)
            _ = try query.boundStatement(db).decodedRows(
                columnCount: Model.columnCount
            ) { (row: inout RowReader) throws(SQLiteError) in
                try rows.append(&row)
            }
            return try plan.combine(rows.rows, rows.keys, db)
        }
    }

    /// Returns the first row with its values, or `nil` if there is none. Only this row is read.
    ///
    /// - Throws: The same errors as `fetchAll(_:)`.
    @inlinable
    public func fetchOne(_ db: any ConnectionProtocol) throws(SQLiteError) -> Output? {
        try db.inOneRead { () throws(SQLiteError) in
            var rows = RowsWithKeys<Model>(plan.keys)
            _ = try query.boundStatement(db, first: 1).decodedRow(
                columnCount: Model.columnCount
            ) { (row: inout RowReader) throws(SQLiteError) in
                try rows.append(&row)
            }
            return try plan.combine(rows.rows, rows.keys, db).first
        }
    }

    /// Returns the first row with its values.
    ///
    /// - Throws: The same errors as `fetchAll(_:)`; `SQLITE_NOTFOUND` if there is no row.
    @inlinable
    public func fetchRequired(_ db: any ConnectionProtocol) throws(SQLiteError) -> Output {
        guard let row = try fetchOne(db) else { throw try query.noRow }
        return row
    }

    /// Returns the number of rows. The associations are not loaded.
    ///
    /// - Throws: `SQLiteError` if the query is invalid or SQLite reports an error.
    public func fetchCount(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int {
        try query.fetchCount(db)
    }

    /// The rows changed by a closure, for example to a type of your own.
    ///
    /// ```swift
    /// RemindersList.including(RemindersList.reminders).map { ListWithReminders(list: $0, reminders: $1) }
    /// ```
    public func map<NewOutput: Sendable>(
        _ transform: @escaping @Sendable (Output) -> NewOutput
    ) -> IncludingQuery<Model, NewOutput> {
        let plan = plan
        return IncludingQuery<Model, NewOutput>(
            query,
            _RowPlan(plan.keys) { (rows, keys, db) throws(SQLiteError) in
                try plan.combine(rows, keys, db).map(transform)
            })
    }
}

extension ConnectionProtocol {
    /// Runs several reads that see the same state of the database. Outside a transaction, they get a deferred one.
    @usableFromInline
    func inOneRead<R>(_ body: () throws(SQLiteError) -> R) throws(SQLiteError) -> R {
        guard isAutocommit else { return try body() }
        do {
            return try transaction(.deferred) { try body() }
        } catch {
            throw error as? SQLiteError
                ?? SQLiteError(.error, message: "\(error)", underlyingError: error)
        }
    }
}
