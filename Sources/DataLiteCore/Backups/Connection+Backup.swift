import DataLiteC

extension Connection {
    /// Copies the main database to another connection's main database, in steps.
    ///
    /// The copy restarts when another connection commits, unless a transaction is open on this connection. C:
    /// `sqlite3_backup_init`, `sqlite3_backup_step`.
    ///
    /// - Parameters:
    ///   - target: The connection to copy to. The contents of its database are replaced.
    ///   - pagesPerStep: The number of pages to copy between calls of `progress`.
    ///   - progress: Called after each step. If it throws an error, the backup ends and `target` is
    ///     unchanged.
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

    /// - Returns: Whether there is more to copy.
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
