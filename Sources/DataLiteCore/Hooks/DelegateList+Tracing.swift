import DataLiteC

// The trace callback: statements that begin to run, for trace delegates, and statements that have ended, for logs and
// reports of scans.

extension DelegateList {
    /// Installs the trace callback for the events that are needed, or removes it.
    func updateTrace() {
        guard let pointer = handle.pointer else { return }
        let begins = !tracers.isEmpty || timer?.measures == true || !hooks.traces.isEmpty
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
    /// `SQLITE_TRACE_PROFILE`, P is the statement whose run has ended, and X its time. For `SQLITE_TRACE_ROW`, P is the
    /// statement that returns a row.
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
                case UInt32(SQLITE_TRACE_PROFILE):
                    list?.didRun(statement, .nanoseconds(text?.load(as: Int64.self) ?? 0))
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

    private func didRun(_ statement: OpaquePointer?, _ time: Duration) {
        if let timer, let statement { log(statement, timer, time) }
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

    private func log(_ statement: OpaquePointer, _ timer: StatementTimer, _ time: Duration) {
        if hooks.profiles.isOver { hooksDidChange() }
        guard
            let entry = timer.didEnd(
                statement, time, role: connection?.isReadonly == true ? .reader : .writer)
        else { return }
        callDelegates { timer.write(entry, of: $0) }
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

// MARK: - ScanReport

/// A statement that read many rows of a table without an index, for which an index may be missing.
///
/// A database reports them with `Database.Configuration.reportScans(ofMoreThan:to:)`.
public struct ScanReport: Equatable, Sendable {
    /// The text of the statement, with parameters as `?`.
    public let sql: String

    /// The number of rows that a run of the statement read in full scans of tables; the greatest number, if there were
    /// several runs. Rows that are read in the order of an index, or that an index finds, do not count. C:
    /// `SQLITE_STMTSTATUS_FULLSCAN_STEP`.
    public internal(set) var rows: Int

    /// The number of runs that read more rows than the limit.
    public internal(set) var runs: Int

    /// A report, for mocks and tests.
    package init(sql: String, rows: Int, runs: Int = 1) {
        self.sql = sql
        self.rows = rows
        self.runs = runs
    }
}

/// The scans of a connection that have not been reported.
struct ScanLog {
    /// The number of rows above which a scan is reported.
    let limit: Int

    private(set) var reports: [ScanReport] = []
    private var positions: [String: Int] = [:]

    /// The greatest number of different statements; SQL text may come from users.
    private static var capacity: Int { 100 }

    init(limit: Int) { self.limit = limit }

    mutating func append(rows: Int, of sql: @autoclosure () -> String) {
        guard rows > limit else { return }
        let sql = sql()
        if let position = positions[sql] {
            reports[position].rows = max(reports[position].rows, rows)
            reports[position].runs += 1
        } else if reports.count < Self.capacity {
            positions[sql] = reports.count
            reports.append(ScanReport(sql: sql, rows: rows))
        }
    }

    /// Removes and returns the reports.
    mutating func takeAll() -> [ScanReport] {
        guard !reports.isEmpty else { return [] }
        defer { self = ScanLog(limit: limit) }
        return reports
    }
}

extension Connection {
    /// Notes the statements that scan more than a number of rows, until ``takeScanReports()``.
    ///
    /// SQLite then measures each statement and resets its counter `Statement.Counter.fullScanSteps` after each run. C:
    /// `sqlite3_trace_v2` with `SQLITE_TRACE_PROFILE`.
    package func noteScans(ofMoreThan limit: Int) { delegates.noteScans(ofMoreThan: limit) }

    /// Removes and returns the reports of the statements that have ended: at most one for each text, and at most 100.
    package func takeScanReports() -> [ScanReport] { delegates.scans?.takeAll() ?? [] }
}

// MARK: - StatementTimer

/// Measures the runs of statements for the logs of a connection.
///
/// SQLite's own measurement uses the time of day, with a resolution of one millisecond. That suffices for long limits.
final class StatementTimer {
    private let logs: [TimedLog]

    /// The logs that end with their hooks.
    var hooks = HookList<TimedLog>() {
        didSet { updateLimit() }
    }

    /// The limit of the log that receives most statements.
    private var limit: Duration = .zero

    /// The running statements.
    private var starts: [OpaquePointer: ContinuousClock.Instant] = [:]

    init(_ logs: [StatementLog]) {
        self.logs = logs.map {
            TimedLog(limit: $0.limit, includesValues: $0.includesValues, write: $0.write)
        }
        updateLimit()
    }

    /// Whether there is no log.
    var isIdle: Bool { logs.isEmpty && hooks.isEmpty }

    private var allLogs: [TimedLog] { logs + hooks.bodies }

    private func updateLimit() { limit = allLogs.map(\.limit).min() ?? .zero }

    /// Whether runs are measured from their beginning, because the limit is short.
    var measures: Bool { limit < .milliseconds(20) }

    /// A statement begins to run, or one of its triggers does: then the text is a comment that names the trigger.
    func didBegin(_ statement: OpaquePointer, _ text: UnsafePointer<CChar>?) {
        guard measures, text == sqlite3_sql(statement) else { return }
        starts[statement] = .now
    }

    /// The run of a statement has ended.
    ///
    /// - Parameter time: SQLite's measurement.
    /// - Returns: The statement for the logs, with its values if a log wants them; `nil` if no log receives it.
    func didEnd(
        _ statement: OpaquePointer, _ time: Duration, role: @autoclosure () -> LoggedStatement.Role
    ) -> LoggedStatement? {
        let measured = measures ? starts.removeValue(forKey: statement)?.duration(to: .now) : time
        guard let duration = measured, duration >= limit,
            let sql = String(repairing: sqlite3_sql(statement))
        else { return nil }
        let wantsValues = allLogs.contains { $0.includesValues && duration >= $0.limit }
        return LoggedStatement(
            sql: sql, expandedSQL: wantsValues ? expandedSQL(of: statement) : nil,
            duration: duration, role: role())
    }

    /// Passes a statement to the logs.
    func write(_ statement: LoggedStatement, of connection: Connection) {
        let write = { (log: TimedLog) in
            guard statement.duration >= log.limit else { return }
            log.write(log.includesValues ? statement : statement.withoutValues, connection)
        }
        logs.forEach(write)
        let hooks = hooks
        hooks.forEach(write)
    }

    private func expandedSQL(of statement: OpaquePointer) -> String? {
        guard let expanded = sqlite3_expanded_sql(statement) else { return nil }
        defer { sqlite3_free(expanded) }
        return String(repairing: expanded)
    }
}

/// A closure that receives statements.
struct TimedLog {
    let limit: Duration
    let includesValues: Bool
    let write: (LoggedStatement, Connection) -> Void
}
