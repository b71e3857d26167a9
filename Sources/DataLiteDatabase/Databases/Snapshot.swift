public import DataLiteCore
import Foundation

extension Database {
    /// A fixed state of a database that several reads can see.
    ///
    /// ```swift
    /// let snapshot = try database.snapshot()
    /// let total = try snapshot.read { db in try db.value("SELECT sum(amount) FROM items", as: Int.self) }
    /// let items = try snapshot.read { db in try db.rows("SELECT * FROM items") }
    /// ```
    ///
    /// Each snapshot has its own connection until it is closed or released. Reads of one snapshot run one at a time.
    /// While a snapshot is open, the WAL cannot be reset and grows with each write.
    public final class Snapshot: Sendable {
        private let database: Database
        private let queue: CallQueue.ID

        init(_ database: Database, _ queue: CallQueue.ID) {
            self.database = database
            self.queue = queue
        }

        deinit { close() }

        /// Runs a closure that reads the state of the snapshot. The closure cannot write.
        ///
        /// - Throws: The error of the closure; `SQLITE_MISUSE` inside the closure of another call of the
        ///   database, and if the snapshot or the database is closed.
        public func read<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R {
            try database.pool.run(.snapshot, queue: queue) { connection in try body(connection) }
        }

        /// Runs a closure that reads the state of the snapshot, on a database thread.
        ///
        /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled.
        public func read<R: Sendable>(
            _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
        ) async throws -> R {
            try await database.pool.runAsync(.snapshot, queue: queue) { connection in
                try body(connection)
            }
        }

        /// Reads a part of a value, and keeps the value open for the next part.
        func readBlob(_ place: BlobPlace, from offset: Int, count: Int) async throws -> Data {
            try await database.pool.runAsync(.snapshot, queue: queue) { connection in
                try connection.readKeptBlob(place, from: offset, count: count)
            }
        }

        /// Ends the snapshot when the closure that reads from it returns. Further reads throw `SQLITE_MISUSE`.
        public func close() { database.pool.endSnapshot(queue) }
    }

    /// Captures the current state of the database for several reads. For an in-memory database, this is a copy.
    ///
    /// - Throws: The errors of `read(_:)` and of opening a connection; `SQLITE_MISUSE` for a file with a rollback journal
    ///   and for an encrypted in-memory database.
    public func snapshot() throws -> Snapshot {
        let queue = try pool.run(.withoutTransaction(.reader)) { [pool] connection in
            try pool.beginSnapshot(of: connection)
        }
        return Snapshot(self, queue)
    }

    /// Captures the current state of the database for several reads. For an in-memory database, this is a copy.
    ///
    /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled first.
    public func snapshot() async throws -> Snapshot {
        let queue = try await pool.runAsync(.withoutTransaction(.reader)) { [pool] connection in
            try pool.beginSnapshot(of: connection)
        }
        return Snapshot(self, queue)
    }
}
