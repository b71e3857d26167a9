/// A statement that changes columns of rows of a table.
///
/// ```swift
/// try Reminder.find(id).update { $0.position += 1 }.execute(db)
/// ```
///
/// An update that sets no column runs no statement and changes no row.
public struct Update<Model: _ChangeTarget>: Sendable {
    public let _change: _Change

    public init(_change: _Change) { self._change = _change }
}

extension Update: RowChange, ChangeStatement, _CommonTableBody where Model: Table {}

extension Select where Output: Table, Columns == Output.Columns {
    /// Updates columns of the rows. To update all rows of a table, write `Reminder.all.update { ... }`.
    ///
    /// - Parameters:
    ///   - conflict: How to handle a row that violates a constraint.
    ///   - update: Assigns expressions and values to columns.
    public func update(
        or conflict: ConflictResolution? = nil, _ update: (inout Updates<Output>) -> Void
    ) -> Update<Output> {
        var query = self
        query.useOwnName()
        var updates = Updates<Output>(query.columns)
        EnclosingQuery.enter(&query.core)
        update(&updates)
        EnclosingQuery.leave()
        return Update(
            _change: _Change(
                body: UpdateBody(
                    rows: ChangedRows(query.core),
                    conflict: conflict ?? Output.conflictPolicy.update,
                    assignments: updates.assignments)))
    }

    /// Updates the rows with values from the matching rows of another table: `UPDATE ... FROM`.
    ///
    /// ```swift
    /// Reminder.all.update(from: RemindersList.all) { $0.remindersListID == $1.id } set: {
    ///     $0.title = $1.title + ": " + $0.title
    /// }
    /// ```
    ///
    /// If several rows match, SQLite uses an arbitrary one.
    ///
    /// - Parameters:
    ///   - other: The other table, or a query of it.
    ///   - conflict: How to handle a row that violates a constraint.
    ///   - condition: The condition under which a row of the other table matches.
    ///   - update: Assigns expressions and values to columns.
    public func update<Other: Selection>(
        from other: Select<Other, some Any>, or conflict: ConflictResolution? = nil,
        @ConditionBuilder on condition: (Columns, Other.Columns) -> SQLExpression<Bool>,
        set update: (inout Updates<Output>, Other.Columns) -> Void
    ) -> Update<Output> {
        var query = self
        query.useOwnName()
        let join = JoinedItem(other, .inner, beside: query.core)
        let otherColumns = Other.Columns(_source: join.source)
        var updates = Updates<Output>(query.columns)
        EnclosingQuery.enter(&query.core, and: join.qualifier)
        update(&updates, otherColumns)
        let node = condition(query.columns, otherColumns).node
        EnclosingQuery.leave()
        var body = UpdateBody(
            rows: ChangedRows(query.core), conflict: conflict ?? Output.conflictPolicy.update,
            assignments: updates.assignments)
        body.other = join.item
        body.otherConditions = join.conditions
        if !node.isAlways { body.otherConditions.append(node) }
        return Update(_change: _Change(body: body))
    }

    /// Updates the rows with values from the matching rows of another table: `UPDATE ... FROM`.
    public func update<Other: Table>(
        from other: Other.Type, or conflict: ConflictResolution? = nil,
        @ConditionBuilder on condition: (Columns, Other.Columns) -> SQLExpression<Bool>,
        set update: (inout Updates<Output>, Other.Columns) -> Void
    ) -> Update<Output> {
        self.update(from: Other.scoped, or: conflict, on: condition, set: update)
    }
}

extension Table {
    /// Updates the rows that match a row of another table: `UPDATE ... FROM`.
    public static func update<Other: Selection>(
        from other: Select<Other, some Any>, or conflict: ConflictResolution? = nil,
        @ConditionBuilder on condition: (Columns, Other.Columns) -> SQLExpression<Bool>,
        set update: (inout Updates<Self>, Other.Columns) -> Void
    ) -> Update<Self> {
        scoped.update(from: other, or: conflict, on: condition, set: update)
    }

