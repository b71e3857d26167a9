public import DataLiteCore
import Foundation

extension Database {
    /// Copies the WAL into the database file. Checkpoints run automatically. Call this, for example, before copying
    /// the file with another tool.
    ///
    /// All modes but `.passive` need a moment in which no reader uses an older state of the database. They retry for
    /// up to the busy timeout. Writes can run between the attempts. The WALs of databases that `onOpen` attaches are
    /// copied, too.
    ///
    /// - Returns: The result for the main database, even if other connections blocked part of the checkpoint.
    /// - Throws: The errors of `write(_:)`.
    @discardableResult
    public func checkpoint(_ mode: CheckpointMode = .passive) throws -> CheckpointResult {
        var attempts = pool.checkpointAttempts(mode)
        while true {
            let result = try pool.run(.withoutTransaction(.writer)) { connection in
                try connection.checkpointAllWithoutWaiting(mode)
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
                try connection.checkpointAllWithoutWaiting(mode)
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

    /// Rebuilds the database file on a database thread, like the synchronous form.
    public func vacuum() async throws {
        try await writeWithoutTransaction { db in try db.execute("VACUUM") }
    }

    /// Lets SQLite update the statistics of the tables whose contents have changed, on which its choice of indexes
    /// depends. Call this before closing a database, and every few hours or days if it stays open.
    ///
    /// See [PRAGMA optimize](https://www.sqlite.org/pragma.html#pragma_optimize).
    ///
    /// - Parameter limit: The number of rows of each index that are read, so that large tables take little time; 0 for
    ///   all.
    /// - Throws: The errors of `writeWithoutTransaction(_:)`.
    public func optimize(analysisLimit limit: Int = 400) throws {
        try pool.run(.withoutTransaction(.writer)) { try $0.optimize(analysisLimit: limit) }
    }

    /// Updates the statistics on a database thread, like the synchronous form.
    public func optimize(analysisLimit limit: Int = 400) async throws {
        try await pool.runAsync(.withoutTransaction(.writer)) {
            try $0.optimize(analysisLimit: limit)
        }
    }

    /// Writes a copy of the database to a new file, without the space of deleted rows. It does not block the writer. The
    /// file has a temporary name in the same folder until it is complete.
    ///
    /// - Throws: `SQLITE_ERROR` if the file exists and is not empty; `SQLITE_CANTOPEN` if it cannot be created.
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

extension Connection {
    fileprivate func optimize(analysisLimit limit: Int) throws(SQLiteError) {
        try set(pragma: "analysis_limit", value: limit)
        try execute("PRAGMA optimize")
    }
}
