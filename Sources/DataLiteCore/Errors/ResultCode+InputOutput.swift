extension ResultCode {
    /// Reading from a file failed.
    ///
    /// The C symbol is `SQLITE_IOERR_READ`.
    @inlinable public static var ioerrRead: ResultCode { ResultCode(.ioerr, 1) }

    /// A file ended before all requested bytes were read.
    ///
    /// The C symbol is `SQLITE_IOERR_SHORT_READ`.
    @inlinable public static var ioerrShortRead: ResultCode { ResultCode(.ioerr, 2) }

    /// Writing to a file failed.
    ///
    /// The C symbol is `SQLITE_IOERR_WRITE`.
    @inlinable public static var ioerrWrite: ResultCode { ResultCode(.ioerr, 3) }

    /// A file could not be flushed to the disk.
    ///
    /// The C symbol is `SQLITE_IOERR_FSYNC`.
    @inlinable public static var ioerrFsync: ResultCode { ResultCode(.ioerr, 4) }

    /// A directory could not be flushed to the disk.
    ///
    /// The C symbol is `SQLITE_IOERR_DIR_FSYNC`.
    @inlinable public static var ioerrDirFsync: ResultCode { ResultCode(.ioerr, 5) }

    /// A file could not be truncated.
    ///
    /// The C symbol is `SQLITE_IOERR_TRUNCATE`.
    @inlinable public static var ioerrTruncate: ResultCode { ResultCode(.ioerr, 6) }

    /// The size or identity of a file could not be determined.
    ///
    /// The C symbol is `SQLITE_IOERR_FSTAT`.
    @inlinable public static var ioerrFstat: ResultCode { ResultCode(.ioerr, 7) }

    /// The lock on a file could not be released.
    ///
    /// The C symbol is `SQLITE_IOERR_UNLOCK`.
    @inlinable public static var ioerrUnlock: ResultCode { ResultCode(.ioerr, 8) }

    /// The lock for reading a file could not be taken.
    ///
    /// The C symbol is `SQLITE_IOERR_RDLOCK`.
    @inlinable public static var ioerrRdlock: ResultCode { ResultCode(.ioerr, 9) }

    /// A file could not be deleted.
    ///
    /// The C symbol is `SQLITE_IOERR_DELETE`.
    @inlinable public static var ioerrDelete: ResultCode { ResultCode(.ioerr, 10) }

    /// A file is blocked; no longer used.
    ///
    /// The C symbol is `SQLITE_IOERR_BLOCKED`.
    @inlinable public static var ioerrBlocked: ResultCode { ResultCode(.ioerr, 11) }

    /// The file system layer ran out of memory.
    ///
    /// The C symbol is `SQLITE_IOERR_NOMEM`.
    @inlinable public static var ioerrNomem: ResultCode { ResultCode(.ioerr, 12) }

    /// The permissions of a file could not be checked.
    ///
    /// The C symbol is `SQLITE_IOERR_ACCESS`.
    @inlinable public static var ioerrAccess: ResultCode { ResultCode(.ioerr, 13) }

    /// SQLite could not determine whether another connection is about to write.
    ///
    /// The C symbol is `SQLITE_IOERR_CHECKRESERVEDLOCK`.
    @inlinable public static var ioerrCheckReservedLock: ResultCode { ResultCode(.ioerr, 14) }

    /// The file system reported an error while locking a file.
    ///
    /// The C symbol is `SQLITE_IOERR_LOCK`.
    @inlinable public static var ioerrLock: ResultCode { ResultCode(.ioerr, 15) }

    /// A file could not be closed.
    ///
    /// The C symbol is `SQLITE_IOERR_CLOSE`.
    @inlinable public static var ioerrClose: ResultCode { ResultCode(.ioerr, 16) }

    /// A directory could not be closed; no longer used.
    ///
    /// The C symbol is `SQLITE_IOERR_DIR_CLOSE`.
    @inlinable public static var ioerrDirClose: ResultCode { ResultCode(.ioerr, 17) }

    /// The shared memory of the write-ahead log could not be opened.
    ///
    /// The C symbol is `SQLITE_IOERR_SHMOPEN`.
    @inlinable public static var ioerrShmOpen: ResultCode { ResultCode(.ioerr, 18) }

    /// The shared memory of the write-ahead log could not be enlarged.
    ///
    /// The C symbol is `SQLITE_IOERR_SHMSIZE`.
    @inlinable public static var ioerrShmSize: ResultCode { ResultCode(.ioerr, 19) }

    /// The shared memory of the write-ahead log could not be locked.
    ///
    /// The C symbol is `SQLITE_IOERR_SHMLOCK`.
    @inlinable public static var ioerrShmLock: ResultCode { ResultCode(.ioerr, 20) }

    /// The shared memory of the write-ahead log could not be mapped.
    ///
    /// The C symbol is `SQLITE_IOERR_SHMMAP`.
    @inlinable public static var ioerrShmMap: ResultCode { ResultCode(.ioerr, 21) }

    /// The position in a file could not be moved.
    ///
    /// The C symbol is `SQLITE_IOERR_SEEK`.
    @inlinable public static var ioerrSeek: ResultCode { ResultCode(.ioerr, 22) }

    /// The file to be deleted does not exist.
    ///
    /// The C symbol is `SQLITE_IOERR_DELETE_NOENT`.
    @inlinable public static var ioerrDeleteNoEnt: ResultCode { ResultCode(.ioerr, 23) }

    /// A part of the database file could not be mapped into memory.
    ///
    /// The C symbol is `SQLITE_IOERR_MMAP`.
    @inlinable public static var ioerrMmap: ResultCode { ResultCode(.ioerr, 24) }

    /// No directory for temporary files could be found.
    ///
    /// The C symbol is `SQLITE_IOERR_GETTEMPPATH`.
    @inlinable public static var ioerrGetTempPath: ResultCode { ResultCode(.ioerr, 25) }

    /// The path of a file could not be converted to the system's form.
    ///
    /// The C symbol is `SQLITE_IOERR_CONVPATH`.
    @inlinable public static var ioerrConvPath: ResultCode { ResultCode(.ioerr, 26) }

    /// The database file was moved, renamed or deleted while it was open.
    ///
    /// Reported on Apple platforms.
    ///
    /// The C symbol is `SQLITE_IOERR_VNODE`.
    @inlinable public static var ioerrVNode: ResultCode { ResultCode(.ioerr, 27) }

    /// The system did not authorize access to a file.
    ///
    /// Reported on Apple platforms.
    ///
    /// The C symbol is `SQLITE_IOERR_AUTH`.
    @inlinable public static var ioerrAuth: ResultCode { ResultCode(.ioerr, 28) }

    /// The file system could not begin an atomic write.
    ///
    /// The C symbol is `SQLITE_IOERR_BEGIN_ATOMIC`.
    @inlinable public static var ioerrBeginAtomic: ResultCode { ResultCode(.ioerr, 29) }

    /// The file system could not commit an atomic write.
    ///
    /// The C symbol is `SQLITE_IOERR_COMMIT_ATOMIC`.
    @inlinable public static var ioerrCommitAtomic: ResultCode { ResultCode(.ioerr, 30) }

    /// The file system could not roll back an atomic write.
    ///
    /// The C symbol is `SQLITE_IOERR_ROLLBACK_ATOMIC`.
    @inlinable public static var ioerrRollbackAtomic: ResultCode { ResultCode(.ioerr, 31) }

    /// A page does not match its checksum.
    ///
    /// Reported by the checksum VFS.
    ///
    /// The C symbol is `SQLITE_IOERR_DATA`.
    @inlinable public static var ioerrData: ResultCode { ResultCode(.ioerr, 32) }

    /// The file system itself is damaged.
    ///
    /// The C symbol is `SQLITE_IOERR_CORRUPTFS`.
    @inlinable public static var ioerrCorruptFS: ResultCode { ResultCode(.ioerr, 33) }

    /// A page could not be read from a memory-mapped file.
    ///
    /// Newer than SQLite 3.40.
    ///
    /// The C symbol is `SQLITE_IOERR_IN_PAGE`.
    @inlinable public static var ioerrInPage: ResultCode { ResultCode(.ioerr, 34) }

    /// The encryption key does not match the database.
    ///
    /// Newer than SQLite 3.40.
    ///
    /// The C symbol is `SQLITE_IOERR_BADKEY`.
    @inlinable public static var ioerrBadKey: ResultCode { ResultCode(.ioerr, 35) }

    /// A page could not be encrypted or decrypted.
    ///
    /// Newer than SQLite 3.40.
    ///
    /// The C symbol is `SQLITE_IOERR_CODEC`.
    @inlinable public static var ioerrCodec: ResultCode { ResultCode(.ioerr, 36) }

    // The C symbol without its prefix, and the explanation, of each code above, in the order of their numbers.
    static let inputOutputTexts: [Text] = [
        ("READ", "Reading from a file failed"),
        ("SHORT_READ", "A file ended before all requested bytes were read"),
        ("WRITE", "Writing to a file failed"),
        ("FSYNC", "A file could not be flushed to the disk"),
        ("DIR_FSYNC", "A directory could not be flushed to the disk"),
        ("TRUNCATE", "A file could not be truncated"),
        ("FSTAT", "The size or identity of a file could not be determined"),
        ("UNLOCK", "The lock on a file could not be released"),
        ("RDLOCK", "The lock for reading a file could not be taken"),
        ("DELETE", "A file could not be deleted"),
        ("BLOCKED", "A file is blocked; no longer used"),
        ("NOMEM", "The file system layer ran out of memory"),
        ("ACCESS", "The permissions of a file could not be checked"),
        (
            "CHECKRESERVEDLOCK",
            "SQLite could not determine whether another connection is about to write"
        ),
        ("LOCK", "The file system reported an error while locking a file"),
        ("CLOSE", "A file could not be closed"),
        ("DIR_CLOSE", "A directory could not be closed; no longer used"),
        ("SHMOPEN", "The shared memory of the write-ahead log could not be opened"),
        ("SHMSIZE", "The shared memory of the write-ahead log could not be enlarged"),
        ("SHMLOCK", "The shared memory of the write-ahead log could not be locked"),
        ("SHMMAP", "The shared memory of the write-ahead log could not be mapped"),
        ("SEEK", "The position in a file could not be moved"),
        ("DELETE_NOENT", "The file to be deleted does not exist"),
        ("MMAP", "A part of the database file could not be mapped into memory"),
        ("GETTEMPPATH", "No directory for temporary files could be found"),
        ("CONVPATH", "The path of a file could not be converted to the system's form"),
        ("VNODE", "The database file was moved, renamed or deleted while it was open"),
        ("AUTH", "The system did not authorize access to a file"),
        ("BEGIN_ATOMIC", "The file system could not begin an atomic write"),
        ("COMMIT_ATOMIC", "The file system could not commit an atomic write"),
        ("ROLLBACK_ATOMIC", "The file system could not roll back an atomic write"),
        ("DATA", "A page does not match its checksum"),
        ("CORRUPTFS", "The file system itself is damaged"),
        ("IN_PAGE", "A page could not be read from a memory-mapped file"),
        ("BADKEY", "The encryption key does not match the database"),
        ("CODEC", "A page could not be encrypted or decrypted"),
    ]
}
