/// A change of one row.
public enum SQLiteAction: Hashable, Sendable {
    /// A row has been inserted into a table of a schema (`main`, `temp`, or an attached one).
    case insert(db: String, table: String, rowID: Int64)
    /// A row has been changed; the row id is the one it has now.
    case update(db: String, table: String, rowID: Int64)
    /// A row has been deleted.
    case delete(db: String, table: String, rowID: Int64)
}
