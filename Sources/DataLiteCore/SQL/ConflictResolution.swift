/// The way SQLite handles a row that violates a constraint: `INSERT OR ...`.
public enum ConflictResolution: String, Sendable {
    /// The statement fails, and its changes are undone.
    case abort = "ABORT"
    /// The statement fails, but the changes that it has already made are kept.
    case fail = "FAIL"
    /// The row is skipped.
    case ignore = "IGNORE"
    /// The existing rows that conflict with it are deleted first.
    case replace = "REPLACE"
    /// The statement fails, and the transaction is rolled back.
    case rollback = "ROLLBACK"
}
