import DataLiteCore

extension SQLiteError {
    package static var databaseClosed: SQLiteError {
        misuse("the database is closed")
    }

    /// A call inside the closure of another call of the same database.
    static func nestedCall(in outer: ConnectionRole) -> SQLiteError {
        misuse(
            "nested call on the same database: it could deadlock; use the connection passed to the "
                + "outer \(outer.name) closure")
    }

    /// A call that waited too long for a connection.
    static func waitLimit(
        _ limit: Duration, for role: ConnectionRole, _ running: [String]
    ) -> SQLiteError {
        SQLiteError(
            .busy,
            message: "a \(role.name) timed out after waiting \(limit) for a connection: "
                + (running.isEmpty ? "a checkpoint is running" : running.joined(separator: ", ")))
    }

    package static func waitingCallLimit(_ limit: Int, for role: String) -> SQLiteError {
        SQLiteError(
            .busy,
            message:
                "a \(role) cannot wait for a connection: the waitingCallLimit of \(limit) is reached"
        )
    }

    static var waitInterrupted: SQLiteError {
        SQLiteError(.interrupt, message: "interrupted while waiting for another database")
    }

    /// - Parameter running: The closures that have not returned; none if the connections are being closed.
    static func closingTimeOut(_ limit: Duration, _ running: [String]) -> SQLiteError {
        let reason =
            running.isEmpty
            ? "no closure is running, but the WAL is still being copied into the file. It closes "
                + "when that is done"
            : "\(running.joined(separator: ", ")). It closes when they return"
        return SQLiteError(
            .busy, message: "the database could not be closed within \(limit): \(reason)")
    }

    static var snapshotHasOldKey: SQLiteError {
        SQLiteError(
            .busy, message: "the key cannot be changed while a snapshot is open: close it first")
    }

    static var suspended: SQLiteError {
        SQLiteError(
            .abort, message: "the database is suspended: no call is possible before resume()")
    }

    static func suspensionTimeOut(_ limit: Duration, _ running: [String]) -> SQLiteError {
        SQLiteError(
            .busy,
            message: "the database is suspended, but closures are still running after \(limit): "
                + running.joined(separator: ", "))
    }

    static func readersRunning(_ limit: Duration, _ running: [String]) -> SQLiteError {
        SQLiteError(
            .busy,
            message: "the running reads did not end within \(limit): "
                + running.joined(separator: ", "))
    }

    static func journalModeChanged(to mode: JournalMode) -> SQLiteError {
        misuse(
            "the closure changed the journal mode to \(mode.rawValue), and it was set back: it is that of "
                + "the configuration of the database")
    }

    /// The error of a call that has replaced the contents of a file with a rollback journal.
    static func journalModeNotRestored(_ error: any Error) -> SQLiteError {
        SQLiteError(
            (error as? SQLiteError)?.resultCode ?? .error,
            message:
                "the contents of the database were replaced, but its journal mode could not be set back: the "
                + "file stays in WAL mode until the next write, which tries again",
            underlyingError: error)
    }

    static var snapshotEnded: SQLiteError {
        misuse(
            "the snapshot has ended: it was closed, or a closure ended its transaction or kept "
                + "its connection, or the database was suspended")
    }

    static func readOnlyDatabase(_ path: String) -> SQLiteError {
        SQLiteError(
            .readonly,
            message:
                "the database \"\(path)\" can only be read: it was not opened with access .readWrite"
        )
    }

    /// The error of opening a file for writing that cannot be written.
    static func cannotWrite(_ path: String, _ error: SQLiteError? = nil) -> SQLiteError {
        SQLiteError(
            error?.resultCode ?? .readonly,
            message:
                "cannot open \"\(path)\" for writing: the file or its directory is read-only; to read "
                + "it, set access to .readOnly or .immutable",
            underlyingError: error)
    }

    static var noSnapshotOfEncryptedMemory: SQLiteError {
        misuse(
            "an encrypted in-memory database has no snapshots, because it cannot be copied into "
                + "memory; use temporaryCopy()")
    }

    static var snapshotBlocksWrites: SQLiteError {
        misuse(
            "a snapshot needs WAL mode: with a rollback journal, it would block every write; use "
                + "inMemoryCopy() or temporaryCopy()")
    }

    package static var transactionLeftOpen: SQLiteError {
        misuse(
            "the closure left a transaction open, which was rolled back: commit it in the closure, "
                + "or use write")
    }
}

extension ConnectionRole {
    var name: String { self == .reader ? "read" : "write" }
}

extension RunningCall {
    func description(at now: UInt64) -> String {
        let seconds = Double((now - min(start, now)) / 1_000_000) / 1000
        return "a \(role.name) has been running for \(seconds) s on thread \(thread.number)"
    }
}
