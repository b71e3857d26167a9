import DataLiteC

extension Connection {
    /// Copies a database of this connection to another connection, in steps, and replaces the database there.
    ///
    /// ```swift
    /// try source.backup(to: target) { progress in print(progress.completedPages, progress.totalPages) }
    /// ```
    ///
    /// The copy is one state of the database. It starts again when another connection commits, unless a transaction is
    /// open on this connection. Each step waits for locks up to the busy timeout. The closure may use this connection;
    /// `target` throws `SQLITE_MISUSE` in the closure. The observers of `target` are told of a commit whose changes
    /// are not known.
    ///
    /// C: `sqlite3_backup_init`, `sqlite3_backup_step`, `sqlite3_backup_finish`.
    ///
    /// - Parameters:
    ///   - target: The connection to copy to. No transaction may be open on it.
    ///   - schema: The database to copy: `main`, `temp`, or the name of an attached database.
    ///   - targetSchema: The database to replace.
    ///   - pagesPerStep: The number of pages to copy between calls of `progress`, at least 1.
    ///   - progress: Called after each step, but before the step that completes the copy: the last call reports all
    ///     pages while one of them is still to be copied. If it throws an error, the backup ends and the target is
    ///     unchanged.
    /// - Throws: The error of `progress`; `SQLITE_ERROR` if both are the same database or the same connection, if a
    ///   name is not the name of a database, if a transaction is open on the target, or if the target contains tables
    ///   and encodes text differently (`PRAGMA encoding`); `SQLITE_READONLY` if the target is read-only, or has another
    ///   page size and is in WAL mode or in memory; `SQLITE_BUSY` or `SQLITE_LOCKED` if a database stays locked;
    ///   `SQLITE_INTERRUPT` if either connection is interrupted, or stopped by the limit or the cancellation of a call;
    ///   `SQLITE_MISUSE` if either connection is closed.
    public func backup(
        to target: Connection, from schema: String = "main", into targetSchema: String = "main",
        pagesPerStep: Int = 100, progress: (BackupProgress) throws -> Void = { _ in }
    ) throws {
        try backup(
            to: target, from: schema, into: targetSchema, pagesPerStep: pagesPerStep,
            keepsTarget: true, progress: progress)
    }

    /// - Parameter keepsTarget: Whether the target is used after the copy.
    package func backup(
        to target: Connection, from schema: String = "main", into targetSchema: String = "main",
        pagesPerStep: Int = 100, keepsTarget: Bool, progress: (BackupProgress) throws -> Void
    ) throws {
        let source = try handle.open()
        let destination = try target.handle.open()
        try requireOtherDatabase(schema, target, targetSchema)
        guard target.handle.canRunStatements || target.handle.canRunAfterDeferredWork() else {
            throw target.handle.refusal(of: "backup")
        }
        target.clearStatementCache()
        // A pool replaces the connection, and its observers read again.
        if target.handle.notesChanges { target.handle.changes.insert(.settings) }
        func begin() throws(SQLiteError) -> OpaquePointer {
            if let backup = sqlite3_backup_init(destination, targetSchema, source, schema) {
                return backup
            }
            throw target.handle.error(sqlite3_extended_errcode(destination), sql: nil)
        }
        if keepsTarget {
            // SQLite's own checks come first.
            try sqlite3_backup_finish(begin())
            // The copy reports that the target is read-only.
            if target.isReadonly(targetSchema) != true {
                try target.requireTextEncoding(of: self, schema, in: targetSchema)
            }
        }
        let backup = try begin()
        let pages = Int32(clamping: max(pagesPerStep, 1))
        runningBackups += 1
        defer { runningBackups -= 1 }
        do {
            try copyPages(backup, of: schema, to: target, pagesPerStep: pages, progress)
        } catch {
            sqlite3_backup_finish(backup)
            throw error
        }
        try check(sqlite3_backup_finish(backup), on: destination)
        defer { target.delegates.contentsWereReplaced() }
        try target.leaveWALFormat(targetSchema)
    }

    private func requireOtherDatabase(
        _ schema: String, _ target: Connection, _ targetSchema: String
    ) throws(SQLiteError) {
        for name in [schema, targetSchema] where name.utf8.contains(0) {
            throw SQLiteError(.error, message: "the name of a database contains a NUL character")
        }
        let isSame: Bool
        // SQLite would wait forever for the mutex of a cache that both share.
        if let file = try openFile(of: schema), try file == target.openFile(of: targetSchema) {
            isSame = true
        } else if let path = path(of: schema), let other = target.path(of: targetSchema) {
            isSame =
                FileIdentity(path).map { $0 == FileIdentity(other) }
                // In memory, a name that begins with a slash is shared.
                ?? (path == other && path.hasPrefix("/"))
        } else {
            isSame = self === target && schema.lowercased() == targetSchema.lowercased()
        }
        guard !isSame else {
            let name = path(of: schema) ?? schema
            throw SQLiteError(.error, message: "cannot copy the database \"\(name)\" to itself")
        }
        guard self !== target else {
            throw SQLiteError(
                .error, message: "SQLite cannot copy between two databases of one connection")
        }
    }

