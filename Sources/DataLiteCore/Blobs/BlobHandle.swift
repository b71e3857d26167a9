import DataLiteC

/// The C handle of a ``Blob``, which is open during the closure that the blob is passed to.
final class BlobHandle {
    private let connection: Connection
    private let schema: String
    private let table: String
    private let column: String
    private let access: Blob.Access

    /// `nil` once closed.
    private var pointer: OpaquePointer?

    /// The number of bytes. SQLite reports 0 for a handle that is no longer valid.
    private(set) var count = 0

    /// C: `sqlite3_blob_open`.
    init(
        _ connection: Connection, schema: String, table: String, column: String, row: Int64,
        _ access: Blob.Access
    ) throws(SQLiteError) {
        self.connection = connection
        self.schema = schema
        self.table = table
        self.column = column
        self.access = access
        for name in [schema, table, column] where name.utf8.contains(0) {
            throw SQLiteError(.error, message: "the name \"\(name)\" contains a NUL character")
        }
        try requireUse()
        try recordRead()
        let database = try connection.handle.open()
        let code = sqlite3_blob_open(
            database, schema, table, column, row, access == .readWrite ? 1 : 0,
            &pointer)
        guard code == SQLITE_OK, let pointer else { throw openingError(code) }
        count = Int(sqlite3_blob_bytes(pointer))
        if access == .readWrite { connection.handle.openBlobWriters += 1 }
    }

    deinit { try? close() }

    /// Closes the handle. Outside a transaction, this commits. C: `sqlite3_blob_close`.
    func close() throws(SQLiteError) {
        guard let closed = pointer.take() else { return }
        if access == .readWrite { connection.handle.openBlobWriters -= 1 }
        let code = sqlite3_blob_close(closed)
        if connection.handle.hasUnreportedCommits { connection.delegates.reportCommits() }
        // A failed read or write is reported again.
        guard code != SQLITE_OK, !hasFailed else { return }
        throw connection.handle.error(code, sql: nil)
    }

    /// Whether a read or a write has failed, or the row has changed.
    private var hasFailed = false
}

// MARK: - Reading and writing

extension BlobHandle {
    func requireBytes(from offset: Int, count length: Int) throws(SQLiteError) {
        guard offset < 0 || offset > count || length > count - offset else { return }
        throw SQLiteError(
            .range,
            message:
                "bytes \(offset)..<\(offset.addingReportingOverflow(length).partialValue) are outside the "
                + "\(count) bytes of \(description)")
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
        connection.delegates.collector?.didEndRun()
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
        count = code == SQLITE_OK ? Int(sqlite3_blob_bytes(pointer)) : count
        hasFailed = code != SQLITE_OK
        guard code == SQLITE_OK else { throw openingError(code) }
    }

    private func open() throws(SQLiteError) -> OpaquePointer {
        try requireUse()
        guard let pointer else {
            throw SQLiteError(.misuse, message: "\(description) is closed")
        }
        return pointer
    }

    private func requireUse() throws(SQLiteError) {
        let handle = connection.handle
        guard handle.canRunStatements || handle.canRunAfterDeferredWork() else {
            throw handle.refusal(of: "")
        }
    }
}

// MARK: - Errors

extension BlobHandle {
    private var description: String { "the BLOB in column \"\(column)\" of \"\(table)\"" }

    private func failure(_ code: Int32) -> SQLiteError {
        hasFailed = true
        guard ResultCode(code).primary == .abort else {
            return connection.handle.error(code, sql: nil)
        }
        return SQLiteError(
            .abort,
            message:
                "\(description) is no longer valid: its row or its table was changed, or the transaction was "
                + "rolled back, after it was opened")
    }

    private func openingError(_ code: Int32) -> SQLiteError {
        guard ResultCode(code).primary != .abort else { return failure(code) }
        let error = connection.handle.error(code, sql: nil)
        return SQLiteError(
            error.resultCode, message: "cannot open \(description): \(error.message)",
            underlyingError: error.underlyingError)
    }

    /// Records the read for the observers of a database. The call that opens a blob does not report it.
    private func recordRead() throws(SQLiteError) {
        guard connection.handle.readRecorder?.isRecording == true else { return }
        _ = try connection.rows(
            """
            SELECT \(identifier: column) FROM \(identifier: schema).\(identifier: table) LIMIT 0
            """)
    }
}
