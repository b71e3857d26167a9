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
            let result = try pool.run(.writeWithoutTransaction) { [pool] connection in
                try pool.checkpoint(connection, mode, includesAttached: true)
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
            let result = try await pool.runAsync(.writeWithoutTransaction) { [pool] connection in
                try pool.checkpoint(connection, mode, includesAttached: true)
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

    /// Lets SQLite update the statistics by which it chooses indexes, for the tables whose contents have changed. Call
    /// this before closing a database, and every few hours or days if it stays open.
    ///
    /// See [PRAGMA optimize](https://www.sqlite.org/pragma.html#pragma_optimize).
    ///
    /// - Parameter limit: The number of rows of each index that are read, so that large tables take little time; 0 for
    ///   all.
    /// - Throws: The errors of `writeWithoutTransaction(_:)`.
    public func optimize(analysisLimit limit: Int = 400) throws {
        try pool.run(.writeWithoutTransaction) { try $0.optimize(analysisLimit: limit) }
    }

    /// Updates the statistics on a database thread, like the synchronous form.
    public func optimize(analysisLimit limit: Int = 400) async throws {
        try await pool.runAsync(.writeWithoutTransaction) {
            try $0.optimize(analysisLimit: limit)
        }
    }

    /// Writes a copy of the database to a new file, without the space of deleted rows. It does not block the writer. The
    /// file has a temporary name in the same folder until it is complete.
    ///
    /// - Throws: `SQLITE_ERROR` if the file exists and is not empty; `SQLITE_CANTOPEN` if it cannot be created.
    public func vacuum(into path: String) throws {
        let isInMemory = pool.source.isInMemory
        try pool.run(.readWithoutTransaction) { connection in
            try connection.vacuum(into: path, isInMemory: isInMemory)
        }
    }

    /// Writes a copy of the database to a new file, on a database thread.
    public func vacuum(into path: String) async throws {
        let isInMemory = pool.source.isInMemory
        try await pool.runAsync(.readWithoutTransaction) { connection in
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

// MARK: - Copies

extension Database {
    /// Copies the current state to a new in-memory database, for example to test or preview with the data of a file.
    ///
    /// - Parameter configuration: The configuration of the copy, or `nil` for the configuration of this database, with
    ///   write access. The `onOpen` of the configuration runs after the data is copied.
    /// - Throws: The errors of `read(_:)` and `inMemory(configuration:)`; `SQLITE_FULL` if the copy needs more than 2
    ///   GB; `SQLITE_MISUSE` for an encrypted database, which `temporaryCopy(configuration:)` can copy.
    public func inMemoryCopy(configuration: Configuration? = nil) throws -> Database {
        let settings = try settingsOfCopy(configuration, isInMemory: true)
        let (uri, anchor) = try pool.run(.read) { try ConnectionSource.copyInMemory($0) }
        return try Self.openCopy(uri, anchor, settings)
    }

    /// Copies the current state to a new in-memory database, on a database thread, like the synchronous form.
    ///
    /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled.
    public func inMemoryCopy(configuration: Configuration? = nil) async throws -> Database {
        let settings = try settingsOfCopy(configuration, isInMemory: true)
        let (uri, anchor) = try await pool.runAsync(.read) {
            try ConnectionSource.copyInMemory($0)
        }
        return try Self.openCopy(uri, anchor, settings)
    }

    /// Copies the current state to a new database in a temporary file, which is deleted when the copy is closed or
    /// released. A copy of an encrypted database has the same key.
    ///
    /// - Parameter configuration: The configuration of the copy, or `nil` for the configuration of this database, with
    ///   write access. The `onOpen` of the configuration runs after the data is copied.
    /// - Throws: The errors of `backup(to:pagesPerStep:progress:)` and `temporary(configuration:)`.
    public func temporaryCopy(configuration: Configuration? = nil) throws -> Database {
        let settings = try settingsOfCopy(configuration, isInMemory: false)
        let path = try TemporaryFile.create()
        do {
            try backup(to: path)
            return try Self.temporary(path, settings)
        } catch {
            TemporaryFile.delete(path)
            throw error
        }
    }

    /// Copies the current state to a new database in a temporary file, on a database thread, like the synchronous form.
    ///
    /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled.
    public func temporaryCopy(configuration: Configuration? = nil) async throws -> Database {
        let settings = try settingsOfCopy(configuration, isInMemory: false)
        let path = try TemporaryFile.create()
        do {
            try await backup(to: path)
            return try Self.temporary(path, settings)
        } catch {
            TemporaryFile.delete(path)
            throw error
        }
    }

    private func settingsOfCopy(
        _ configuration: Configuration?, isInMemory: Bool
    ) throws(SQLiteError) -> Configuration {
        let key = pool.source.configuration.connection.key
        guard !isInMemory || key == nil else {
            throw SQLiteError.misuse(
                "an encrypted database cannot be copied into memory: use temporaryCopy()")
        }
        var settings = configuration ?? pool.configuration
        settings.connection.key = key
        if configuration == nil { settings.access = .readWrite }
        if configuration == nil, isInMemory { settings.connection.journalMode = nil }
        try settings.validate(isInMemory ? .memory : .temporaryFile)
        return settings
    }

    private static func openCopy(
        _ uri: String, _ anchor: Locked<Connection?>, _ configuration: Configuration
    ) throws(SQLiteError) -> Database {
        let (source, first) = try ConnectionSource.openInMemory(
            uri, isNamed: false, anchor, configuration)
        return Database(ConnectionPool(source, first: first, configuration))
    }
}

// MARK: - Statistics

extension Database {
    /// Counters of a database since it was opened.
    public struct Statistics: Equatable, Sendable {
        /// The number of completed reads, including reads of snapshots.
        public internal(set) var reads = 0

        /// The number of completed writes.
        public internal(set) var writes = 0

        /// The number of calls that had to wait for a connection.
        public internal(set) var waits = 0

        /// The longest time that a call held a connection, accurate to a few milliseconds.
        public internal(set) var longestCall = Duration.zero

        /// The number of connections that were opened, including the connections of snapshots, and the replacements of
        /// connections that could not be reused, for example because a closure kept a reference to one.
        public internal(set) var openedConnections = 0

        /// The number of pages found in the page caches of the connections. Hits of a connection that is in use are
        /// included once the connection is idle.
        public internal(set) var cacheHits = 0

        /// The number of pages read into the page caches of the connections. Misses of a connection that is in use are
        /// included once the connection is idle.
        public internal(set) var cacheMisses = 0

        /// The number of pages in the WAL after the latest write.
        public internal(set) var walPages = 0

        /// The number of times that new reads had to wait so that the WAL could be reset.
        public internal(set) var walResets = 0
    }

    /// The counters of the database since it was opened.
    public var statistics: Statistics {
        pool.state.withLock { state in
            state.countCacheHits()
            return state.statistics
        }
    }

    /// The number of observations and streams of changes.
    package var observerCount: Int { pool.observers.delivery.count }

    /// The number of open connections.
    package var connectionCount: Int {
        pool.state.withLock { $0.slots.reduce(0) { $0 + $1.connectionCount } }
    }

    /// Descriptions of the running calls, for a log.
    package var runningCalls: [String] { pool.state.withLock { $0.runningDescriptions() } }

    /// The configuration, with the current key.
    package var currentConfiguration: Configuration { pool.source.configuration }
}

// MARK: - Suspension

extension Database {
    /// Stops all use of the file until ``resume()``, so that no transaction of the process holds a lock on it. Call
    /// this before the system suspends an app: some systems end an app that is suspended while it holds a lock on a
    /// shared file.
    ///
    /// - Running statements are interrupted and throw `SQLITE_INTERRUPT`, as do later statements of the same closure.
    ///   The transaction of the closure is rolled back, unless it is already being committed.
    /// - Waiting and new calls throw `SQLITE_ABORT`.
    /// - Snapshots end, because each holds a lock.
    /// - Observations wait, and read again after ``resume()``.
    ///
    /// In WAL mode, open connections keep the shared locks that mark the file as in use. These locks block no other
    /// program, and only `close()` releases them.
    ///
    /// This returns immediately. `suspend(within:)` also waits for the running closures. Suspending again
    /// has no effect.
    public func suspend() { pool.suspend(nil) }

    /// Suspends the database like ``suspend()``, and waits until no closure is running. In the deinitializer of an
    /// object that the database releases while it closes a connection, this does not wait.
    ///
    /// - Throws: `SQLITE_BUSY` with a list of the running calls if a closure does not return in time, because it runs
    ///   no SQL; the database is suspended nevertheless. `SQLITE_MISUSE` in the closure of a call.
    public func suspend(within limit: Duration) throws { try pool.suspend(within: limit) }

    /// Suspends the database like the synchronous form, without blocking the thread of the task.
    public func suspend(within limit: Duration) async throws {
        try await pool.suspendAsync(within: limit)
    }

    /// Ends the effect of ``suspend()``: calls succeed again, and observations read the current values.
    public func resume() { pool.resume() }

    /// Whether the database is suspended.
    public var isSuspended: Bool { pool.isSuspended }

    /// Releases memory that the idle connections do not need: their cached pages and statements. Connections that are
    /// in use are not affected. C: `sqlite3_db_release_memory`.
    ///
    /// Call this when the system warns that memory is low.
    public func releaseMemory() { pool.forEachIdleConnection { $0.releaseMemory() } }
}
