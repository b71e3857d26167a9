extension Database {
    /// Stops all use of the file until ``resume()``, so that no transaction of the process holds a lock on it. Call
    /// this before the system suspends an app: some systems end an app that is suspended while it holds a lock on a
    /// shared file.
    ///
    /// - Running statements are interrupted and throw `SQLITE_INTERRUPT`, as do later statements of the same closure.
    ///   Its transaction is rolled back, unless it is already being committed.
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
