import DataLiteC

// The trace callback: statements that begin to run, for trace delegates, and statements that have ended, for logs and
// reports of scans.

extension DelegateList {
    /// Installs the trace callback for the events that are needed, or removes it.
    func updateTrace() {
        guard let pointer = handle.pointer else { return }
        let begins = !tracers.isEmpty || timer != nil || !hooks.traces.isEmpty
        let ends = scans != nil || timer != nil
        let events =
            (begins ? UInt32(SQLITE_TRACE_STMT) : 0) | (ends ? UInt32(SQLITE_TRACE_PROFILE) : 0)
            | (tracesRows ? UInt32(SQLITE_TRACE_ROW) : 0)
        // At its end, VACUUM restores the events of its beginning, and SQLite calls the callback without checking that
        // there is one. So a callback that was needed once stays, for an event that costs nothing.
        let isIdle = events == 0 && traceEvents != 0
        setTrace(isIdle ? UInt32(SQLITE_TRACE_CLOSE) : events, on: pointer)
    }

    private var tracesRows: Bool {
        !hooks.rows.isEmpty || tracers.alive.contains { $0 is any ConnectionRowTraceDelegate }
    }

    /// For `SQLITE_TRACE_STMT`, P is the statement and X its unexpanded text, or a comment that names the trigger. For
    /// `SQLITE_TRACE_PROFILE`, P is the statement whose run has ended, and for `SQLITE_TRACE_ROW`, the statement that
    /// returns a row.
    func setTrace(_ events: UInt32, on pointer: OpaquePointer) {
        guard events != traceEvents else { return }
        traceEvents = events
        guard events != 0 else {
            sqlite3_trace_v2(pointer, 0, nil, nil)
            return
        }
        sqlite3_trace_v2(
            pointer, events,
            { event, context, statement, text in
                let list = DelegateList.list(context)
                let statement = statement.map(OpaquePointer.init)
                switch event {
                case UInt32(SQLITE_TRACE_CLOSE): break
                case UInt32(SQLITE_TRACE_PROFILE): list?.didRun(statement)
                case UInt32(SQLITE_TRACE_ROW): list?.willReturnRow(of: statement)
                default: list?.willRun(statement, text?.assumingMemoryBound(to: CChar.self))
                }
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func willRun(_ statement: OpaquePointer?, _ text: UnsafePointer<CChar>?) {
        if !tracers.isEmpty || !hooks.traces.isEmpty { trace(statement, text) }
        if let timer, let statement { timer.didBegin(statement, text) }
    }

    private func didRun(_ statement: OpaquePointer?) {
        if let timer, let statement { log(statement, timer) }
        guard scans != nil else { return }
        let rows = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1)
        guard rows > 0 else { return }
        scans?.append(rows: Int(rows), of: String(repairing: sqlite3_sql(statement)) ?? "")
    }

    private func trace(_ statement: OpaquePointer?, _ text: UnsafePointer<CChar>?) {
        var source = idleSource ?? SQLTrace.Source()
        idleSource = nil
        source.begin(statement, text)
        callDelegates { connection in
            let wasCalled = tracers.forEach { $0.connection(connection, trace: SQLTrace(source)) }
            guard !wasCalled, !tracers.isEmpty else { return }
            tracers = WeakList()
            updateTrace()
        }
        callHooks(hooks.traces) { $0(SQLTrace(source)) }
        let isStored = !isOnlyReference(&source)
        source.end(copyingTexts: isStored)
        if !isStored { idleSource = source }
    }

    private func log(_ statement: OpaquePointer, _ timer: StatementTimer) {
        if hooks.profiles.isOver { hooksDidChange() }
        let role: LoggedStatement.Role = connection?.isReadonly == true ? .reader : .writer
        guard let entry = timer.didEnd(statement, role: role) else { return }
        callDelegates { _ in timer.write(entry) }
    }

    private func willReturnRow(of statement: OpaquePointer?) {
        let names = (0..<sqlite3_column_count(statement)).map {
            String(repairing: sqlite3_column_name(statement, $0)) ?? ""
        }
        let values = names.indices.map {
            SQLiteValueView(sqlite3_column_value(statement, Int32($0))).value
        }
        let row = TracedRow(
            sql: String(repairing: sqlite3_sql(statement)) ?? "",
            row: SQLiteRow(columns: SQLiteRow.Columns(names), values: values))
        var isNeeded = !hooks.rows.isEmpty
        callDelegates { connection in
            tracers.forEach {
                guard let tracer = $0 as? any ConnectionRowTraceDelegate else { return }
                isNeeded = true
                tracer.connection(connection, willReturn: row)
            }
        }
        callHooks(hooks.rows) { $0(row) }
        if !isNeeded { updateTrace() }
    }
}
