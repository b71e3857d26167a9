import DataLiteC

extension SQLiteAction {
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
