extension Table {
    /// Inserts rows or drafts.
    ///
    /// ```swift
    /// Reminder.insert { Reminder.Draft(title: "Milk", remindersListID: list) }
    /// Reminder.insert(or: .ignore) { drafts }
    /// ```
    ///
    /// A property that a draft does not set gets its default value, or the default of the column. Without rows,
    /// `insert { [] }`, no statement runs, and nothing is returned.
    ///
    /// - Parameters:
    ///   - conflict: How to handle a row that violates a constraint.
    ///   - rows: The rows.
    @inlinable
    public static func insert(
        or conflict: ConflictResolution? = nil,
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>]
    ) -> Insert<Self> {
        inserting(rows(), or: conflict)
    }

    /// Inserts a row with the default values of all columns: `DEFAULT VALUES`.
    ///
    /// The defaults of the table in the database apply. A column that needs a value and has no default makes the
    /// insert fail.
    public static func insert(or conflict: ConflictResolution? = nil) -> Insert<Self> {
        let command = InsertCommand(
            table: tableDefinition, conflict: conflict, policy: conflictPolicy.insert, columns: [])
        let row = InsertSource(count: 1) { _, _ in }
        return Insert(body: .rows(InsertedRows(command, [row], choosesColumns: true)))
    }

    /// Inserts values and expressions into some of the columns. All other columns get their default.
    ///
    /// ```swift
    /// Reminder.insert { ($0.title, $0.remindersListID) } values: { ("A", list); ("B", list) }
    /// Change.insert { ($0.itemID, $0.kind) } values: { (old.id, "delete") }
    /// ```
    public static func insert<each Column: _InsertableColumn>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @_InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> _InsertValuesBuilder<(repeat (each Column).Output)>.Rows
    ) -> Insert<Self> {
        let command = command(columns, or: conflict)
        let rows = values()
        let plain = rows.values.map { row in
            var values = RowWriter()
            repeat (each Column)._encode(each row, to: &values)
            return EncodedValues(values)
        }
        guard rows.expressions.isEmpty else {
            let forms = StoredForms(selecting: repeat (each Column).self)
            let nodes = rows.nodes(with: plain, storedAs: forms)
            let values = ValueRows(rows: nodes, columnCount: command.columns.count)
            return Insert(body: .query(command, values))
        }
        let source = InsertSource(count: plain.count) { index, values in
            values.append(encoded: plain[index])
        }
        return Insert(body: .rows(InsertedRows(command, [source], choosesColumns: true)))
    }

    /// Inserts the rows of a query into some of the columns. All other columns get their default.
    ///
    /// ```swift
    /// Reminder.insert { ($0.title, $0.remindersListID) } select: {
    ///     RemindersList.select { ($0.title, $0.id) }
    /// }
    /// ```
    public static func insert<each Column: _InsertableColumn, Rows: Query>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows
    ) -> Insert<Self> where Rows.Output == (repeat (each Column).Output) {
        let forms = StoredForms(selecting: repeat (each Column).self)
        let rows = QueryText(query: query(), storedAs: forms)
        return Insert(body: .query(command(columns, or: conflict), rows))
    }

    // An insert with a conflict clause in one call. `Insert` has the other forms as methods.

    /// Inserts rows or drafts. If a new row conflicts with an existing row, updates the existing row instead.
    ///
    /// ```swift
    /// Reminder.insert { draft } onConflict: { $0.title } doUpdate: { $0.position += 1 }
    /// Reminder.insert { draft } onConflict: { $0.title } doUpdate: { $0.notes = $1.notes }
    /// ```
    ///
    /// - Parameters:
    ///   - conflict: How to handle a row that violates another constraint.
    ///   - rows: The rows.
    ///   - target: The columns of a primary key or a unique index.
    ///   - update: Assigns expressions and values to columns of the existing row.
    ///   - condition: The condition under which the existing row is updated.
    public static func insert<each Target: Selectable>(
        or conflict: ConflictResolution? = nil,
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> {
        inserting(rows(), or: conflict).onConflict(target, doUpdate: update, where: condition)
    }

    /// Inserts rows or drafts. If a new row conflicts with an existing row, updates the existing row with values of the
    /// new row.
    public static func insert<each Target: Selectable>(
        or conflict: ConflictResolution? = nil,
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> {
        inserting(rows(), or: conflict).onConflict(target, doUpdate: update, where: condition)
    }

    /// Inserts rows or drafts. If a new row conflicts with an existing row, and a condition on both rows is true,
    /// updates the existing row with values of the new row.
    public static func insert<each Target: Selectable>(
        or conflict: ConflictResolution? = nil,
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Self> {
        inserting(rows(), or: conflict).onConflict(target, doUpdate: update, where: condition)
    }

    @usableFromInline
    static func inserting(
        _ rows: [_InsertRows<Self>], or conflict: ConflictResolution?
    ) -> Insert<Self> {
        let table = tableDefinition
        var command = InsertCommand(
            table: table, conflict: conflict, policy: conflictPolicy.insert,
            columns: table.columns.list)
        var sources: [InsertSource] = []
        var expressions: [[SQLNode]] = []
        for row in rows {
            switch row.kind {
            case .values(let source): sources.append(source)
            case .expressions(let nodes): expressions.append(nodes)
            }
        }
        if expressions.isEmpty { return Insert(body: .rows(InsertedRows(command, sources))) }
        // SQLite computes the generated columns.
        let written = command.columns.indices.filter { !table.generatedColumns.contains($0) }
        command.columns = written.map { command.columns[$0] }
        expressions = expressions.map { row in written.map { row[$0] } }
        if !sources.isEmpty { expressions[0][0] = .failure(.rowsOfTwoKinds(table)) }
        let values = ValueRows(rows: expressions, columnCount: written.count)
        return Insert(body: .query(command, values))
    }

    /// The command for columns that a closure chooses.
    private static func command<each Column: _InsertableColumn>(
        _ columns: (Columns) -> (repeat each Column), or conflict: ConflictResolution?
    ) -> InsertCommand {
        let chosen: (repeat each Column) = columns(Self.columns)
        return InsertCommand(
            table: tableDefinition, columns: repeat each chosen, conflict: conflict,
            policy: conflictPolicy.insert)
    }
}

extension PrimaryKeyedTable {
    /// Inserts rows or drafts. If a row with the same primary key exists, updates it instead.
    ///
    /// An update changes neither the primary key nor columns that the draft does not set.
    @inlinable
    public static func upsert(
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>]
    ) -> Insert<Self> {
        upserting(rows())
    }

    @usableFromInline
    static func upserting(_ rows: [_InsertRows<Self>]) -> Insert<Self> {
        var insert = inserting(rows, or: nil)
        insert.body.command.isUpsert = true
        return insert
    }
}

extension InsertCommand {
    /// The command for some of the columns.
    init<each Column: _InsertableColumn>(
        table: TableDefinition, columns: repeat each Column, conflict: ConflictResolution?,
        policy: ConflictResolution?
    ) {
        let list = _SelectList(repeat each columns)
        let names = list.fields.map(\.node.columnName)
        let definitions = names.map { name in
            table.columns.list.first { column in name.map { SQLName.same($0, column.name) } ?? false
            }
                ?? ColumnDefinition(name: name ?? "", type: SQLiteValue.self)
        }
        self.init(table: table, conflict: conflict, policy: policy, columns: definitions)
    }
}

extension EncodedValues {
    /// The values as parameters, or the failure.
    var nodes: [SQLNode] { error.map { [.failure($0)] } ?? values.map { .parameter($0) } }
}

extension SQLiteError {
    fileprivate static func rowsOfTwoKinds(_ table: TableDefinition) -> SQLiteError {
        SQLiteError.misuse(
            "one statement cannot insert rows of \"\(table.name)\" and rows of expressions")
    }
}
