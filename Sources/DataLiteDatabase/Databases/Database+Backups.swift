public import DataLiteCore

extension Database {
    /// Copies the database to a file, replacing the contents of an existing database. The copy has the state at the
    /// start of the backup, and the writer is not blocked. A new file has a temporary name in the same folder until it is
    /// complete.
    ///
    /// - Parameters:
    ///   - pagesPerStep: The number of pages to copy between calls of `progress`, at least 1.
    ///   - progress: Called after each step, the last time before the last page is copied. If it throws, the backup
    ///     ends, and no file is created or changed.
    public func backup(
        to path: String, pagesPerStep: Int = 100,
        progress: (BackupProgress) throws -> Void = { _ in }
    ) throws {
        let key = pool.source.configuration.connection.key
        try pool.run(.readWithoutTransaction) { connection in
            try connection.backUp(to: path, key, pagesPerStep, progress)
        }
    }

    /// Copies the database to a file, on a database thread.
    ///
    /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled.
    public func backup(
        to path: String, pagesPerStep: Int = 100,
        progress: @escaping @Sendable (BackupProgress) throws -> Void = { _ in }
    ) async throws {
        let key = pool.source.configuration.connection.key
        try await pool.runAsync(.readWithoutTransaction) { connection in
            try connection.backUp(to: path, key, pagesPerStep, progress)
        }
    }

    /// Copies the database to another open database, replacing its contents. The writer of the target is held until the
    /// copy is complete: until then, reads of the target see the old contents; afterwards, observers of the target read
    /// the new contents.
    ///
    /// - Parameters:
    ///   - pagesPerStep: The number of pages to copy between calls of `progress`, at least 1.
    ///   - progress: Called after each step, the last time before the last page is copied. If it throws, the backup
    ///     ends, and the target is unchanged.
    /// - Throws: The errors of `read(_:)`, and those of `writeWithoutTransaction(_:)` of the target; `SQLITE_ERROR` if
    ///   both are the same database, or if the target contains tables and encodes text differently;
    ///   `SQLITE_READONLY` if the page sizes differ.
    public func backup(
        to target: Database, pagesPerStep: Int = 100,
        progress: (BackupProgress) throws -> Void = { _ in }
    ) throws {
        try requireOther(target)
        let (source, target) = (pool, target.pool)
        guard source.isTaken(before: target) else {
            return try target.run(.writeWithoutTransaction) {
                try target.replaceContents(of: $0, reading: source, pagesPerStep, progress)
            }
        }
        try source.run(.readWithoutTransaction) {
            try target.replaceContents(reading: $0, pagesPerStep, progress)
        }
    }

    /// Copies the database to another open database, on a database thread, like the synchronous form.
    ///
    /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled.
    public func backup(
        to target: Database, pagesPerStep: Int = 100,
        progress: @escaping @Sendable (BackupProgress) throws -> Void = { _ in }
    ) async throws {
        try requireOther(target)
        let (source, target) = (pool, target.pool)
        guard source.isTaken(before: target) else {
            return try await target.runAsync(.writeWithoutTransaction) {
                try target.replaceContents(of: $0, reading: source, pagesPerStep, progress)
            }
        }
        try await source.runAsync(.readWithoutTransaction) {
            try target.replaceContents(reading: $0, pagesPerStep, progress)
        }
    }

    private func requireOther(_ target: Database) throws(SQLiteError) {
        guard target === self else { return }
        throw SQLiteError(.error, message: "cannot copy a database to itself")
    }
}

extension ConnectionPool {
    /// Whether a copy takes a connection of this database first. Two copies in opposite directions take their
    /// connections in the same order, so they cannot wait for each other.
    func isTaken(before other: ConnectionPool) -> Bool {
        ObjectIdentifier(self) < ObjectIdentifier(other)
    }

    /// Replaces the contents of the database, whose writer is taken first.
    fileprivate func replaceContents(
        of copy: Connection, reading source: ConnectionPool, _ pagesPerStep: Int,
        _ progress: (BackupProgress) throws -> Void
    ) throws {
        try replacing(copy) {
            try source.run(.readWithoutTransaction, inside: copy) { original in
                try copy.replaceContents(reading: original, pagesPerStep, progress)
            }
        }
    }

    /// Replaces the contents of the database, whose writer is taken after the reader of the source.
    fileprivate func replaceContents(
        reading original: Connection, _ pagesPerStep: Int,
        _ progress: (BackupProgress) throws -> Void
    ) throws {
        try run(.writeWithoutTransaction, inside: original) { copy in
            try replacing(copy) {
                try copy.replaceContents(reading: original, pagesPerStep, progress)
            }
        }
    }

    /// Calls a closure that replaces the contents of the database with those of another one.
    fileprivate func replacing(_ writer: Connection, _ body: () throws -> Void) throws {
        guard source.hasRollbackJournal, let mode = configuration.journalMode else {
            return try body()
        }
        // A copy of a file in WAL mode is in WAL mode, which cannot be changed once a reader has read it. So the lock of
        // the copy is kept until the mode is set back.
        let timeout = configuration.connection.busyTimeout
        try withoutReaders(writer, within: timeout) { _ in
            try writer.execute("PRAGMA main.locking_mode = EXCLUSIVE")
            defer {
                writer.ignoringStop {
                    _ = try? writer.execute("PRAGMA main.locking_mode = NORMAL")
                    // SQLite releases the lock when it next uses the file.
                    try? writer.beginReading()
                }
            }
            try body()
            do {
                try writer.ignoringStop { try writer.setJournalMode(mode, ofMainOnly: true) }
            } catch {
                throw SQLiteError.journalModeNotRestored(error)
            }
        }
    }
}

