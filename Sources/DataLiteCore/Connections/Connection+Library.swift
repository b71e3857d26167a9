import DataLiteC

extension Connection {
    /// Initializes the SQLite library. Opening a connection also initializes it. C: `sqlite3_initialize`.
    public static func initialize() throws(SQLiteError) {
        try check(sqlite3_initialize())
    }

    /// Shuts down the SQLite library, for programs that must free all memory. No connection may be open and
    /// no other thread may use SQLite. C: `sqlite3_shutdown`.
    public static func shutdown() throws(SQLiteError) {
        try check(sqlite3_shutdown())
    }

    /// The version of the running SQLite: `3.40.1`. C: `sqlite3_libversion`.
    public static var libraryVersion: String {
        String(repairing: sqlite3_libversion()) ?? ""
    }

    /// The version of the running SQLite as a number: 3040001 for 3.40.1. C:
    /// `sqlite3_libversion_number`.
    public static var libraryVersionNumber: Int32 { sqlite3_libversion_number() }
}
