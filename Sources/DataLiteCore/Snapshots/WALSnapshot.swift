import DataLiteC

/// The state of a database in WAL mode after one of its transactions, which any number of connections can read at the
/// same time.
///
/// ```swift
/// let snapshot = try connection.transaction(.deferred) { try connection.walSnapshot() }
/// let total = try other.read(at: snapshot) {
///     try other.value("SELECT sum(amount) FROM items", as: Int.self)
/// }
/// ```
///
/// A snapshot does not keep its state readable: after a checkpoint has overwritten the state in the WAL, reading throws
/// `SQLITE_ERROR_SNAPSHOT`. A connection in a read transaction of the same or an older state prevents overwriting. C:
/// `sqlite3_snapshot`.
public final class WALSnapshot: Sendable {
    // SAFETY: SQLite never changes a snapshot after it has returned it.
    fileprivate nonisolated(unsafe) let pointer: OpaquePointer
    private let functions: SnapshotFunctions

    fileprivate init(_ pointer: OpaquePointer, _ functions: SnapshotFunctions) {
        self.pointer = pointer
        self.functions = functions
    }

    deinit { functions.free(pointer) }

    /// Whether SQLite has snapshots: it was built with `SQLITE_ENABLE_SNAPSHOT`, as on Apple platforms, but not on
    /// Debian.
    public static var isSupported: Bool { SnapshotFunctions.shared != nil }

    /// Whether this is an earlier state than another snapshot.
    ///
    /// Both snapshots must be of the same file and of the same WAL, which SQLite deletes when the last connection
    /// closes. Other snapshots have no order: the result means nothing. C: `sqlite3_snapshot_cmp`.
    public func isOlder(than other: WALSnapshot) -> Bool {
        functions.compare(pointer, other.pointer) < 0
    }

    /// Whether this is the same state as another snapshot of the same file and WAL. C: `sqlite3_snapshot_cmp`.
    public func isSameState(as other: WALSnapshot) -> Bool {
        functions.compare(pointer, other.pointer) == 0
    }
}

extension Connection {
    /// The state that the current transaction reads.
    ///
    /// - Parameter schema: `main`, or the name of an attached database.
    /// - Throws: `SQLITE_MISUSE` outside a transaction, if SQLite has no snapshots, and if the connection is closed;
    ///   `SQLITE_ERROR` if there is no such schema, the transaction has written, the database is not in WAL mode, or
    ///   nothing has been written to its WAL since it was created.
    public func walSnapshot(of schema: String = "main") throws(SQLiteError) -> WALSnapshot {
        let pointer = try handle.open()
        let functions = try SnapshotFunctions.required()
        try requireSchema(schema)
        guard !isAutocommit else {
            throw SQLiteError.misuse("a snapshot is taken inside a transaction")
        }
        var snapshot: OpaquePointer?
        let code = functions.get(pointer, schema, &snapshot)
        guard code == SQLITE_OK, let snapshot else {
            throw Self.snapshotError(
                code,
                "a snapshot of \"\(schema)\" cannot be taken: it is not in WAL mode, its WAL is empty, or "
                    + "the transaction has written")
        }
        return WALSnapshot(snapshot, functions)
    }

    /// Runs a closure in a transaction that reads the state of a snapshot.
    ///
    /// The closure can write only if no other transaction has followed: otherwise, writing throws
    /// `SQLITE_BUSY_SNAPSHOT`. C: `sqlite3_snapshot_open`.
    ///
    /// - Parameter schema: The database of the snapshot: `main`, or the name of an attached one. Others are read in
    ///   their latest state.
    /// - Throws: The error of the closure; `SQLITE_ERROR_SNAPSHOT` if the state has been overwritten or the snapshot is
    ///   of another database; `SQLITE_ERROR` if there is no such schema or it is not in WAL mode; `SQLITE_BUSY` while a
    ///   checkpoint runs, and while a statement that reads the database is mid-step; `SQLITE_AUTH` if an authorizer
    ///   denies `PRAGMA application_id`; `SQLITE_MISUSE` inside a transaction, and if the connection is closed.
    public func read<R>(
        at snapshot: WALSnapshot, of schema: String = "main", _ body: () throws -> R
    ) throws -> R {
        let functions = try SnapshotFunctions.required()
        _ = try handle.open()
        try requireSchema(schema)
        guard isAutocommit else {
            throw SQLiteError.misuse("a transaction is open, which already reads another state")
        }
        guard !handle.hasRunningStatement || transactionState(of: schema) == TransactionState.none
        else {
            throw SQLiteError(
                .busy, message: "a statement that reads the latest state is mid-step")
        }
        // SQLite learns that a file is in WAL mode when it reads it.
        _ = try value("PRAGMA \(identifier: schema).application_id", as: Int.self)
        return try transaction(.deferred) {
            let code = functions.open(try handle.open(), schema, snapshot.pointer)
            guard code == SQLITE_OK else {
                throw Self.snapshotError(code, "\"\(schema)\" is not in WAL mode")
            }
            return try body()
        }
    }

