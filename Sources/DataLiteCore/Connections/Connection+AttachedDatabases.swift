extension Connection {
    var attachedDatabaseNames: [String] {
        get throws(SQLiteError) { try databaseNames.filter { $0 != "main" && $0 != "temp" } }
    }
}
