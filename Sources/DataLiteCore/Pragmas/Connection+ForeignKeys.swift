import DataLiteC

extension Connection {
    /// Sets whether foreign keys are enforced, also while the connection refuses to run SQL because it was
    /// stopped. C: `SQLITE_DBCONFIG_ENABLE_FKEY`.
    package func switchForeignKeys(on isOn: Bool) throws(SQLiteError) {
        try handle.turn(SQLITE_DBCONFIG_ENABLE_FKEY, on: isOn, "foreign keys")
    }
}