    /// After an earlier process has left a WAL, makes each of its transactions available as a snapshot, not only the
    /// last one. C: `sqlite3_snapshot_recover`.
    ///
    /// - Throws: `SQLITE_MISUSE` if SQLite has no snapshots, or the connection is closed; an error if a transaction is
    ///   open or the database is not in WAL mode.
    public func recoverWALSnapshots(of schema: String = "main") throws(SQLiteError) {
        let pointer = try handle.open()
        let functions = try SnapshotFunctions.required()
        try requireSchema(schema)
        let code = functions.recover(pointer, schema)
        guard code == SQLITE_OK else {
            throw Self.snapshotError(
                code, "a transaction is open, or \"\(schema)\" is not in WAL mode")
        }
    }

    private func requireSchema(_ schema: String) throws(SQLiteError) {
        guard isReadonly(schema) != nil else {
            throw SQLiteError(.error, message: "unknown database \(MessageText.name(schema))")
        }
    }

    /// SQLite sets no message.
    private static func snapshotError(_ code: Int32, _ message: String) -> SQLiteError {
        switch ResultCode(code) {
        case .errorSnapshot:
            SQLiteError(
                .errorSnapshot,
                message:
                    "a checkpoint has overwritten the state of the snapshot, or it is of another database"
            )
        case .error: SQLiteError(.error, message: message)
        case let code: SQLiteError(code, message: String(cString: sqlite3_errstr(code.rawValue)))
        }
    }
}

// MARK: - SnapshotFunctions

/// The functions of snapshots. Not every build of SQLite has them, so they are looked up at run time.
struct SnapshotFunctions: Sendable {
    typealias Get =
        @Sendable @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>?, UnsafeMutablePointer<OpaquePointer?>?
        ) -> Int32
    typealias Open =
        @Sendable @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, OpaquePointer?) -> Int32
    typealias Compare = @Sendable @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32
    typealias Free = @Sendable @convention(c) (OpaquePointer?) -> Void
    typealias Recover = @Sendable @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> Int32

    /// C: `sqlite3_snapshot_get`.
    let get: Get

    /// C: `sqlite3_snapshot_open`.
    let open: Open

    /// C: `sqlite3_snapshot_cmp`.
    let compare: Compare

    /// C: `sqlite3_snapshot_free`.
    let free: Free

    /// C: `sqlite3_snapshot_recover`.
    let recover: Recover

    /// `nil` if the running SQLite was built without them.
    static let shared = SnapshotFunctions()

    private init?() {
        guard let get = datalite_symbol("sqlite3_snapshot_get"),
            let open = datalite_symbol("sqlite3_snapshot_open"),
            let compare = datalite_symbol("sqlite3_snapshot_cmp"),
            let free = datalite_symbol("sqlite3_snapshot_free"),
            let recover = datalite_symbol("sqlite3_snapshot_recover")
        else { return nil }
        // SAFETY: sqlite3.h declares the five functions that are looked up with these types.
        self.get = unsafeBitCast(get, to: Get.self)
        self.open = unsafeBitCast(open, to: Open.self)
        self.compare = unsafeBitCast(compare, to: Compare.self)
        self.free = unsafeBitCast(free, to: Free.self)
        self.recover = unsafeBitCast(recover, to: Recover.self)
    }

    /// - Throws: `SQLITE_MISUSE` if the running SQLite was built without them.
    static func required() throws(SQLiteError) -> SnapshotFunctions {
        guard let shared else {
            throw SQLiteError.misuse("this SQLite was built without SQLITE_ENABLE_SNAPSHOT")
        }
        return shared
    }
}
