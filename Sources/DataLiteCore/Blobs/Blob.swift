import DataLiteC
public import Foundation

/// The bytes of one value in a table, which are read and written in parts, without loading the whole value.
///
/// ```swift
/// try connection.execute("INSERT INTO files(id, data) VALUES (1, zeroblob(\(size)))")
/// try connection.withBlob(in: "files", column: "data", row: 1, access: .readWrite) { blob in
///     try blob.write(header, at: 0)
/// }
/// ```
///
/// A blob exists only in the closure of ``ConnectionProtocol/withBlob(in:column:row:schema:access:_:)``. Its length is
/// fixed: to change the length, update the row, for example to `zeroblob(n)`, a BLOB of `n` zero bytes.
///
/// If the row is updated or deleted, its table changes, or the transaction is rolled back, the blob is no longer valid,
/// and its methods throw `SQLITE_ABORT`. ``reopen(row:)`` makes it valid again.
///
/// See [Incremental BLOB I/O](https://www.sqlite.org/c3ref/blob_open.html). C: `sqlite3_blob`.
public struct Blob: ~Copyable {
    let handle: BlobHandle

    init(_ handle: BlobHandle) { self.handle = handle }

    /// Whether the bytes can be written.
    public enum Access: Hashable, Sendable {
        /// The bytes can only be read.
        case readOnly
        /// The bytes can be read and written. The column must not be part of an index, a primary key or a foreign key.
        case readWrite
    }

    /// The number of bytes. C: `sqlite3_blob_bytes`.
    public var count: Int { handle.count }

    /// Reads a part of the bytes. C: `sqlite3_blob_read`.
    ///
    /// - Throws: `SQLITE_RANGE` if the range is not within `0..<count`; `SQLITE_ABORT` if the row was changed.
    public func read(_ range: Range<Int>) throws(SQLiteError) -> Data {
        // The length of a range from Int.min overflows.
        let length = range.lowerBound < 0 ? 0 : range.count
        try handle.requireBytes(from: range.lowerBound, count: length)
        var data = Data(count: range.count)
        let result = data.withUnsafeMutableBytes { bytes in
            Result { () throws(SQLiteError) in try handle.read(into: bytes, at: range.lowerBound) }
        }
        try result.get()
        return data
    }

    /// Reads all bytes.
    ///
    /// - Throws: `SQLITE_ABORT` if the row was changed.
    public func read() throws(SQLiteError) -> Data { try read(0..<count) }

    /// Reads bytes into memory of the caller. C: `sqlite3_blob_read`.
    ///
    /// - Parameters:
    ///   - buffer: The memory, all of which is filled.
    ///   - offset: The position of the first byte.
    /// - Throws: `SQLITE_RANGE` if the blob has fewer bytes; `SQLITE_ABORT` if the row was changed.
    public func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(SQLiteError) {
        try handle.requireBytes(from: offset, count: buffer.count)
        try handle.read(into: buffer, at: offset)
    }

