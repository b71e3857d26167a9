/// What SQLite does with a row that breaks a constraint: `INSERT OR ...`.
public enum InsertConflict: String, Sendable {
    /// The statement fails, and what it has done is undone.
    case abort = "ABORT"
    /// The statement fails, and what it has done stays.
    case fail = "FAIL"
    /// The row is left out.
    case ignore = "IGNORE"
    /// The rows that are in its way are deleted.
    case replace = "REPLACE"
    /// The statement fails, and the transaction is rolled back.
    case rollback = "ROLLBACK"
}
