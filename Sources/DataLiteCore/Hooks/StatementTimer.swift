import DataLiteC

/// Measures the runs of statements for the logs of a connection.
///
/// SQLite's own measurement has a resolution of one millisecond.
final class StatementTimer {
    private let logs: [StatementLog]

    /// The limit of the log that receives most statements.
    private let limit: Duration

    /// The running statements.
    private var starts: [OpaquePointer: ContinuousClock.Instant] = [:]

    /// - Parameter logs: At least one.
    init(_ logs: [StatementLog]) {
        self.logs = logs
        limit = logs.map(\.limit).min() ?? .zero
    }

    /// A statement begins to run, or one of its triggers does: then the text is a comment that names the trigger.
    func didBegin(_ statement: OpaquePointer, _ text: UnsafePointer<CChar>?) {
        guard text == sqlite3_sql(statement) else { return }
        starts[statement] = .now
    }

    /// The run of a statement has ended.
    ///
    /// - Returns: The logs to call, and what to pass.
    func didEnd(_ statement: OpaquePointer, role: LoggedStatement.Role) -> [Message] {
        guard let start = starts.removeValue(forKey: statement) else { return [] }
        let duration = start.duration(to: .now)
        guard duration >= limit, let sql = String(repairing: sqlite3_sql(statement)) else {
            return []
        }
        return logs.filter { duration >= $0.limit }.map { log in
            Message(
                log: log,
                statement: LoggedStatement(
                    sql: sql, expandedSQL: log.includesValues ? expandedSQL(of: statement) : nil,
                    duration: duration, role: role))
        }
    }

    struct Message {
        let log: StatementLog
        let statement: LoggedStatement
    }

    private func expandedSQL(of statement: OpaquePointer) -> String? {
        guard let expanded = sqlite3_expanded_sql(statement) else { return nil }
        defer { sqlite3_free(expanded) }
        return String(repairing: expanded)
    }
}
