/// The row counts and the rowid that the answers of a mock reported.
struct ChangeCounters {
    var changes: Int64 = 0
    var totalChanges: Int64 = 0
    var lastInsertRowID: Int64 = 0

    /// Whether the latest write was answered by the test instead of the underlying database.
    var isLatest = false

    /// The last rowid of the underlying database when an answer last reported a rowid.
    var realRowID: Int64?
}
