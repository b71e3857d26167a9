public import DataLiteCore
import Foundation

extension Database {
    /// Copies the WAL into the database file. Checkpoints run automatically. Call this, for example, before copying
    /// the file with another tool.
    ///
    /// All modes but `.passive` need a moment in which no reader uses an older state of the database. They retry for
    /// up to the busy timeout. Writes can run between the attempts.
    ///
    /// - Returns: The result of the checkpoint, even if other connections blocked part of it.
    /// - Throws: The errors of `write(_:)`.
    @discardableResult
    public func checkpoint(_ mode: CheckpointMode = .passive) throws -> CheckpointResult {
        var attempts = pool.checkpointAttempts(mode)
        while true {
            let result = try pool.run(.withoutTransaction(.writer)) { connection in
                try connection.checkpointWithoutWaiting(mode)
            }
            guard let pause = attempts.pause(after: result) else { return result }
            Thread.sleep(forTimeInterval: Double(pause.components.attoseconds) / 1e18)
        }
    }

    /// Copies the WAL into the database file, on a database thread, like the synchronous form.
    ///
    /// - Throws: The errors of `write(_:)`; `CancellationError` if the task is cancelled.
    @discardableResult
    public func checkpoint(_ mode: CheckpointMode = .passive) async throws -> CheckpointResult {
        var attempts = pool.checkpointAttempts(mode)
        while true {
            let result = try await pool.runAsync(.withoutTransaction(.writer)) { connection in
                try connection.checkpointWithoutWaiting(mode)
            }
            guard let pause = attempts.pause(after: result) else { return result }
            try await AlarmClock.shared.sleep(for: pause)
        }
    }

    /// Rebuilds the database file to reclaim the space of deleted rows. See
    /// [VACUUM](https://www.sqlite.org/lang_vacuum.html).
    public func vacuum() throws {
        try writeWithoutTransaction { db in try db.execute("VACUUM") }
    }

    /// Rebuilds the database file, on a database thread.
    public func vacuum() async throws {
        try await writeWithoutTransaction { db in try db.execute("VACUUM") }
    }

    /// Writes a copy of the database to a new file, without the space of deleted rows. It does not block the writer.
    ///
    /// - Throws: `SQLITE_ERROR` if the file exists and is not empty.
    public func vacuum(into path: String) throws {
        let isInMemory = pool.source.isInMemory
        try pool.run(.withoutTransaction(.reader)) { connection in
            try connection.vacuum(into: path, isInMemory: isInMemory)
        }
    }

    /// Writes a copy of the database to a new file, on a database thread.
    public func vacuum(into path: String) async throws {
        let isInMemory = pool.source.isInMemory
        try await pool.runAsync(.withoutTransaction(.reader)) { connection in
            try connection.vacuum(into: path, isInMemory: isInMemory)
        }
    }
}

// MARK: - Backups

extension Database {
    /// Copies the database to a file, replacing the contents of an existing database. The copy has the state at the
    /// start of the backup, and the writer is not blocked.
    ///
    /// - Parameter progress: Called after each step of 100 pages. If it throws, the backup ends, and the file is
    ///   unchanged, or removed if it did not exist.
    public func backup(
        to path: String, progress: (BackupProgress) throws -> Void = { _ in }
    ) throws {
        let key = pool.configuration.connection.key
        try pool.run(.read) { connection in
            try connection.backUp(to: path, key, progress)
        }
    }

    /// Copies the database to a file, on a database thread.
    ///
    /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled.
    public func backup(
        to path: String, progress: @escaping @Sendable (BackupProgress) throws -> Void = { _ in }
    ) async throws {
        let key = pool.configuration.connection.key
        try await pool.runAsync(.read) { connection in
            try connection.backUp(to: path, key, progress)
        }
    }
}

extension Connection {
    private static let pagesPerStep: Int32 = 100

    fileprivate func backUp(
        to path: String, _ key: Key?, _ progress: (BackupProgress) throws -> Void
    ) throws {
        let isNew = !FileManager.default.fileExists(atPath: path)
        do {
            let target = try Connection(
                location: .file(path: path), configuration: .init { $0.key = key })
            // Without the transaction of the call, a commit of the writer would restart the backup. The transaction
            // is deferred, so it begins with its first read.
            try execute("SELECT 1 FROM sqlite_schema LIMIT 1")
            try copy(to: target, pagesPerStep: Self.pagesPerStep, progress: progress)
            try target.close()
        } catch {
            if isNew { unlink(path) }
            throw error
        }
    }
}
