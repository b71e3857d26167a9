import DataLiteC

/// What one loop of a statement has read: the rows of a table, of an index, or of a subquery.
///
/// ```swift
/// let statement = try connection.prepare(sql: "SELECT * FROM albums WHERE year > 1970")
/// while try statement.step() {}
/// for scan in statement.scanStatus() ?? [] {
///     print(scan.detail, scan.rows, scan.estimatedRows)  // SCAN albums 120 240.0
/// }
/// ```
///
/// A number of rows far from the estimate means that the planner chose with wrong statistics: run `ANALYZE`.
public struct ScanStatus: Sendable, Hashable {
    /// The text of the step in `EXPLAIN QUERY PLAN`, such as `SCAN albums`.
    public let detail: String

    /// The name of the table or index.
    public let name: String?

    /// The number of times that the loop began.
    public let loops: Int64

    /// The number of rows that all runs of the loop have read.
    public let rows: Int64

    /// The number of rows that the planner expected of one run of the loop.
    public let estimatedRows: Double
}

extension Statement {
    /// What the loops of the statement have read since it was prepared or since ``resetScanStatus()``, over all runs.
    ///
    /// The loops are in the order in which SQLite compiled them. C: `sqlite3_stmt_scanstatus`.
    ///
    /// - Returns: `nil` if SQLite was built without `SQLITE_ENABLE_STMT_SCANSTATUS`, as on Debian and Apple platforms.
    public func scanStatus() -> [ScanStatus]? {
        guard let functions = ScanStatusFunctions.shared else { return nil }
        var loops: [ScanStatus] = []
        while let loop = functions.loop(Int32(loops.count), of: pointer) { loops.append(loop) }
        return loops
    }

    /// Sets the counts of ``scanStatus()`` to 0. C: `sqlite3_stmt_scanstatus_reset`.
    public func resetScanStatus() { ScanStatusFunctions.shared?.reset(pointer) }
}

/// The functions that count the rows of loops. Few builds of SQLite have them, so they are looked up at run time.
private struct ScanStatusFunctions: Sendable {
    private typealias Read =
        @Sendable @convention(c) (OpaquePointer?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32
    typealias Reset = @Sendable @convention(c) (OpaquePointer?) -> Void

    /// C: `sqlite3_stmt_scanstatus`.
    private let read: Read

    /// C: `sqlite3_stmt_scanstatus_reset`.
    let reset: Reset

    static let shared = ScanStatusFunctions()

    private init?() {
        guard let read = datalite_symbol("sqlite3_stmt_scanstatus"),
            let reset = datalite_symbol("sqlite3_stmt_scanstatus_reset")
        else { return nil }
        // SAFETY: sqlite3.h declares the two functions that are looked up with these types.
        self.read = unsafeBitCast(read, to: Read.self)
        self.reset = unsafeBitCast(reset, to: Reset.self)
    }

    /// - Returns: `nil` after the last loop.
    func loop(_ index: Int32, of statement: OpaquePointer?) -> ScanStatus? {
        var loops: Int64 = 0
        guard read(statement, index, SQLITE_SCANSTAT_NLOOP, &loops) == 0 else { return nil }
        var rows: Int64 = 0
        var estimate = 0.0
        // SAFETY: sqlite3.h documents the type that each operation writes. The strings exist as long as the statement
        // is not changed.
        var name: UnsafePointer<CChar>?
        var detail: UnsafePointer<CChar>?
        _ = read(statement, index, SQLITE_SCANSTAT_NVISIT, &rows)
        _ = read(statement, index, SQLITE_SCANSTAT_EST, &estimate)
        _ = read(statement, index, SQLITE_SCANSTAT_NAME, &name)
        _ = read(statement, index, SQLITE_SCANSTAT_EXPLAIN, &detail)
        return ScanStatus(
            detail: String(repairing: detail) ?? "", name: String(repairing: name), loops: loops,
            rows: rows, estimatedRows: estimate)
    }
}
