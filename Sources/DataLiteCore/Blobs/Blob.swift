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
/// fixed: to change it, update the row. SQLite calls a BLOB of another length `zeroblob(n)`.
///
/// If the row is updated or deleted, or its table changes, the blob is no longer valid, and its methods throw
/// `SQLITE_ABORT`; so does a rollback. ``reopen(row:)`` makes it valid again.
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
