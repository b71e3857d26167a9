import DataLiteCore
public import Foundation

extension Database {
    /// The bytes of one value of a table in consecutive parts, so that a large value is never in memory as a whole.
    ///
    /// ```swift
    /// for try await chunk in database.blobChunks(in: "files", column: "data", row: id) {
    ///     try await response.write(chunk)
    /// }
    /// ```
    ///
    /// The iteration reads one state of the database, which it keeps as a ``Snapshot`` until it ends: so later writes
    /// do not change the bytes, an in-memory database is copied, and a database with a rollback journal throws
    /// `SQLITE_MISUSE`. Each part is read on a database thread; no connection of a reader is in use between two parts.
    ///
    /// The value stays open until its last part was read, so the total time is proportional to its length. An iteration
    /// that is abandoned, cancelled or fails closes the value and the snapshot.
    ///
    /// - Parameters:
    ///   - table: The name of a table with rowids.
    ///   - column: The name of a column, whose value must be a BLOB or text.
    ///   - row: The rowid.
    ///   - schema: `main`, or the name of a database that `onOpen` attaches.
    ///   - size: The number of bytes of each part, at least 1; the last part may be shorter.
    public func blobChunks(
        in table: String, column: String, row: Int64, schema: String = "main",
        of size: Int = 65_536
    ) -> BlobChunks {
        BlobChunks(
            database: self,
            place: BlobPlace(schema: schema, table: table, column: column, row: row),
            size: max(size, 1))
    }

    /// The parts of a value: see ``Database/blobChunks(in:column:row:schema:of:)``.
    public struct BlobChunks: AsyncSequence, Sendable {
        public typealias Element = Data

        let database: Database
        let place: BlobPlace
        let size: Int

        public func makeAsyncIterator() -> Iterator { Iterator(chunks: self) }

        /// A single iteration.
        public struct Iterator: AsyncIteratorProtocol {
            let chunks: BlobChunks
            private var snapshot: Snapshot?
            private var offset = 0
            private var isFinished = false

            init(chunks: BlobChunks) { self.chunks = chunks }

            /// Reads the next part.
            ///
            /// - Returns: `nil` after the last part.
            /// - Throws: The errors of `snapshot()`, of `withBlob`, and of `read(_:)`; `CancellationError` if the task
            ///   is cancelled. The iteration then ends.
            public mutating func next() async throws -> Data? {
                guard !isFinished else { return nil }
                do {
                    let data = try await read()
                    offset += data.count
                    if data.isEmpty { finish() }
                    return data.isEmpty ? nil : data
                } catch {
                    finish()
                    throw error
                }
            }

            private mutating func read() async throws -> Data {
                let (chunks, offset) = (chunks, offset)
                let current: Snapshot
                if let snapshot {
                    current = snapshot
                } else {
                    current = try await chunks.database.snapshot()
                    snapshot = current
                }
                return try await current.readBlob(chunks.place, from: offset, count: chunks.size)
            }

            private mutating func finish() {
                isFinished = true
                snapshot?.close()
                snapshot = nil
            }
        }
    }
}
