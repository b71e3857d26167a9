public import DataLiteCore

extension Database {
    /// Runs a closure in an immediate transaction, as `write(_:)` does, and captures the state that it has committed.
    /// Later writes can run at once; the snapshot does not see them.
    ///
    /// - Returns: The value of the closure, and the snapshot.
    /// - Throws: The errors of `write(_:)`; in that case nothing is saved. The errors of `snapshot()`, if the snapshot
    ///   cannot be opened after the commit.
    public func writeThenSnapshot<R>(
        _ body: (any ConnectionProtocol) throws -> R
    ) throws -> (result: R, snapshot: Snapshot) {
        let (result, queue) = try pool.run(.withoutTransaction(.writer)) { [pool] connection in
            try pool.source.requireSnapshots()
            let result = try connection.transaction(.immediate) { try body(connection) }
            return (result, try pool.beginSnapshot(of: connection))
        }
        return (result, Snapshot(self, queue))
    }

    /// Runs a closure in an immediate transaction, and captures the state that it has committed, on a database thread.
    ///
    /// - Returns: The value of the closure, and the snapshot.
    /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled. If that happens
    ///   after the commit, what the closure wrote is kept.
    public func writeThenSnapshot<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> (result: R, snapshot: Snapshot) {
        let (result, queue) = try await pool.runAsync(.withoutTransaction(.writer)) {
            [pool] connection in
            try pool.source.requireSnapshots()
            let result = try connection.transaction(.immediate) { try body(connection) }
            return (result, try pool.beginSnapshot(of: connection))
        }
        return (result, Snapshot(self, queue))
    }

    /// Runs a closure in an immediate transaction, commits it, and then runs another closure that reads what was
    /// committed. Other writes can run during the read, which does not see them.
    ///
    /// ```swift
    /// let count = try database.writeThenRead { db in
    ///     try db.execute("INSERT INTO items(name) VALUES ('a')")
    /// } read: { db, inserted in
    ///     try db.value("SELECT count(*) FROM items", as: Int.self)
    /// }
    /// ```
    ///
    /// For an in-memory database, the state is copied.
    ///
    /// - Parameter read: Called with the connection of the snapshot and the value of the first closure.
    /// - Throws: The errors of `writeThenSnapshot(_:)`; the errors of `read`, after the commit.
    public func writeThenRead<W, R>(
        _ write: (any ConnectionProtocol) throws -> W,
        read: (any ConnectionProtocol, W) throws -> R
    ) throws -> R {
        let (result, snapshot) = try writeThenSnapshot(write)
        defer { snapshot.close() }
        return try snapshot.read { db in try read(db, result) }
    }

    /// Runs a closure in an immediate transaction, commits it, and then runs another closure that reads what was
    /// committed, both on database threads.
    ///
    /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled. If that happens
    ///   after the commit, what the first closure wrote is kept.
    public func writeThenRead<W: Sendable, R: Sendable>(
        _ write: @escaping @Sendable (any ConnectionProtocol) throws -> W,
        read: @escaping @Sendable (any ConnectionProtocol, W) throws -> R
    ) async throws -> R {
        let (result, snapshot) = try await writeThenSnapshot(write)
        defer { snapshot.close() }
        return try await snapshot.read { db in try read(db, result) }
    }
}
