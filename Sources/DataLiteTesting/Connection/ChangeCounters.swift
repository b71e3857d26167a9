/// The row counts and the row id that the answers of a mock have reported.
struct ChangeCounters {
    var changes: Int64 = 0
    var totalChanges: Int64 = 0
    var lastInsertRowID: Int64 = 0

    /// Whether the latest write was answered by the test, not by the database that is spied on.
    var isLatest = false

    /// The last row id of the database that is spied on, at the time when an answer reported
    /// another one.
    var realRowID: Int64?
}
