import DataLiteC

/// Measures the runs of statements for the logs of a connection.
///
/// SQLite's own measurement has a resolution of one millisecond.
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

    private var allLogs: [TimedLog] { logs + hooks.closures.compactMap(\.body) }

    private func updateLimit() { limit = allLogs.map(\.limit).min() ?? .zero }

    /// A statement begins to run, or one of its triggers does: then the text is a comment that names the trigger.
    func didBegin(_ statement: OpaquePointer, _ text: UnsafePointer<CChar>?) {
        guard text == sqlite3_sql(statement) else { return }
        starts[statement] = .now
    }

    /// The run of a statement has ended.
    ///
    /// - Returns: The statement for the logs, without and with its values; `nil` if no log receives it.
    func didEnd(_ statement: OpaquePointer, role: LoggedStatement.Role) -> Entry? {
        guard let start = starts.removeValue(forKey: statement) else { return nil }
        let duration = start.duration(to: .now)
        guard duration >= limit, let sql = String(repairing: sqlite3_sql(statement)) else {
            return nil
        }
        let wantsValues = allLogs.contains { $0.includesValues && duration >= $0.limit }
        return Entry(
            plain: LoggedStatement(sql: sql, duration: duration, role: role),
            expanded: LoggedStatement(
                sql: sql, expandedSQL: wantsValues ? expandedSQL(of: statement) : nil,
                duration: duration, role: role))
    }

    /// Passes a statement to the logs.
    func write(_ entry: Entry) {
        let write = { (log: TimedLog) in
            guard entry.plain.duration >= log.limit else { return }
            log.write(log.includesValues ? entry.expanded : entry.plain)
        }
        logs.forEach(write)
        let hooks = hooks
        hooks.forEach(write)
    }

    struct Entry {
        let plain: LoggedStatement
        let expanded: LoggedStatement
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
    let write: (LoggedStatement) -> Void
}
