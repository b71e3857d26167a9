import DataLiteC

extension Connection {
    /// Copies the main database into that of another connection, in steps.
    ///
    /// The copy is one state of the database if a transaction is open on this connection; otherwise a commit
    /// of another connection makes it start again. C: `sqlite3_backup_init`, `sqlite3_backup_step`.
    ///
    /// - Parameters:
    ///   - target: The connection to copy to. What its database contains is replaced.
    ///   - pagesPerStep: How many pages are copied between two calls of `progress`.
    ///   - progress: Called after each step. An error that it throws ends the backup, and `target` is left
    ///     as it was.
    /// - Throws: `SQLITE_ERROR` if both connections have the same database open.
    package func copy(
        to target: Connection, pagesPerStep: Int32, progress: (BackupProgress) throws -> Void
    ) throws {
        let source = try handle.open()
        let destination = try target.handle.open()
        guard !hasSameDatabase(as: target) else {
            throw SQLiteError(
                .error, message: "cannot copy the database \"\(path ?? "")\" to itself")
        }
        guard let backup = sqlite3_backup_init(destination, "main", source, "main") else {
            throw target.handle.error(sqlite3_extended_errcode(destination), sql: nil)
        }
        do {
            while try step(backup, by: pagesPerStep) { try progress(Self.progress(of: backup)) }
            try progress(Self.progress(of: backup))
        } catch {
            sqlite3_backup_finish(backup)
            throw error
        }
        try check(sqlite3_backup_finish(backup), on: destination)
    }

    private func hasSameDatabase(as other: Connection) -> Bool {
        guard let path, let otherPath = other.path else { return self === other }
        guard let file = FileIdentity(path) else {
            // In memory, a name that begins with a slash is shared.
            return path == otherPath && path.hasPrefix("/")
        }
        return file == FileIdentity(otherPath)
    }

    /// - Returns: whether there is more to copy.
    private func step(_ backup: OpaquePointer, by pages: Int32) throws(SQLiteError) -> Bool {
        guard handle.canRunStatements || handle.canRunAfterDeferredWork() else {
            throw handle.refusal(of: "backup")
        }
        let code = sqlite3_backup_step(backup, pages)
        guard code != SQLITE_DONE else { return false }
        try check(code)
        return true
    }

    private static func progress(of backup: OpaquePointer) -> BackupProgress {
        let total = Int(sqlite3_backup_pagecount(backup))
        let remaining = Int(sqlite3_backup_remaining(backup))
        return BackupProgress(completedPages: total - remaining, totalPages: total)
    }
}
