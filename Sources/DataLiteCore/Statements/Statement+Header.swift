import DataLiteC

// The header of the result: the names of its columns.

extension Statement {
    /// The columns of the current run. The object stays the same unless the columns change, which a
    /// change of the schema can cause when a run starts.
    package func currentColumns() -> SQLiteRow.Columns {
        if columnsAreCurrent, let columns { return columns }
        // Between runs, SQLite has not yet detected changes by other connections.
        columnsAreCurrent = isOnRow
        let reprepares = sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_REPREPARE, 0)
        if let columns, reprepares == self.reprepares { return columns }
        self.reprepares = reprepares
        let fresh = SQLiteRow.Columns(
            (0..<columnCount()).map { String(repairing: sqlite3_column_name(pointer, $0)) ?? "" })
        // SQLite also prepares a statement again for other reasons, such as a new value for `LIKE`.
        if let columns, columns == fresh { return columns }
        columns = fresh
        return fresh
    }

    /// Calls `body` with the current columns, without retaining them if they are known.
    func withCurrentColumns<R>(_ body: (SQLiteRow.Columns) -> R) -> R {
        guard columnsAreCurrent, let columns else { return body(currentColumns()) }
        // Nothing that `body` calls changes `columns`.
        return Unmanaged.passUnretained(columns)._withUnsafeGuaranteedRef(body)
    }

    private var isOnRow: Bool { needsReset && !isAtEnd && !hasFailed && busyReason != .stepping }

    /// Records that the caller has read the columns, so that the first step of the next run can check
    /// them.
    func columnsWillBeUsed() {
        guard !isOnRow, busyReason != .stepping, columnsBeforeRun == nil else { return }
        columnsBeforeRun = currentColumns()
    }

    func requireSameColumns(_ code: Int32) throws(SQLiteError) {
        let before = columnsBeforeRun
        columnsBeforeRun = nil
        // Columns added at the end do not change the indexes that were looked up.
        guard code == SQLITE_ROW, let before,
            !currentColumns().names.starts(with: before.names)
        else { return }
        let expected = MessageText.list(before.names, MessageText.name)
        let found = MessageText.list(currentColumns().names, MessageText.name)
        let consequence = isReadonly ? "" : "; the statement has been run"
        try reset()
        throw SQLiteError(
            .schema,
            message: "the columns of the result have changed since they were looked up: expected "
                + "\(expected), found \(found)\(consequence)",
            sql: sql)
    }
}
