import DataLiteC

// A statement that is finalized before its object is released still needs a valid `sqlite3_stmt *`, because the C
// interface does not check for NULL everywhere. It gets an empty statement of a separate database.

extension Statement {
    /// - Returns: `nil` if there is not enough memory.
    static func makeSubstitute() -> OpaquePointer? {
        var connection: OpaquePointer?
        var statement: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX
        if sqlite3_open_v2(":memory:", &connection, flags, nil) == SQLITE_OK {
            sqlite3_prepare_v2(connection, "SELECT NULL WHERE 0", -1, &statement, nil)
        }
        if statement == nil { sqlite3_close(connection) }
        return statement
    }

    static func releaseSubstitute(_ statement: OpaquePointer) {
        let connection = sqlite3_db_handle(statement)
        sqlite3_finalize(statement)
        sqlite3_close(connection)
    }
}
