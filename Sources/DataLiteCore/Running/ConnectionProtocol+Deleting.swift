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
}
