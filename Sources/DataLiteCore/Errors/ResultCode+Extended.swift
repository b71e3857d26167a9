extension ResultCode {
    /// The extension is loaded and stays until the process ends.
    ///
    /// Not an error: the entry point of an extension returns it.
    ///
    /// The C symbol is `SQLITE_OK_LOAD_PERMANENTLY`.
    @inlinable public static var okLoadPermanently: ResultCode { ResultCode(.ok, 1) }

    /// The path of the file contains a symbolic link.
    ///
    /// Not an error; used between SQLite and its file system layer.
    ///
    /// The C symbol is `SQLITE_OK_SYMLINK`.
    @inlinable public static var okSymlink: ResultCode { ResultCode(.ok, 2) }

    /// The SQL needs a collation that the connection does not have.
    ///
    /// The C symbol is `SQLITE_ERROR_MISSING_COLLSEQ`.
    @inlinable public static var errorMissingCollSeq: ResultCode { ResultCode(.error, 1) }

    /// The statement must be prepared again.
    ///
    /// Used inside SQLite, which automatically tries again.
    ///
    /// The C symbol is `SQLITE_ERROR_RETRY`.
    @inlinable public static var errorRetry: ResultCode { ResultCode(.error, 2) }

    /// The snapshot is no longer in the write-ahead log.
    ///
    /// The C symbol is `SQLITE_ERROR_SNAPSHOT`.
    @inlinable public static var errorSnapshot: ResultCode { ResultCode(.error, 3) }

    /// The number of bytes reserved on each page does not match the encryption.
    ///
    /// Newer than SQLite 3.40.
    ///
    /// The C symbol is `SQLITE_ERROR_RESERVESIZE`.
    @inlinable public static var errorReserveSize: ResultCode { ResultCode(.error, 4) }

    /// The encryption key was refused.
    ///
    /// Newer than SQLite 3.40.
    ///
    /// The C symbol is `SQLITE_ERROR_KEY`.
    @inlinable public static var errorKey: ResultCode { ResultCode(.error, 5) }

    /// The encryption does not support the operation.
    ///
    /// Newer than SQLite 3.40.
    ///
    /// The C symbol is `SQLITE_ERROR_UNABLE`.
    @inlinable public static var errorUnable: ResultCode { ResultCode(.error, 6) }

    /// The transaction was rolled back while the statement was running.
    ///
    /// The C symbol is `SQLITE_ABORT_ROLLBACK`.
    @inlinable public static var abortRollback: ResultCode { ResultCode(.abort, 2) }

    /// Another process is recovering the write-ahead log after a crash.
    ///
    /// The C symbol is `SQLITE_BUSY_RECOVERY`.
    @inlinable public static var busyRecovery: ResultCode { ResultCode(.busy, 1) }

    /// The database changed since this transaction read it, so it cannot write.
    ///
    /// Waiting does not help: roll back, and begin again.
    ///
    /// The C symbol is `SQLITE_BUSY_SNAPSHOT`.
    @inlinable public static var busySnapshot: ResultCode { ResultCode(.busy, 2) }

    /// The file system gave up waiting for a lock.
    ///
    /// The C symbol is `SQLITE_BUSY_TIMEOUT`.
    @inlinable public static var busyTimeout: ResultCode { ResultCode(.busy, 3) }

    /// Another connection to the same shared cache holds a lock on the table.
    ///
    /// The C symbol is `SQLITE_LOCKED_SHAREDCACHE`.
    @inlinable public static var lockedSharedCache: ResultCode { ResultCode(.locked, 1) }

    /// A virtual table is in use and cannot be changed.
    ///
    /// The C symbol is `SQLITE_LOCKED_VTAB`.
    @inlinable public static var lockedVtab: ResultCode { ResultCode(.locked, 2) }

    /// The write-ahead log needs recovery, which needs permission to write.
    ///
    /// The C symbol is `SQLITE_READONLY_RECOVERY`.
    @inlinable public static var readonlyRecovery: ResultCode { ResultCode(.readonly, 1) }

    /// The write-ahead log cannot be locked, because its shared memory is read-only.
    ///
    /// The C symbol is `SQLITE_READONLY_CANTLOCK`.
    @inlinable public static var readonlyCantLock: ResultCode { ResultCode(.readonly, 2) }

    /// A journal must be rolled back first, which needs permission to write.
    ///
    /// The C symbol is `SQLITE_READONLY_ROLLBACK`.
    @inlinable public static var readonlyRollback: ResultCode { ResultCode(.readonly, 3) }

    /// The database file was moved or deleted since it was opened.
    ///
    /// The C symbol is `SQLITE_READONLY_DBMOVED`.
    @inlinable public static var readonlyDBMoved: ResultCode { ResultCode(.readonly, 4) }

    /// The shared memory of the write-ahead log cannot be set up read-only.
    ///
    /// The C symbol is `SQLITE_READONLY_CANTINIT`.
    @inlinable public static var readonlyCantInit: ResultCode { ResultCode(.readonly, 5) }

    /// No journal can be created, because the directory cannot be written.
    ///
    /// The C symbol is `SQLITE_READONLY_DIRECTORY`.
    @inlinable public static var readonlyDirectory: ResultCode { ResultCode(.readonly, 6) }

    /// The content of a virtual table is damaged.
    ///
    /// The C symbol is `SQLITE_CORRUPT_VTAB`.
    @inlinable public static var corruptVtab: ResultCode { ResultCode(.corrupt, 1) }

    /// The table `sqlite_sequence` is damaged.
    ///
    /// The C symbol is `SQLITE_CORRUPT_SEQUENCE`.
    @inlinable public static var corruptSequence: ResultCode { ResultCode(.corrupt, 2) }

    /// An index does not match its table.
    ///
    /// `REINDEX` may repair it.
    ///
    /// The C symbol is `SQLITE_CORRUPT_INDEX`.
    @inlinable public static var corruptIndex: ResultCode { ResultCode(.corrupt, 3) }

    /// There is no directory for temporary files; no longer used.
    ///
    /// The C symbol is `SQLITE_CANTOPEN_NOTEMPDIR`.
    @inlinable public static var cantOpenNoTempDir: ResultCode { ResultCode(.cantOpen, 1) }

    /// The path is a directory.
    ///
    /// The C symbol is `SQLITE_CANTOPEN_ISDIR`.
    @inlinable public static var cantOpenIsDir: ResultCode { ResultCode(.cantOpen, 2) }

    /// The full path of the file could not be determined.
    ///
    /// The C symbol is `SQLITE_CANTOPEN_FULLPATH`.
    @inlinable public static var cantOpenFullPath: ResultCode { ResultCode(.cantOpen, 3) }

    /// The path of the file could not be converted to the system's form.
    ///
    /// The C symbol is `SQLITE_CANTOPEN_CONVPATH`.
    @inlinable public static var cantOpenConvPath: ResultCode { ResultCode(.cantOpen, 4) }

    /// The write-ahead log is not clean; no longer used.
    ///
    /// The C symbol is `SQLITE_CANTOPEN_DIRTYWAL`.
    @inlinable public static var cantOpenDirtyWAL: ResultCode { ResultCode(.cantOpen, 5) }

    /// The path is a symbolic link, which the open options do not allow.
    ///
    /// The C symbol is `SQLITE_CANTOPEN_SYMLINK`.
    @inlinable public static var cantOpenSymlink: ResultCode { ResultCode(.cantOpen, 6) }

    /// The user is not allowed to do this.
    ///
    /// The C symbol is `SQLITE_AUTH_USER`.
    @inlinable public static var authUser: ResultCode { ResultCode(.auth, 1) }

    /// A write-ahead log was recovered after a crash.
    ///
    /// Only passed to the log callback.
    ///
    /// The C symbol is `SQLITE_NOTICE_RECOVER_WAL`.
    @inlinable public static var noticeRecoverWAL: ResultCode { ResultCode(.notice, 1) }

    /// A journal was rolled back after a crash.
    ///
    /// Only passed to the log callback.
    ///
    /// The C symbol is `SQLITE_NOTICE_RECOVER_ROLLBACK`.
    @inlinable public static var noticeRecoverRollback: ResultCode { ResultCode(.notice, 2) }

    /// A note of the RBU extension, used inside it.
    ///
    /// Newer than SQLite 3.40.
    ///
    /// The C symbol is `SQLITE_NOTICE_RBU`.
    @inlinable public static var noticeRBU: ResultCode { ResultCode(.notice, 3) }

    /// A query created a temporary index, so a permanent one may help.
    ///
    /// Only passed to the log callback.
    ///
    /// The C symbol is `SQLITE_WARNING_AUTOINDEX`.
    @inlinable public static var warningAutoIndex: ResultCode { ResultCode(.warning, 1) }

    // The C symbol without its prefix, and the explanation, of each code above, in the order of their numbers.
    static let extendedTexts: KeyValuePairs<ResultCode, [Text]> = [
        .ok: [
            ("LOAD_PERMANENTLY", "The extension is loaded and stays until the process ends"),
            ("SYMLINK", "The path of the file contains a symbolic link"),
        ],
        .error: [
            ("MISSING_COLLSEQ", "The SQL needs a collation that the connection does not have"),
            ("RETRY", "The statement must be prepared again"),
            ("SNAPSHOT", "The snapshot is no longer in the write-ahead log"),
            (
                "RESERVESIZE",
                "The number of bytes reserved on each page does not match the encryption"
            ),
            ("KEY", "The encryption key was refused"),
            ("UNABLE", "The encryption does not support the operation"),
        ],
        .busy: [
            ("RECOVERY", "Another process is recovering the write-ahead log after a crash"),
            ("SNAPSHOT", "The database changed since this transaction read it, so it cannot write"),
            ("TIMEOUT", "The file system gave up waiting for a lock"),
        ],
        .locked: [
            (
                "SHAREDCACHE",
                "Another connection to the same shared cache holds a lock on the table"
            ),
            ("VTAB", "A virtual table is in use and cannot be changed"),
        ],
        .readonly: [
            ("RECOVERY", "The write-ahead log needs recovery, which needs permission to write"),
            (
                "CANTLOCK",
                "The write-ahead log cannot be locked, because its shared memory is read-only"
            ),
            ("ROLLBACK", "A journal must be rolled back first, which needs permission to write"),
            ("DBMOVED", "The database file was moved or deleted since it was opened"),
            ("CANTINIT", "The shared memory of the write-ahead log cannot be set up read-only"),
            ("DIRECTORY", "No journal can be created, because the directory cannot be written"),
        ],
        .corrupt: [
            ("VTAB", "The content of a virtual table is damaged"),
            ("SEQUENCE", "The table sqlite_sequence is damaged"),
            ("INDEX", "An index does not match its table"),
        ],
        .cantOpen: [
            ("NOTEMPDIR", "There is no directory for temporary files; no longer used"),
            ("ISDIR", "The path is a directory"),
            ("FULLPATH", "The full path of the file could not be determined"),
            ("CONVPATH", "The path of the file could not be converted to the system's form"),
            ("DIRTYWAL", "The write-ahead log is not clean; no longer used"),
            ("SYMLINK", "The path is a symbolic link, which the open options do not allow"),
        ],
        .auth: [
            ("USER", "The user is not allowed to do this")
        ],
        .notice: [
            ("RECOVER_WAL", "A write-ahead log was recovered after a crash"),
            ("RECOVER_ROLLBACK", "A journal was rolled back after a crash"),
            ("RBU", "A note of the RBU extension, used inside it"),
        ],
        .warning: [
            ("AUTOINDEX", "A query created a temporary index, so a permanent one may help")
        ],
    ]
}
