extension DatabaseCollation {
    /// Replaces the collating sequence of the same declaration that captures other values.
    ///
    /// - Throws: `SQLITE_MISUSE` if a query has added another one with the same name, which is not replaced, because
    ///   indexes may have been sorted by it; or if it is replaced while a statement is running.
    func replaceOther(on connection: Connection) throws(SQLiteError) {
        switch connection.origin(ofCollation: name) {
        case .query(let other):
            guard other != identity else { return }
            guard other.place == identity.place else {
                throw .collationsWithOneName(other.place, self)
            }
            do {
                try connection.addMissing(collation: Collation(self), .query(identity))
            } catch {
                guard error.resultCode.primary == .busy else { throw error }
                throw .collationIsReplaced(self)
            }
        case .program, .removed: return
        case nil:
            let isBuiltIn = ["binary", "nocase", "rtrim"].contains { SQLName.matches($0, name) }
            if isBuiltIn { throw .collationOfSQLite(self) }
        }
    }

    /// Adds the collating sequence to a connection that lacks it.
    ///
    /// - Returns: `false` if the program has removed it.
    func add(to connection: Connection) throws(SQLiteError) -> Bool {
        guard connection.origin(ofCollation: name) != .removed else { return false }
        try connection.addMissing(collation: Collation(self), .query(identity))
        return true
    }
}
