/// A statement that changes rows and returns a value for each of them: `RETURNING`.
///
/// ```swift
/// let id = try Reminder.insert { draft }.returning(\.id).fetchOne(db)
/// ```
///
/// SQLite changes all rows before it returns the first one, in no particular order, and computes the returned values
/// before `AFTER` triggers run. If triggers have changed rows, whole rows of a table with a primary key are read
/// again by the methods that fetch values, except by a cursor.
public struct Returning<Output>: Query {
    let body: any ChangeBody
    let list: _SelectList

    public let _decoder: _QueryDecoder<Output>

    public var _returning: Returning<Output>? { self }

    public static var _isReturning: Bool { true }

    public func _write(to writer: inout _SQLWriter) {
        guard body.isEmpty else { return body.write(returning: list, to: &writer) }
        writer.isNone = true
        writer.writeNoRows(columnCount: _decoder.columnCount)
    }

    // A change may take several statements, so the methods of `Query`, which run one, are not sufficient.

    // MARK: - Running

    /// Runs the statement and returns the values for all rows.
    ///
    /// - Throws: `SQLiteError` if the statement is invalid or SQLite reports an error; `SQLITE_MISMATCH` for a value
    ///   that cannot be decoded. Then no row has been changed; in an open transaction, the rows stay changed until it is
    ///   rolled back.
    @discardableResult
    public func fetchAll(_ db: any ConnectionProtocol) throws(SQLiteError) -> [Output] {
        var results: [Output] = []
        try run(on: db) { results.append($0) }
        return results
    }

    /// Runs the statement for all rows, and returns the value for the first one, or `nil` if no row was changed.
    ///
    /// - Throws: The same errors as `fetchAll(_:)`.
    @discardableResult
    public func fetchOne(_ db: any ConnectionProtocol) throws(SQLiteError) -> Output? {
        var result: Output?
        try run(on: db) { if result == nil { result = $0 } }
        return result
    }

    /// Runs the statement for all rows, and returns the value for the first one.
    ///
    /// - Throws: The same errors as `fetchAll(_:)`; `SQLITE_NOTFOUND` if no row was changed.
    @discardableResult
    public func fetchRequired(_ db: any ConnectionProtocol) throws(SQLiteError) -> Output {
        guard let result = try fetchOne(db) else { throw try noRow }
        return result
    }

    @available(
        *, unavailable,
        message: "execute(_:) runs the statement and returns the number of changed rows"
    )
    public func fetchCount(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int { 0 }

    @available(
        *, unavailable,
        message: "execute(_:) runs the statement and returns the number of changed rows"
    )
    public func isEmpty(_ db: any ConnectionProtocol) throws(SQLiteError) -> Bool { false }

    @available(
        *, unavailable,
        message: "execute(_:) runs the statement and returns the number of changed rows"
    )
    public func exists(_ db: any ConnectionProtocol) throws(SQLiteError) -> Bool { false }

    /// Runs the statement for all rows, and returns the value for the only one.
    ///
    /// - Throws: The same errors as `fetchAll(_:)`; `SQLITE_NOTFOUND` if no row was changed; `SQLITE_CONSTRAINT` if
    ///   several were. Then no row has been changed; in an open transaction, the rows stay changed until it is rolled
    ///   back.
    @discardableResult
    public func fetchOnly(_ db: any ConnectionProtocol) throws(SQLiteError) -> Output {
        var result: Output?
        try run(on: db) { row throws(SQLiteError) in
            guard result == nil else { throw try severalRows }
            result = row
        }
        guard let result else { throw try noRow }
        return result
    }

    /// Runs the statement and discards the values that it returns.
    ///
    /// - Returns: The number of rows that were inserted, updated or deleted.
    /// - Throws: `SQLiteError` if the statement is invalid or SQLite reports an error.
    @discardableResult
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int {
        try body.run(on: db, returning: list) { lease throws(SQLiteError) in
            try lease.stepToEnd()
        }
    }
}

extension ChangeStatement {
    /// Returns an expression for each changed row, all columns, or a tuple of several expressions.
    public func returning<Output>(
        @SelectionBuilder _ selection: (Model.Columns) -> Selected<Output>
    ) -> Returning<Output> {
        let selected = EnclosingQuery.during(Model.self) { selection(Model.columns) }
        return Returning(body: _change.body, list: selected.list, _decoder: selected.decoder)
    }