    /// Updates the rows that match a row of another table: `UPDATE ... FROM`.
    public static func update<Other: Table>(
        from other: Other.Type, or conflict: ConflictResolution? = nil,
        @ConditionBuilder on condition: (Columns, Other.Columns) -> SQLExpression<Bool>,
        set update: (inout Updates<Self>, Other.Columns) -> Void
    ) -> Update<Self> {
        scoped.update(from: other, or: conflict, on: condition, set: update)
    }
}

extension Update where Model: Table {
    /// An update that changes nothing and runs no statement.
    public static var none: Update { Model.unscoped.none.update { _ in } }

    /// An update of the row that fired a trigger.
    init(ofTrigger name: String, _ update: (inout Updates<Model>) -> Void) {
        let rows = ChangedRows(Model.tableDefinition, ofTrigger: name)
        var updates = Updates<Model>(Model.columns)
        EnclosingQuery.during(Model.self) { update(&updates) }
        let body = UpdateBody(rows: rows, conflict: nil, assignments: updates.assignments)
        _change = _Change(body: body)
    }
}

extension PrimaryKeyedTable {
    /// Updates all columns of the row with the same primary key, even if it is outside the default scope.
    ///
    /// - Parameter conflict: How to handle a row that violates a constraint.
    public static func update(_ row: Self, or conflict: ConflictResolution? = nil) -> Update<Self> {
        var values = RowWriter()
        row.encode(to: &values)
        let columns = tableDefinition.columns.list
        let isOnlyKey = columns.allSatisfy(\.isPrimaryKey)
        let pairs = zip(columns, values.values).filter {
            $0.0.generated == nil && (isOnlyKey || !$0.0.isPrimaryKey)
        }
        var assignments = pairs.map { column, value in
            Assignment(columns: [column.name], value: .parameter(value))
        }
        if let error = values.error {
            assignments = [Assignment(columns: [tableName], value: .failure(error))]
        }
        return update(row, assignments, or: conflict)
    }

    /// An update of some columns of the row with the same primary key.
    static func update(
        _ row: Self, _ assignments: [Assignment], or conflict: ConflictResolution?
    ) -> Update<Self> {
        let key = SQLNode(binding: storedKey(row.primaryKey))
        return Update(
            _change: _Change(
                body: UpdateBody(
                    rows: ChangedRows(tableDefinition, key: key),
                    conflict: conflict ?? conflictPolicy.update,
                    assignments: assignments)))
    }
}

struct UpdateBody: RowChangeBody {
    var rows: ChangedRows
    let conflict: ConflictResolution?
    let assignments: [Assignment]
    var other: FromItem?
    var otherConditions = NodeList.none

    var isEmpty: Bool { assignments.isEmpty || rows.isNone }

    func write(returning: _SelectList?, to writer: inout _SQLWriter) {
        writer.write("UPDATE")
        writer.write(or: conflict)
        writer.write(" ")
        rows.writeTable(to: &writer)
        if let other {
            assignments.write(to: &writer)
            writer.write(" FROM ")
            other.write(to: &writer)
            (rows.conditions + otherConditions).writeConditions(to: &writer)
        } else {
            writeAssignmentsAndConditions(to: &writer)
        }
        writer.write(returning: returning, of: rows.table.columns)
    }

    /// SQLite may change a row before it finds the next one, so a subquery that reads the table, directly or through
    /// a view, would see some of the new values. With `FROM`, SQLite computes all rows before it changes the first.
    private func writeAssignmentsAndConditions(to writer: inout _SQLWriter) {
        var position = 0
        let hasSubquery = writer.writesSubquery { writer in
            assignments.write(to: &writer)
            position = writer.position
            rows.conditions.writeConditions(to: &writer)
        }
        if hasSubquery { writer.insert(" FROM (SELECT 1)", at: position) }
    }
}
