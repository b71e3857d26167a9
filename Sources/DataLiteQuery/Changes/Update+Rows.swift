extension PrimaryKeyedTable {
    /// Updates all columns of the rows with the same primary keys, even if they are outside the default scope.
    ///
    /// ```swift
    /// let changed = try Album.update(albums).execute(db)
    /// let unknown = albums.count - changed
    /// ```
    ///
    /// The rows are bound, and one statement changes them all: `UPDATE ... FROM (VALUES ...)`. Rows with more values
    /// than a statement can have parameters need several statements, which run in a transaction or savepoint.
    ///
    /// If one of several statements fails, none has an effect, even with `or: .fail`.
    ///
    /// A row whose key is not in the table is ignored, and not counted. If several rows have the same key, the last is
    /// used.
    ///
    /// - Parameters:
    ///   - rows: The new rows.
    ///   - conflict: How to handle a row that violates a constraint.
    public static func update(
        _ rows: some Sequence<Self>, or conflict: ConflictResolution? = nil
    ) -> Update<Self> {
        let columns = tableDefinition.columns.list
        let isOnlyKey = columns.allSatisfy(\.isPrimaryKey)
        let set = columns.filter { $0.generated == nil && (isOnlyKey || !$0.isPrimaryKey) }
        return updating(rows, or: conflict) { _, given in
            set.map { Assignment(columns: [$0.name], value: .column(given, $0.name)) }
        }
    }

    /// Updates columns of the rows with the same primary keys, even if they are outside the default scope.
    ///
    /// ```swift
    /// try Album.update(albums) {
    ///     $0.title = $1.title
    ///     $0.plays += $1.plays
    /// }.execute(db)
    /// ```
    ///
    /// - Parameters:
    ///   - rows: The new rows.
    ///   - conflict: How to handle a row that violates a constraint.
    ///   - update: Assigns expressions and values to columns. Its second argument is the new row.
    public static func update(
        _ rows: some Sequence<Self>, or conflict: ConflictResolution? = nil,
        set update: (inout Updates<Self>, Columns) -> Void
    ) -> Update<Self> {
        updating(rows, or: conflict) { core, given in
            var updates = Updates<Self>(columns)
            EnclosingQuery.enter(&core, and: given)
            update(&updates, Columns(_source: ColumnSource(qualifier: given)))
            EnclosingQuery.leave()
            return updates.assignments
        }
    }

    /// - Parameter assignments: Creates the assignments for the table and the name of the new rows.
    private static func updating(
        _ rows: some Sequence<Self>, or conflict: ConflictResolution?,
        _ assignments: (inout SelectCore, String) -> [Assignment]
    ) -> Update<Self> {
        let name = SQLName.matches(tableName, "rows") ? "rows_1" : "rows"
        var core = unscoped.core
        let assignments = assignments(&core, name)
        return Update(
            _change: _Change(
                body: RowsUpdate(
                    given: GivenRows(rows), table: tableDefinition, name: name,
                    rows: ChangedRows(core),
                    conflict: conflict ?? conflictPolicy.update, assignments: assignments)))
    }
}

/// `UPDATE ... FROM (VALUES ...)`, in as few statements as possible.
private struct RowsUpdate: RowChangeBody {
    let given: GivenRows
    let table: TableDefinition
    /// The name of the new rows.
    let name: String
    var rows: ChangedRows
    let conflict: ConflictResolution?
    let assignments: [Assignment]

    /// SQLite's default limit of parameters in a statement, without a reserve for the assignments.
    private static let parameterLimit = 32_000

    var isEmpty: Bool {
        given.rows.isEmpty && given.error == nil || assignments.isEmpty || rows.isNone
    }

    private var batchSize: Int { max(1, Self.parameterLimit / max(1, table.columns.list.count)) }

    func write(returning: _SelectList?, to writer: inout _SQLWriter) {
        if let error = given.error { writer.fail(error) }
        if isEmpty || given.rows.count > batchSize {
            let problem =
                isEmpty ? "there is nothing to update" : "the rows need several statements"
            writer.fail(misuse: problem)
        }
        statement(given.rows[...]).write(returning: returning, to: &writer)
    }

    func run(
        on db: any ConnectionProtocol, returning: _SelectList?,
        _ step: (StatementLease) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> Int {
        if let error = given.error { throw error }
        guard !isEmpty else { return 0 }
        guard given.rows.count > batchSize else {
            return try statement(given.rows[...]).run(on: db, returning: returning, step)
        }
        var changes = 0
        try db.atomically {
            for start in stride(from: 0, to: given.rows.count, by: batchSize) {
                let rows = given.rows[start...].prefix(batchSize)
                changes += try statement(rows).run(on: db, returning: returning, step)
            }
        }
        return changes
    }

    private func statement(_ given: ArraySlice<[SQLiteValue]>) -> UpdateBody {
        let columns = table.columns
        var body = UpdateBody(
            rows: rows, conflict: conflict, assignments: assignments)
        body.other = FromItem(
            kind: .query(NestedPart(NamedValues(rows: given, columns: columns))), alias: name,
            columns: columns)
        body.otherConditions = [
            .binary(table.key, .equal, columns.keyNode(qualifier: name))
        ]
        return body
    }
}

/// The values of rows, without rows whose key another row has later.
private struct GivenRows: Sendable {
    private(set) var rows: [[SQLiteValue]] = []
    private(set) var error: SQLiteError?

    init<Model: PrimaryKeyedTable>(_ models: some Sequence<Model>) {
        let columns = Model.tableDefinition.columns.list
        let keys = columns.indices.filter { columns[$0].isPrimaryKey }
        var positions: [[SQLiteValue]: Int] = [:]
        for model in models {
            var writer = RowWriter()
            model.encode(to: &writer)
            if let error = writer.error { self.error = error }
            let values = writer.values
            // A row of the wrong width is reported with its error.
            guard values.count == columns.count else { continue }
            let key = keys.map { values[$0] }
            if let position = positions.updateValue(rows.count, forKey: key) {
                positions[key] = position
                rows[position] = values
            } else {
                rows.append(values)
            }
        }
    }
}

/// `SELECT "column1" AS "id", "column2" AS "title" FROM (VALUES (?, ?), (?, ?))`
private struct NamedValues: SQLRenderable {
    let rows: ArraySlice<[SQLiteValue]>
    let columns: ColumnDefinitions

    func write(to writer: inout _SQLWriter) {
        writer.write("SELECT ")
        writer.writeList(columns.list.indices) { writer, index in
            writer.writeName("column\(index + 1)")
            writer.write(" AS ")
            writer.writeName(columns.list[index].name)
        }
        writer.write(" FROM (")
        ValueRows(
            rows: rows.map { row in row.map { SQLNode.parameter($0) } },
            columnCount: columns.list.count
        ).write(to: &writer)
        writer.write(")")
    }
}
