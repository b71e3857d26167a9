/// A change to one row.
public enum SQLiteAction: Hashable, Sendable {
    /// A row was inserted into a table of a schema: `main`, `temp`, or an attached database.
    case insert(db: String, table: String, rowID: Int64)
    /// A row was changed. `rowID` is the rowid after the change.
    case update(db: String, table: String, rowID: Int64)
    /// A row was deleted.
    case delete(db: String, table: String, rowID: Int64)
}
