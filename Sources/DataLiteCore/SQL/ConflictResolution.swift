/// What SQLite does with a row that breaks a constraint: `INSERT OR ...`.
public enum ConflictResolution: String, Sendable {
    /// The statement fails, and its changes are undone.
    case abort = "ABORT"
    /// The statement fails, and the changes that it has made stay.
    case fail = "FAIL"
    /// The row is skipped.
    case ignore = "IGNORE"
    /// The rows that it conflicts with are deleted first.
    case replace = "REPLACE"
    /// The statement fails, and the transaction is rolled back.
    case rollback = "ROLLBACK"
}
