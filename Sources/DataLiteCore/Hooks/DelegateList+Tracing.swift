import DataLiteC
import Foundation

// The trace callback: statements that begin to run, for trace delegates, and statements that have ended, for reports of
// scans. Then the logs of statements, which need no callback.

extension DelegateList {
    /// Installs the trace callback for the events that are needed, or removes it.
    func updateTrace() {
        guard let pointer = handle.pointer else { return }
        let begins = !tracers.isEmpty || !hooks.traces.isEmpty
        let events =
            (begins ? UInt32(SQLITE_TRACE_STMT) : 0)
            | (scans != nil ? UInt32(SQLITE_TRACE_PROFILE) : 0)
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
    /// `SQLITE_TRACE_PROFILE`, P is the statement whose run has ended. For `SQLITE_TRACE_ROW`, P is the statement that
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
                default: list?.trace(statement, text?.assumingMemoryBound(to: CChar.self))
                }
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func didRun(_ statement: OpaquePointer?) {
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

    /// Passes a statement whose run has ended to the logs.
    func log(_ statement: Statement, _ duration: Duration) {
        if hooks.profiles.isOver { hooksDidChange() }
        let hooks = hooks.profiles
        let wantsValues = (logs + hooks.bodies).contains {
            $0.includesValues && duration >= $0.limit
        }
        let logged = LoggedStatement(
            sql: statement.sql, expandedSQL: wantsValues ? statement.expandedSQL : nil,
            duration: duration, role: connection?.isReadonly == true ? .reader : .writer)
        callDelegates { connection in
            let write = { (log: TimedLog) in
                guard duration >= log.limit else { return }
                log.write(log.includesValues ? logged : logged.withoutValues, connection)
            }
            logs.forEach(write)
            hooks.forEach(write)
        }
    }

    /// Starts, changes or stops the clock that measures runs for the logs.
    func updateRunClock() {
        let limit = (logs + hooks.profiles.bodies).map(\.limit).min()
        if limit != handle.runClock?.limit { handle.runClock = limit.map(RunClock.init) }
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

// MARK: - Logs

/// A closure that receives statements.
struct TimedLog {
    let limit: Duration
    let includesValues: Bool
    let write: (LoggedStatement, Connection) -> Void
}

/// The clock that measures the runs of statements, for logs.
///
/// SQLite's own measurement, `SQLITE_TRACE_PROFILE`, reads the time of day twice for each run. That is most of the cost
/// of a log with a long limit, for which the time of the last tick of the system's clock suffices.
struct RunClock {
    /// The shortest duration that is of interest.
    let limit: Duration

    private let nanoseconds: Int64
    private let id: clockid_t

    /// When this value was created. Runs that began earlier are not measured.
    private var start: Int64 = 0

    init(limit: Duration) {
        self.limit = limit
        let (seconds, attoseconds) = max(.zero, limit).components
        nanoseconds =
            seconds < 1 << 32 ? seconds * 1_000_000_000 + attoseconds / 1_000_000_000 : .max
        #if canImport(Darwin)
            id = CLOCK_MONOTONIC
        #else
            id = limit < .milliseconds(50) ? CLOCK_MONOTONIC : CLOCK_MONOTONIC_COARSE
        #endif
        start = now
    }

    /// The time in nanoseconds.
    var now: Int64 {
        var time = timespec()
        clock_gettime(id, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The time since the beginning of a run, if it is of interest.
    func duration(since runStart: Int64) -> Duration? {
        guard runStart >= start else { return nil }
        let duration = now - runStart
        return duration >= nanoseconds ? .nanoseconds(duration) : nil
    }
}
