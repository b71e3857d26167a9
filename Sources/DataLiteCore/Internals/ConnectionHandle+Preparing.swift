import DataLiteC
import DataLiteSyntax

extension ConnectionHandle {
    /// A compiled statement, and the offset at which the SQL continues.
    struct Prepared {
        let statement: OpaquePointer?
        let end: Int
        /// Whether the statement changes the connection, so that each use of it must be compiled.
        var changesConnection = false
        /// Whether the statement cannot run while another one writes.
        var changesStorage = false
    }

    /// Compiles the first statement of `bytes` at or after `start`; the statement is `nil` if only whitespace
    /// and comments are left. C: `sqlite3_prepare_v3`.
    ///
    /// - Parameter isTerminated: Whether a NUL follows the bytes. SQLite then reads the SQL in place, and its
    ///   limit on the length of SQL applies to the statement. Otherwise it first copies everything from
    ///   `start` to the end (<https://sqlite.org/c3ref/prepare.html>).
    func prepare(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0, isTerminated: Bool = false,
        options: Statement.Options = []
    ) throws(SQLiteError) -> Prepared {
        try useCheck.begin(String(decoding: bytes[start...], as: UTF8.self))
        defer { useCheck.end() }
        let pointer = try open()
        guard executionBlocks.isEmpty || (canRunAfterDeferredWork() && self.pointer == pointer)
        else {
            throw refusal(of: String(decoding: bytes[start...], as: UTF8.self))
        }
        guard !ThreadFlags.isSet(.callingLog) else {
            throw SQLiteError.insideLog(String(decoding: bytes[start...], as: UTF8.self))
        }
        guard let base = bytes.baseAddress, start < bytes.count else {
            return Prepared(statement: nil, end: start)
        }
        let count = bytes.count - start + (isTerminated ? 1 : 0)
        guard let length = Int32(exactly: count) else {
            throw SQLiteError(.tooBig, message: "the SQL text is longer than 2 GiB")
        }
        let mayChangeSchema = SQLScanner.mayChangeSchema(in: bytes, from: start)
        let changesStorage =
            mayChangeSchema && SQLScanner.changesStorage(in: bytes, from: start)
        if changesStorage {
            try requireNoWriter(for: String(decoding: bytes[start...], as: UTF8.self))
        }
        let watched = hasWALHook || hasCollations ? watchedPragma(bytes, from: start) : nil
        defer { if let watched { didCompile(watched) } }
        let change = notesChanges ? try noteChange(bytes, from: start) : nil
        let isRecorded = readRecorder?.beginCompiling() ?? false
        var statement: OpaquePointer?
        defer { if isRecorded { readRecorder?.endCompiling(statement, on: connection) } }
        let recordsWrites = writeRecorder?.beginCompiling() ?? false
        defer { if recordsWrites { writeRecorder?.endCompiling() } }
        var tail: UnsafePointer<CChar>?
        compilations += 1
        defer {
            compilations -= 1
            link.releaseDestroyed()
        }
        // A `DELETE` without `WHERE` that is compiled while the hook is removed calls no hook later.
        if executionBlocks.contains(.collecting) { connection?.delegates.collector?.resume() }
        var code = UnsafeRawPointer(base + start).withMemoryRebound(
            to: CChar.self, capacity: count
        ) {
            sqlite3_prepare_v3(pointer, $0, length, options.rawValue, &statement, &tail)
        }
        if code == ResultCode.lockedSharedCache.rawValue {
            code = UnsafeRawPointer(base + start).withMemoryRebound(
                to: CChar.self, capacity: count
            ) { text in
                repeatWhenUnlocked {
                    sqlite3_prepare_v3(pointer, text, length, options.rawValue, &statement, &tail)
                }
            }
        }
        guard code == SQLITE_OK else {
            let text = String(decoding: bytes, as: UTF8.self)
            var error = error(code, sql: text)
            error.offset = error.offset.map { $0 + start }
            throw error
        }
        // The statement would be planned with comparisons that have failed.
        if executionBlocks.contains(.collationFailed), collationFailure != nil {
            sqlite3_finalize(statement)
            statement = nil
            throw error(SQLITE_ERROR, sql: String(decoding: bytes, as: UTF8.self))
        }
        let end = tail.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) } ?? bytes.count
        return Prepared(
            statement: statement, end: end,
            changesConnection: change != nil
                || (mayChangeSchema && resolvesNamesAgain(bytes, from: start)),
            changesStorage: changesStorage)
    }

    /// Empties the statement cache for a statement that can give the name of an attached database's table to one that
    /// SQLite finds first. A compiled statement that uses only the attached database does not notice this, because SQLite
    /// compares only the schema versions of the databases that a statement uses. The other statements have to be compiled
    /// again anyway.
    ///
    /// - Returns: Whether it is such a statement.
    private func resolvesNamesAgain(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> Bool {
        guard SQLScanner.addsName(in: bytes, from: start) else { return false }
        connection?.clearStatementCache()
        return true
    }

    /// Makes a statement of ``SQLScanner/changesStorage(in:from:)`` fail while another one writes. The
    /// writing statement was compiled before the change, and would continue without the index, or with rows
    /// that have the dropped column. Statements that reload the schema also free its tables, whose names
    /// SQLite then passes to hooks: `ALTER TABLE`, `ATTACH` of a file that is not a database and, when it is
    /// compiled, `PRAGMA writable_schema = reset`. SQLite checks this only for `DROP TABLE` and `DROP INDEX`.
    func requireNoWriter(for sql: @autoclosure () -> String) throws(SQLiteError) {
        guard link.isNested || openBlobWriters > 0, hasRunningWriter else { return }
        throw SQLiteError(
            .locked,
            message:
                "creating an index, altering a table, attaching a database and setting writable_schema are not "
                + "possible in a function that a writing statement calls, or while a BLOB is open for writing",
            sql: sql())
    }

    /// Records the changes that a statement makes to the connection. Call this before the statement is
    /// compiled, because SQLite sets some pragmas during compilation.
    private func noteChange(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
    ) throws(SQLiteError) -> SQLScanner.ConnectionChange? {
        guard let change = SQLScanner.connectionChange(in: bytes, from: start) else { return nil }
        // This pragma lasts until the end of the transaction. Outside of one, it would last until the end of the next.
        if change == .setting("defer_foreign_keys"), !isAutocommit { return change }
        guard !refusesChanges else {
            throw SQLiteError(
                .misuse,
                message:
                    "the connection of a snapshot cannot be changed by PRAGMA, ATTACH, DETACH or "
                    + "CREATE TEMP",
                sql: String(decoding: bytes[start...], as: UTF8.self))
        }
        changes.insert(ConnectionChanges(change))
        return change
    }
}
