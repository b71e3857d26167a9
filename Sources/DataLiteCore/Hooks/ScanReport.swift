/// A statement that read many rows of a table without an index, for which an index may be missing.
///
/// A database reports them with `Database.Configuration.reportScans(ofMoreThan:to:)`.
public struct ScanReport: Hashable, Sendable {
    /// The text of the statement, with parameters as `?`.
    public let sql: String

    /// The number of rows that a run of the statement read in full scans of tables; the greatest number, if there were
    /// several runs. Rows that are read in the order of an index, or that an index finds, do not count. C:
    /// `SQLITE_STMTSTATUS_FULLSCAN_STEP`.
    public internal(set) var rows: Int

    /// The number of runs that read more rows than the limit.
    public internal(set) var runs: Int

    /// A report, for mocks and tests.
    public init(sql: String, rows: Int, runs: Int = 1) {
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
