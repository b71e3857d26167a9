import DataLiteC
package import Foundation

/// The C handle of a ``Blob``. It is open during the closure that the blob is passed to, or while a connection keeps
/// it.
final class BlobHandle {
    // Not the connection, which may keep this object.
    private let owner: ConnectionHandle

    /// The value that was opened first.
    let place: BlobPlace

    private let access: Blob.Access

    /// `nil` once closed.
    private var pointer: OpaquePointer?

    /// The number of bytes. SQLite reports 0 for a handle that is no longer valid.
    private(set) var count = 0

    /// C: `sqlite3_blob_open`.
    init(
        _ connection: Connection, _ place: BlobPlace, _ access: Blob.Access
    ) throws(SQLiteError) {
        owner = connection.handle
        self.place = place
        self.access = access
        try SQLName.requireWithoutNUL(place.schema, place.table, place.column)
        try requireUse()
        try recordRead()
        try open(row: place.row)
        if access == .readWrite { owner.openBlobWriters += 1 }
    }

    /// Opens the value of a row, and closes the handle that was open. C: `sqlite3_blob_open`.
    private func open(row: Int64) throws(SQLiteError) {
        let database = try owner.open()
        var new: OpaquePointer?
        let code = sqlite3_blob_open(
            database, place.schema, place.table, place.column, row,
            access == .readWrite ? 1 : 0, &new)
        guard code == SQLITE_OK, let new else { throw openingError(code) }
        sqlite3_blob_close(pointer)
        pointer = new
        count = Int(sqlite3_blob_bytes(new))
    }

    deinit { try? close() }

    /// Closes the handle. Outside a transaction, this commits. C: `sqlite3_blob_close`.
    func close() throws(SQLiteError) {
        guard let closed = pointer.take() else { return }
        if access == .readWrite { owner.openBlobWriters -= 1 }
        let code = sqlite3_blob_close(closed)
        if owner.hasUnreportedCommits { owner.connection?.delegates.reportCommits() }
        // A failed read or write is reported again.
        guard code != SQLITE_OK, !hasFailed else { return }
        throw owner.error(code, sql: nil)
    }

    /// Whether a read or a write has failed, or the row has changed.
    private var hasFailed = false

    // MARK: - Reading and writing

    func requireBytes(from offset: Int, count length: Int) throws(SQLiteError) {
        guard offset < 0 || offset > count || length > count - offset else { return }
        let (end, overflows) = offset.addingReportingOverflow(length)
        let bytes =
            overflows ? "\(length.counted("byte")) at \(offset)" : "bytes \(offset)..<\(end)"
        throw SQLiteError(
            .range, message: "\(bytes) are outside the \(count) bytes of \(description)")
    }

    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(SQLiteError) {
        let pointer = try open()
        // The lengths are at most those of the blob, which fit.
        let code = sqlite3_blob_read(
            pointer, bytes.baseAddress, Int32(bytes.count), Int32(offset))
        guard code == SQLITE_OK else { throw failure(code) }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SQLiteError) {
        guard access == .readWrite else {
            throw SQLiteError(
                .readonly,
                message: "\(description) is open for reading: use access .readWrite to write it")
        }
        let pointer = try open()
        // A hook that is removed during the run of a statement must see this change.
        owner.connection?.delegates.collector?.didEndRun()
        // SQLite passes the name of the table to the preupdate hook before it notices that a rollback has freed the
        // schema. Reading notices it.
        var code = sqlite3_blob_read(pointer, nil, 0, 0)
        guard code == SQLITE_OK else { throw failure(code) }
        code = sqlite3_blob_write(
            pointer, bytes.baseAddress, Int32(bytes.count), Int32(offset))
        guard code == SQLITE_OK else { throw failure(code) }
    }

    func reopen(_ row: Int64) throws(SQLiteError) {
        let pointer = try open()
        try recordRead()
        let code = sqlite3_blob_reopen(pointer, row)
        hasFailed = code != SQLITE_OK
        switch ResultCode(code).primary {
        case .ok: count = Int(sqlite3_blob_bytes(pointer))
        // SQLite never uses a handle again that has failed once: <https://www.sqlite.org/c3ref/blob_reopen.html>.
        case .abort:
            try open(row: row)
            hasFailed = false
        default: throw openingError(code)
        }
    }

    private func open() throws(SQLiteError) -> OpaquePointer {
        try requireUse()
        guard let pointer else {
            throw SQLiteError.misuse("\(description) is closed")
        }
        return pointer
    }

    private func requireUse() throws(SQLiteError) {
        // Also reports a connection that another thread is using.
        _ = try owner.open()
        guard owner.canRunStatements || owner.canRunAfterDeferredWork() else {
            throw owner.refusal(of: "")
        }
    }

    // MARK: - Errors

    private var description: String {
        "the BLOB in column \"\(place.column)\" of \"\(place.table)\""
    }

    private func failure(_ code: Int32) -> SQLiteError {
        hasFailed = true
        guard ResultCode(code).primary == .abort else {
            return owner.error(code, sql: nil)
        }
        return SQLiteError(
            .abort,
            message:
                "\(description) is no longer valid: its row or its table was changed, or the transaction was "
                + "rolled back, after it was opened")
    }

    private func openingError(_ code: Int32) -> SQLiteError {
        guard ResultCode(code).primary != .abort else { return failure(code) }
        let error = owner.error(code, sql: nil)
        return SQLiteError(
            error.resultCode, message: "cannot open \(description): \(error.message)",
            underlyingError: error.underlyingError)
    }

    /// Records the read for the observers of a database. The call that opens a blob does not report it.
    private func recordRead() throws(SQLiteError) {
        guard owner.readRecorder?.isRecording == true else { return }
        _ = try owner.connection?.rows(
            """
            SELECT \(identifier: place.column)
            FROM \(identifier: place.schema).\(identifier: place.table) LIMIT 0
            """)
    }
}

// MARK: - Kept blob

extension Connection {
    /// Reads a part of a value, and keeps the value open for the next call. SQLite finds a byte of an open value in
    /// constant time, but to open a value and find a byte it follows the chain of pages from the beginning.
    ///
    /// An open BLOB keeps a read transaction open, and with it the pages of the WAL. So the value is kept only while
    /// a transaction of the caller is open, until another value is read, ``endStatementsAndTransaction()``, or the end
    /// of the connection.
    ///
    /// - Returns: At most `count` bytes; none at the end of the value.
    /// - Throws: The errors of `withBlob` and of ``Blob/read(_:)``. The value is then closed.
    package func readKeptBlob(
        _ place: BlobPlace, from offset: Int, count: Int
    ) throws(SQLiteError) -> Data {
        let handle = try keptBlob(place)
        do {
            guard offset < handle.count else { return Data() }
            let end = offset + min(count, handle.count - offset)
            let data = try Blob(handle).read(offset..<end)
            if isAutocommit { closeKeptBlob() }
            return data
        } catch {
            closeKeptBlob()
            throw error
        }
    }

    private func keptBlob(_ place: BlobPlace) throws(SQLiteError) -> BlobHandle {
        if let handle = keptBlob as? BlobHandle, handle.place == place { return handle }
        closeKeptBlob()
        let handle = try BlobHandle(self, place, .readOnly)
        keptBlob = handle
        return handle
    }

    /// Closes the BLOB that is open between two reads, if there is one.
    func closeKeptBlob() {
        // Removed before it is closed.
        let blob = keptBlob as? BlobHandle
        keptBlob = nil
        try? blob?.close()
    }
}
