import DataLiteC

extension ConnectionProtocol {
    /// Runs a statement that deletes one row of a table or a view.
    ///
    /// - Parameters:
    ///   - delete: Runs the statement and returns the number of deleted rows.
    ///   - isStored: Returns whether the row exists.
    /// - Returns: Whether a row was deleted, by the statement or by the trigger of a view.
    package func deletesRow<E: Error>(
        by delete: () throws(E) -> Int, isStored: () throws(E) -> Bool
    ) throws(E) -> Bool {
        let changes = totalChanges
        if try delete() > 0 { return true }
        // SQLite does not count the row of a view, but the rows that its trigger changes.
        guard totalChanges != changes else { return false }
        return try !isStored()
    }

    /// A number that is another one after the first step of a change if triggers have changed rows: SQLite counts the
    /// rows of the change itself only at its end. It does not change for a mock.
    package var triggeredChanges: Int64 {
        sqliteConnection?._withUnsafeGuaranteedRef { $0.totalChanges } ?? 0
    }

    /// Runs a statement that updates one row of a table or a view.
    ///
    /// It counts no row, although the row exists, if a conflict or a trigger skips the row, and for a view. It is not
    /// repeated then, because its triggers may have changed other rows.
    ///
    /// - Parameters:
    ///   - schema: The schema of the table; `nil` if it is not known.
    ///   - update: Runs the statement and returns the number of updated rows.
    ///   - isStored: Returns whether the row exists.
    /// - Returns: Whether the row exists.
    package func updatesRow<E: Error>(
        in schema: String?, by update: () throws(E) -> Int, isStored: () throws(E) -> Bool
    ) throws(E) -> Bool {
        while true {
            let changes = totalChanges
            // Only a row that exists fires triggers.
            if try update() > 0 || totalChanges != changes { return true }
            let version = dataVersion(of: schema)
            let isStored = try isStored()
            // If another connection has inserted the row in between, the update has not seen it, and has done nothing.
            if !isStored || dataVersion(of: schema) == version { return isStored }
        }
    }

    /// A number that changes with the content of a database, as far as the connection has seen it. C:
    /// `SQLITE_FCNTL_DATA_VERSION`.
    private func dataVersion(of schema: String?) -> UInt32 {
        var version: UInt32 = 0
        if let pointer = sqliteConnection?.takeUnretainedValue().handle.pointer {
            sqlite3_file_control(pointer, schema ?? "main", SQLITE_FCNTL_DATA_VERSION, &version)
        }
        return version
    }
}