// MARK: - Restoring

extension Database {
    /// Replaces the contents of the database with those of a file, such as a backup. The writer is held until the copy
    /// is complete: until then, reads see the old contents; afterwards, observers read the new contents.
    ///
    /// The file is only read. An encrypted database needs a file with the same key. With a rollback journal, the
    /// running reads end first, and no other program may use the database until this method returns.
    ///
    /// - Parameter progress: Called after each step of 100 pages, the last time before the last page is copied. If it
    ///   throws, nothing has changed.
    /// - Throws: The errors of `writeWithoutTransaction(_:)`; `SQLITE_CANTOPEN` if the file cannot be opened;
    ///   `SQLITE_NOTADB` if it is not a database; `SQLITE_READONLY` if the page sizes differ; `SQLITE_ERROR` if the
    ///   database contains tables and the file encodes text differently. Then nothing has changed, unless the message
    ///   says that the contents were replaced. In that case, the journal mode of a file with a rollback journal could
    ///   not be set back, and the next write tries again.
    public func restore(
        from path: String, progress: (BackupProgress) throws -> Void = { _ in }
    ) throws {
        try pool.run(.writeWithoutTransaction) { [pool] connection in
            try connection.restore(pool, from: path, progress)
        }
    }

    /// Replaces the contents of the database with those of a file, on a database thread, like the synchronous form.
    ///
    /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled.
    public func restore(
        from path: String, progress: @escaping @Sendable (BackupProgress) throws -> Void = { _ in }
    ) async throws {
        try await pool.runAsync(.writeWithoutTransaction) { [pool] connection in
            try connection.restore(pool, from: path, progress)
        }
    }
}

extension Connection {
    fileprivate func backUp(
        to path: String, _ key: Key?, _ pagesPerStep: Int,
        _ progress: (BackupProgress) throws -> Void
    ) throws {
        func copy(to path: String) throws {
            let target = try Connection(
                location: .file(path: path), configuration: .init { $0.key = key })
            try reading {
                try target.copyContents(of: self, keepsTarget: false, pagesPerStep, progress)
            }
            try target.close()
        }
        if FileIdentity(path) == nil {
            let file = try NewFile(path)
            try copy(to: file.temporaryPath)
            if try file.complete() { return }
            // Another task or program has created the file in the meantime.
        }
        var identity: FileIdentity?
        repeat {
            identity = FileIdentity(path)
            try copy(to: path)
            // Otherwise another copy has replaced the file, which was empty.
        } while FileIdentity(path) != identity
    }

    /// Without a read transaction, a commit of the writer would restart the backup. The transaction of the call is
    /// deferred, so it begins with its first read.
    func beginReading() throws(SQLiteError) { try execute("SELECT 1 FROM sqlite_schema LIMIT 1") }

    /// Calls a closure in a read transaction, whose end ignores a cancellation: a complete copy cannot be undone.
    private func reading(_ body: () throws -> Void) throws {
        let scope = try beginReadScope()
        do {
            try beginReading()
            try body()
        } catch {
            undo(scope)
            throw error
        }
        do {
            try ignoringStop { try finish(scope) }
        } catch let error as SQLiteError where error.resultCode.primary == .interrupt {
            undo(scope)
        }
    }

    fileprivate func replaceContents(
        reading original: Connection, _ pagesPerStep: Int,
        _ progress: (BackupProgress) throws -> Void
    ) throws {
        try original.reading {
            try copyContents(of: original, keepsTarget: true, pagesPerStep, progress)
        }
    }

    fileprivate func restore(
        _ pool: ConnectionPool, from path: String, _ progress: (BackupProgress) throws -> Void
    ) throws {
        let key = pool.source.configuration.connection.key
        let file = try Connection(
            location: .file(path: path), options: [.readonly, .nomutex],
            configuration: .init { $0.key = key })
        try pool.replacing(self) {
            try replaceContents(reading: file, 100, progress)
        }
    }

    /// - Parameter keepsTarget: Whether this connection is used after the copy.
    private func copyContents(
        of original: Connection, keepsTarget: Bool, _ pagesPerStep: Int,
        _ progress: (BackupProgress) throws -> Void
    ) throws {
        do {
            try original.backup(
                to: self, pagesPerStep: pagesPerStep, keepsTarget: keepsTarget, progress: progress)
        } catch let error as SQLiteError where error.resultCode.primary == .readonly {
            // SQLite calls a database read-only if its pages have another size.
            let sizes = try? (original.pageSize, pageSize)
            guard let sizes, sizes.0 != sizes.1 else { throw error }
            throw SQLiteError(
                error.resultCode,
                message: "cannot replace the contents of the database: the page sizes differ "
                    + "(\(sizes.0) bytes in the source, \(sizes.1) bytes in the target)",
                underlyingError: error)
        }
    }

    private var pageSize: Int {
        get throws(SQLiteError) { try requiredValue("PRAGMA page_size") }
    }
}
