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