    /// Returns a column for each changed row, or all columns with `\.self`.
    public func returning<S: Selectable>(
        _ column: KeyPath<Model.Columns, S>
    ) -> Returning<S.Output> {
        returning(Model.columns[keyPath: column])
    }

    /// Returns each changed row.
    public func returning(_ model: Model.Type) -> Returning<Model> {
        returning(Model.columns)
    }

    private func returning<S: Selectable>(_ selected: S) -> Returning<S.Output> {
        let selected = SelectionBuilder.buildExpression(selected)
        return Returning(body: _change.body, list: selected.list, _decoder: selected.decoder)
    }
}

extension Returning {
    /// Runs the statement and calls a closure with the value for each row.
    ///
    /// SQLite computes the values before the triggers after the change run, so whole rows are read again if triggers
    /// have changed rows.
    func run(
        on db: any ConnectionProtocol, _ body: (Output) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        let decoder = _decoder
        let table = wholeRowTable
        var rows: [ReturnedRow<Output>] = []
        var scope: TransactionScope?
        do throws(SQLiteError) {
            _ = try self.body.run(on: db, returning: list) { lease throws(SQLiteError) in
                let changes = table == nil ? 0 : db.triggeredChanges
                guard try lease.step() else { return }
                try lease.requireColumns(decoder.columnCount)
                let isStale = table != nil && db.triggeredChanges != changes && !self.body.isDelete
                // Otherwise the end of the statement would commit before the rows are read again.
                if isStale, db.isAutocommit { scope = try db.beginScope(.deferred) }
                var row = RowReader(lease)
                repeat {
                    if let table, isStale || !rows.isEmpty {
                        rows.append(
                            ReturnedRow(
                                key: table.key(of: lease.statement),
                                value: Result { () throws(SQLiteError) in try decoder.decode(&row) }
                            ))
                    } else {
                        try body(try decoder.decode(&row))
                    }
                    row.startNextRow()
                } while try lease.step()
            }
            if let table {
                for row in rows {
                    if let stored = try storedRow(row.key, of: table, db) {
                        try body(stored)
                    } else {
                        try body(try row.value.get())
                    }
                }
            }
            if let scope { try db.finish(scope) }
        } catch {
            if let scope { db.undo(scope) }
            throw error
        }
    }

    /// The table if the statement returns all its columns and it has a primary key.
    private var wholeRowTable: TableDefinition? {
        guard list.items.count == 1, case .table(let table) = list.items[0] else { return nil }
        return table.columns.list.contains(where: \.isPrimaryKey) ? table : nil
    }

    /// The row with a key; `nil` if a trigger has deleted it or changed its key.
    private func storedRow(
        _ key: SQLNode, of table: TableDefinition, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> Output? {
        let lease = try _SQLWriter.withScratch { writer throws(SQLiteError) in
            var core = SelectCore(from: FromItem(table))
            core.conditions = ChangedRows(table, key: key).conditions
            core.write(to: &writer)
            return try writer.start(on: db)
        }
        return try _decoder.firstRow(lease, db)
    }
}

/// A row as SQLite has returned it.
private struct ReturnedRow<Output> {
    let key: SQLNode
    let value: Result<Output, SQLiteError>
}

extension TableDefinition {
    /// The primary key of the row that a statement is on, which returns all columns.
    fileprivate func key(of row: any StatementProtocol) -> SQLNode {
        let nodes = columns.list.indices.filter { columns.list[$0].isPrimaryKey }.map {
            SQLNode.parameter(row.columnValue(at: Int32(truncatingIfNeeded: $0)))
        }
        return nodes.count == 1 ? nodes[0] : .row(nodes)
    }
}
