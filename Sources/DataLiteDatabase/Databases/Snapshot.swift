public import DataLiteCore

extension Database {
    /// One state of a database, for several reads.
    ///
    /// ```swift
    /// let snapshot = try database.snapshot()
    /// let total = try snapshot.read { db in try db.value("SELECT sum(amount) FROM items", as: Int.self) }
    /// let items = try snapshot.read { db in try db.rows("SELECT * FROM items") }
    /// ```
    ///
    /// Each snapshot has a connection of its own, until it is closed or released. Reads of one snapshot run
    /// one after the other. While there are snapshots, the WAL cannot be reset and grows with each write.
    public final class Snapshot: Sendable {
        private let database: Database
        private let queue: CallQueue.ID

        init(_ database: Database, _ queue: CallQueue.ID) {
            self.database = database
            self.queue = queue
        }

        deinit { close() }

        /// Runs a closure that reads the state of the snapshot. It cannot write.
        ///
        /// - Throws: what the closure throws; `SQLITE_MISUSE` inside the closure of another call of the
        ///   database, and when the snapshot or the database is closed.
        public func read<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R {
            try database.pool.run(.snapshot, queue: queue) { connection in try body(connection) }
        }

        /// Runs a closure that reads the state of the snapshot, on a thread of the database.
        ///
        /// - Throws: as the synchronous form; `CancellationError` if the task is cancelled.
        public func read<R: Sendable>(
            _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
        ) async throws -> R {
            try await database.pool.runAsync(.snapshot, queue: queue) { connection in
                try body(connection)
            }
        }

        /// Ends the snapshot, once the closure that reads from it has returned. Further reads throw
        /// `SQLITE_MISUSE`.
        public func close() { database.pool.endSnapshot(queue) }
    }

    /// Keeps the present state of the database for several reads. In memory, this is a copy.
    ///
    /// - Throws: as `read(_:)`, and what opening a connection reports.
    public func snapshot() throws -> Snapshot {
        let queue = try pool.run(.withoutTransaction(.reader)) { [pool] connection in
            try pool.beginSnapshot(of: connection)
        }
        return Snapshot(self, queue)
    }

    /// Keeps the present state of the database for several reads. In memory, this is a copy.
    ///
    /// - Throws: as the synchronous form; `CancellationError` if the task is cancelled before.
    public func snapshot() async throws -> Snapshot {
        let queue = try await pool.runAsync(.withoutTransaction(.reader)) { [pool] connection in
            try pool.beginSnapshot(of: connection)
        }
        return Snapshot(self, queue)
    }
}
