import DataLiteC

/// A change to one row.
public enum SQLiteAction: Hashable, Sendable {
    /// A row was inserted into a table of a schema: `main`, `temp`, or an attached database.
    case insert(db: String, table: String, rowID: Int64)
    /// A row was changed. `rowID` is the rowid after the change.
    case update(db: String, table: String, rowID: Int64)
    /// A row was deleted.
    case delete(db: String, table: String, rowID: Int64)

    /// The action that the update hook reports.
    init?(
        _ operation: Int32, database: UnsafePointer<CChar>?, table: UnsafePointer<CChar>?,
        rowID: Int64
    ) {
        let database = String(repairing: database) ?? ""
        let table = String(repairing: table) ?? ""
        switch operation {
        case SQLITE_INSERT: self = .insert(db: database, table: table, rowID: rowID)
        case SQLITE_UPDATE: self = .update(db: database, table: table, rowID: rowID)
        case SQLITE_DELETE: self = .delete(db: database, table: table, rowID: rowID)
        default: return nil
        }
    }
}

/// A change of a row that SQLite is about to make, for ``ConnectionProtocol/onPreupdate(of:values:_:)``.
public struct PendingChange: Hashable, Sendable {
    /// What happens to the row.
    public enum Kind: Hashable, Sendable {
        /// The row is inserted.
        case insert
        /// The row is changed.
        case update
        /// The row is deleted.
        case delete
        /// A BLOB in this column of the row is written in parts. The new value is not known yet.
        case blobWrite(column: Int)
    }

    /// What happens to the row.
    public let kind: Kind

    /// `main`, `temp`, or the name of an attached database.
    public let schema: String

    /// The name of the table, as in the schema.
    public let table: String

    /// The rowid before the change; `nil` for an inserted row. Without meaning in a `WITHOUT ROWID` table.
    public let oldRowID: Int64?

    /// The rowid after the change; `nil` for a deleted row. Without meaning in a `WITHOUT ROWID` table.
    public let newRowID: Int64?

    /// The values before the change, in the order of the table's columns; `nil` for an inserted row, and if values were
    /// not requested. A column that was added to the table after the row was written may be NULL instead of its default
    /// value.
    public let old: [SQLiteValue]?

    /// The values after the change; `nil` for a deleted row and a written BLOB, and if values were not requested.
    public let new: [SQLiteValue]?

    /// 0 for a change by a statement itself, 1 for one by a trigger that it fires, 2 for one by a trigger of that
    /// change, and so on. C: `sqlite3_preupdate_depth`.
    public let triggerDepth: Int

    /// A change, for mocks and tests.
    public init(
        _ kind: Kind, schema: String = "main", table: String, oldRowID: Int64? = nil,
        newRowID: Int64? = nil, old: [SQLiteValue]? = nil, new: [SQLiteValue]? = nil,
        triggerDepth: Int = 0
    ) {
        (self.kind, self.schema, self.table) = (kind, schema, table)
        (self.oldRowID, self.newRowID, self.old, self.new) = (oldRowID, newRowID, old, new)
        self.triggerDepth = triggerDepth
    }
}

/// A closure that is called before changes, and for which ones.
struct PreupdateListener {
    /// `nil` for all tables.
    let tables: Set<SchemaName>?
    let readsValues: Bool
    let body: (PendingChange) -> Void
}
