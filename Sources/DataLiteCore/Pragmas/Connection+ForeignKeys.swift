import DataLiteC

extension Connection {
    /// Sets whether foreign keys are enforced, even if the connection was stopped and refuses to run SQL. C:
    /// `SQLITE_DBCONFIG_ENABLE_FKEY`.
    package func switchForeignKeys(on isOn: Bool) throws(SQLiteError) {
        try handle.turn(SQLITE_DBCONFIG_ENABLE_FKEY, on: isOn, "foreign keys")
    }
}