    /// Overwrites a part of the bytes. C: `sqlite3_blob_write`.
    ///
    /// - Parameters:
    ///   - bytes: The new bytes: `Data`, an array of `UInt8`, and so on.
    ///   - offset: The position of the first byte.
    /// - Throws: `SQLITE_RANGE` if the bytes do not fit, because a blob keeps its length; `SQLITE_READONLY` without
    ///   ``Access/readWrite``; `SQLITE_ABORT` if the row was changed.
    public func write(_ bytes: some ContiguousBytes, at offset: Int) throws(SQLiteError) {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(SQLiteError) in
                try handle.requireBytes(from: offset, count: bytes.count)
                try handle.write(bytes, at: offset)
            }
        }
        try result.get()
    }

    /// Moves to the same column of another row of the table, which is faster than opening another blob. C:
    /// `sqlite3_blob_reopen`.
    ///
    /// - Throws: `SQLITE_ERROR` if there is no such row, or its value is not a BLOB or text. Then the blob throws
    ///   `SQLITE_ABORT` until it is reopened on another row.
    public func reopen(row: Int64) throws(SQLiteError) { try handle.reopen(row) }

    // MARK: - In parts

    /// Calls a closure with consecutive parts of the bytes.
    ///
    /// - Parameters:
    ///   - size: The number of bytes of each part, at least 1; the last part may be shorter.
    ///   - body: If it throws an error, reading ends.
    /// - Throws: The error of the closure; the errors of ``read(_:)``.
    public func forEachChunk(of size: Int = 65_536, _ body: (Data) throws -> Void) throws {
        var offset = 0
        while offset < count {
            let end = min(count, offset + max(size, 1))
            try body(read(offset..<end))
            offset = end
        }
    }

    /// Overwrites the bytes with consecutive parts.
    ///
    /// - Parameters:
    ///   - chunks: The parts. They need not fill the blob: its other bytes stay.
    ///   - offset: The position of the first part.
    /// - Returns: The position after the last part.
    /// - Throws: The errors of ``write(_:at:)``; the parts before the one that fails are written.
    @discardableResult
    public func write<Chunks: Sequence>(
        contentsOf chunks: Chunks, at offset: Int = 0
    ) throws(SQLiteError) -> Int where Chunks.Element: ContiguousBytes {
        var end = offset
        for chunk in chunks {
            try write(chunk, at: end)
            end += chunk.withUnsafeBytes(\.count)
        }
        return end
    }
}

// MARK: - Opening

extension ConnectionProtocol {
    /// Calls a closure with one value of a table, whose bytes can be read and written in parts.
    ///
    /// ```swift
    /// let header = try connection.withBlob(in: "files", column: "data", row: 1) { try $0.read(0..<16) }
    /// ```
    ///
    /// The blob is closed when the closure returns or throws. Outside a transaction, its writes are then committed,
    /// even if the closure throws: use `transaction` to undo them. The update hook, and so `ConnectionDelegate`, does
    /// not report writes of blobs; observations of a database do.
    ///
    /// C: `sqlite3_blob_open`, `sqlite3_blob_close`.
    ///
    /// - Parameters:
    ///   - table: The name of a table. It must have rowids, and must not be virtual or a view.
    ///   - column: The name of a column, whose value must be a BLOB or text. The bytes of text are in the encoding of
    ///     the database.
    ///   - row: The rowid.
    ///   - schema: `main`, `temp`, or the name of an attached database.
    ///   - access: Whether the bytes can be written.
    /// - Returns: The result of the closure.
    /// - Throws: The error of the closure; `SQLITE_ERROR` if there is no such table, column or row, or if the value is
    ///   NULL or a number, or if the column to write is indexed; `SQLITE_READONLY` for writing to a database that can
    ///   only be read; the error of the commit; `SQLITE_MISUSE` if the connection is closed, or is not a connection to
    ///   SQLite.
    @discardableResult
    public func withBlob<R>(
        in table: String, column: String, row: Int64, schema: String = "main",
        access: Blob.Access = .readOnly, _ body: (borrowing Blob) throws -> R
    ) throws -> R {
        guard let connection = self as? Connection else {
            throw SQLiteError.misuse("\(type(of: self)) does not support BLOBs in parts")
        }
        let place = BlobPlace(schema: schema, table: table, column: column, row: row)
        let handle = try BlobHandle(connection, place, access)
        let result: R
        do {
            result = try body(Blob(handle))
        } catch {
            try? handle.close()
            throw error
        }
        try handle.close()
        return result
    }
}

// MARK: - BlobPlace

/// The value of a table that a ``Blob`` reads or writes.
package struct BlobPlace: Hashable, Sendable {
    package let schema: String
    package let table: String
    package let column: String
    package let row: Int64

    package init(schema: String, table: String, column: String, row: Int64) {
        self.schema = schema
        self.table = table
        self.column = column
        self.row = row
    }
}