    /// Copies all pages. The step that copies the last one commits the target, so nothing may throw after it:
    /// <https://www.sqlite.org/c3ref/backup_finish.html>.
    private func copyPages(
        _ backup: OpaquePointer, of schema: String, to target: Connection, pagesPerStep: Int32,
        _ progress: (BackupProgress) throws -> Void
    ) throws {
        let interruptions = interruptions(with: target)
        // Without pages, each step is the last.
        if try handle.isEmpty(schema) { try report(backup, target, to: progress) }
        // A step without pages determines their number.
        var isComplete = try !step(backup, by: 0, target, interruptions)
        while !isComplete {
            let remaining = sqlite3_backup_remaining(backup)
            if remaining > 1 {
                isComplete = try !step(
                    backup, by: min(pagesPerStep, remaining - 1), target, interruptions)
                // Another connection has removed pages.
                if isComplete { return }
            }
            try report(backup, target, to: progress)
            guard sqlite3_backup_remaining(backup) == 1 else { continue }
            isComplete = try !step(backup, by: 1, target, interruptions)
        }
    }

    private func interruptions(with target: Connection) -> [Int] {
        [interruptHandle.interruptions, target.interruptHandle.interruptions]
    }

    /// - Parameter interruptions: The numbers of interrupts at the start.
    /// - Returns: Whether there is more to copy.
    private func step(
        _ backup: OpaquePointer, by pages: Int32, _ target: Connection, _ interruptions: [Int]
    ) throws(SQLiteError) -> Bool {
        guard handle.canRunStatements || handle.canRunAfterDeferredWork() else {
            throw handle.refusal(of: "backup")
        }
        guard !target.handle.stopFlag.isSet else { throw SQLiteError.stopped("backup") }
        // SQLite's interrupt affects only statements.
        guard self.interruptions(with: target) == interruptions else {
            throw SQLiteError(.interrupt, message: "the backup was interrupted")
        }
        let code = sqlite3_backup_step(backup, pages)
        guard code != SQLITE_DONE else { return false }
        try check(code)
        return true
    }

    /// Calls a closure, which must not use the target. The last page counts as copied, as its step completes the copy.
    private func report(
        _ backup: OpaquePointer, _ target: Connection,
        to progress: (BackupProgress) throws -> Void
    ) throws {
        let total = Int(sqlite3_backup_pagecount(backup))
        let remaining = Int(sqlite3_backup_remaining(backup))
        let completed = remaining > 1 ? total - remaining : total
        target.handle.executionBlocks.insert(.insideBackup)
        defer { target.handle.executionBlocks.remove(.insideBackup) }
        try progress(BackupProgress(completedPages: completed, totalPages: total))
    }
}

/// The progress of a backup.
public struct BackupProgress: Sendable {
    /// The number of pages copied so far.
    public let completedPages: Int

    /// The number of pages in the database.
    public let totalPages: Int
}

// MARK: - Text encoding

extension Connection {
    /// Throws if this connection could not read a database that is replaced by one of another connection, because its
    /// text is encoded differently.
    ///
    /// A connection uses one encoding for all of its databases, once it has read or created a table. C:
    /// `PRAGMA encoding`.
    func requireTextEncoding(
        of source: Connection, _ sourceSchema: String = "main", in schema: String
    ) throws(SQLiteError) {
        // The copy reports that a database is damaged.
        do throws(SQLiteError) {
            guard let new = try source.handle.textEncoding, let old = try handle.textEncoding,
                new != old, try !source.handle.isNew(sourceSchema)
            else { return }
            if schema.lowercased() == "main", try handle.hasOnlyNewDatabases { return }
            throw SQLiteError(
                .error,
                message: "cannot replace the database \"\(schema)\", whose text is encoded in "
                    + "\(old), by one in \(new): open connections could not read it; copy to a new "
                    + "file")
        } catch {
            let code = error.resultCode.primary
            guard code == .corrupt || code == .notADB else { throw error }
        }
    }
}

extension ConnectionHandle {
    fileprivate var textEncoding: String? {
        get throws(SQLiteError) { try results(of: "PRAGMA encoding", column: 0).first }
    }

    /// Whether no table was ever created in any database of the connection.
    fileprivate var hasOnlyNewDatabases: Bool {
        get throws(SQLiteError) {
            for schema in try results(of: "PRAGMA database_list", column: 1) {
                guard try isNew(schema) else { return false }
            }
            return true
        }
    }

    /// Whether no table was ever created in a database.
    fileprivate func isNew(_ schema: String) throws(SQLiteError) -> Bool {
        try number("schema_version", of: schema) == "0"
    }

    /// Whether a database has no pages, because nothing was ever written to it.
    func isEmpty(_ schema: String) throws(SQLiteError) -> Bool {
        try number("page_count", of: schema) == "0"
    }

    private func number(_ pragma: String, of schema: String) throws(SQLiteError) -> String? {
        let name = schema.replacing("\"", with: "\"\"")
        return try results(of: "PRAGMA \"\(name)\".\(pragma)", column: 0).first
    }

    /// The values in a column of the result of a statement, which no authorizer denies.
    private func results(of sql: String, column: Int32) throws(SQLiteError) -> [String] {
        let pointer = try open()
        guard canRunStatements || canRunAfterDeferredWork() else { throw refusal(of: sql) }
        let outer = authorizer
        authorizer = nil
        defer { authorizer = outer }
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        try check(sqlite3_prepare_v2(pointer, sql, -1, &statement, nil), on: pointer)
        var results: [String] = []
        while true {
            let code = sqlite3_step(statement)
            guard code == SQLITE_ROW else {
                if code != SQLITE_DONE { try check(code, on: pointer) }
                return results
            }
            if let text = sqlite3_value_text(sqlite3_column_value(statement, column)) {
                results.append(String(cString: text))
            }
        }
    }
}
