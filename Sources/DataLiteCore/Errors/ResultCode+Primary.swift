extension ResultCode {
    /// The call succeeded.
    ///
    /// The C symbol is `SQLITE_OK`.
    @inlinable public static var ok: ResultCode { ResultCode(0) }

    /// Something is wrong with the SQL or with the call; the message says what.
    ///
    /// The generic error, used where no other code fits.
    ///
    /// The C symbol is `SQLITE_ERROR`.
    @inlinable public static var error: ResultCode { ResultCode(1) }

    /// SQLite found its own state inconsistent.
    ///
    /// A bug in SQLite, or in an extension that returns this code.
    ///
    /// The C symbol is `SQLITE_INTERNAL`.
    @inlinable public static var `internal`: ResultCode { ResultCode(2) }

    /// The requested access to a new database could not be granted.
    ///
    /// The C symbol is `SQLITE_PERM`.
    @inlinable public static var perm: ResultCode { ResultCode(3) }

    /// A callback or a rollback stopped the operation before it was complete.
    ///
    /// The C symbol is `SQLITE_ABORT`.
    @inlinable public static var abort: ResultCode { ResultCode(4) }

    /// Another connection is using the database file.
    ///
    /// The other connection is usually in another process or thread; see ``locked`` for a conflict
    /// within one connection.
    ///
    /// The C symbol is `SQLITE_BUSY`.
    @inlinable public static var busy: ResultCode { ResultCode(5) }

    /// The same connection, or one that shares its cache, is using the table.
    ///
    /// The C symbol is `SQLITE_LOCKED`.
    @inlinable public static var locked: ResultCode { ResultCode(6) }

    /// SQLite could not allocate the memory it needs.
    ///
    /// The C symbol is `SQLITE_NOMEM`.
    @inlinable public static var nomem: ResultCode { ResultCode(7) }

    /// The database can be read but not written.
    ///
    /// The C symbol is `SQLITE_READONLY`.
    @inlinable public static var readonly: ResultCode { ResultCode(8) }

    /// The operation was interrupted on request.
    ///
    /// `sqlite3_interrupt()` was called.
    ///
    /// The C symbol is `SQLITE_INTERRUPT`.
    @inlinable public static var interrupt: ResultCode { ResultCode(9) }

    /// The operating system reported an error while reading or writing a file.
    ///
    /// The C symbol is `SQLITE_IOERR`.
    @inlinable public static var ioerr: ResultCode { ResultCode(10) }

    /// The database file is damaged.
    ///
    /// The C symbol is `SQLITE_CORRUPT`.
    @inlinable public static var corrupt: ResultCode { ResultCode(11) }

    /// The requested file control or other named object does not exist.
    ///
    /// The C symbol is `SQLITE_NOTFOUND`.
    @inlinable public static var notFound: ResultCode { ResultCode(12) }

    /// There is no room left to write, on the disk or within the page limit.
    ///
    /// The C symbol is `SQLITE_FULL`.
    @inlinable public static var full: ResultCode { ResultCode(13) }

    /// A file could not be opened.
    ///
    /// The file may be the database itself or one of its journals and temporary files.
    ///
    /// The C symbol is `SQLITE_CANTOPEN`.
    @inlinable public static var cantOpen: ResultCode { ResultCode(14) }

    /// Connections competed repeatedly for the locks of the write-ahead log.
    ///
    /// The C symbol is `SQLITE_PROTOCOL`.
    @inlinable public static var `protocol`: ResultCode { ResultCode(15) }

    /// Not used.
    ///
    /// The C symbol is `SQLITE_EMPTY`.
    @inlinable public static var empty: ResultCode { ResultCode(16) }

    /// The schema changed after the statement was prepared.
    ///
    /// The C symbol is `SQLITE_SCHEMA`.
    @inlinable public static var schema: ResultCode { ResultCode(17) }

    /// A string or BLOB is larger than the limit.
    ///
    /// The C symbol is `SQLITE_TOOBIG`.
    @inlinable public static var tooBig: ResultCode { ResultCode(18) }

    /// A constraint does not allow the change.
    ///
    /// The C symbol is `SQLITE_CONSTRAINT`.
    @inlinable public static var constraint: ResultCode { ResultCode(19) }

    /// The value has a type that cannot be stored there.
    ///
    /// For example, a string as the rowid of a table.
    ///
    /// The C symbol is `SQLITE_MISMATCH`.
    @inlinable public static var mismatch: ResultCode { ResultCode(20) }

    /// The library was called in a way that it does not allow.
    ///
    /// For example, on a closed connection or a finalized statement.
    ///
    /// The C symbol is `SQLITE_MISUSE`.
    @inlinable public static var misuse: ResultCode { ResultCode(21) }

    /// The file system does not support files this large.
    ///
    /// The C symbol is `SQLITE_NOLFS`.
    @inlinable public static var noLFS: ResultCode { ResultCode(22) }

    /// The authorizer does not allow the statement.
    ///
    /// The C symbol is `SQLITE_AUTH`.
    @inlinable public static var auth: ResultCode { ResultCode(23) }

    /// Not used.
    ///
    /// The C symbol is `SQLITE_FORMAT`.
    @inlinable public static var format: ResultCode { ResultCode(24) }

    /// The statement has no parameter or column with this index.
    ///
    /// The C symbol is `SQLITE_RANGE`.
    @inlinable public static var range: ResultCode { ResultCode(25) }

    /// The file is not an SQLite database, or it is encrypted.
    ///
    /// The C symbol is `SQLITE_NOTADB`.
    @inlinable public static var notADB: ResultCode { ResultCode(26) }

    /// SQLite logged a notice.
    ///
    /// Only passed to the log callback.
    ///
    /// The C symbol is `SQLITE_NOTICE`.
    @inlinable public static var notice: ResultCode { ResultCode(27) }

    /// SQLite logged a warning.
    ///
    /// Only passed to the log callback.
    ///
    /// The C symbol is `SQLITE_WARNING`.
    @inlinable public static var warning: ResultCode { ResultCode(28) }

    /// A row is ready.
    ///
    /// Not an error: `sqlite3_step()` has produced a row.
    ///
    /// The C symbol is `SQLITE_ROW`.
    @inlinable public static var row: ResultCode { ResultCode(100) }

    /// The statement has finished.
    ///
    /// Not an error: `sqlite3_step()` has no more rows.
    ///
    /// The C symbol is `SQLITE_DONE`.
    @inlinable public static var done: ResultCode { ResultCode(101) }

    // The C symbol and the human-readable explanation of each code above.
    static let primaryEntries: [Entry] = [
        (.ok, "SQLITE_OK", "The call succeeded"),
        (
            .error, "SQLITE_ERROR",
            "Something is wrong with the SQL or with the call; the message says what"
        ),
        (.internal, "SQLITE_INTERNAL", "SQLite found its own state inconsistent"),
        (
            .perm, "SQLITE_PERM",
            "The requested access to a new database could not be granted"
        ),
        (
            .abort, "SQLITE_ABORT",
            "A callback or a rollback stopped the operation before it was complete"
        ),
        (.busy, "SQLITE_BUSY", "Another connection is using the database file"),
        (
            .locked, "SQLITE_LOCKED",
            "The same connection, or one that shares its cache, is using the table"
        ),
        (.nomem, "SQLITE_NOMEM", "SQLite could not allocate the memory it needs"),
        (.readonly, "SQLITE_READONLY", "The database can be read but not written"),
        (.interrupt, "SQLITE_INTERRUPT", "The operation was interrupted on request"),
        (
            .ioerr, "SQLITE_IOERR",
            "The operating system reported an error while reading or writing a file"
        ),
        (.corrupt, "SQLITE_CORRUPT", "The database file is damaged"),
        (
            .notFound, "SQLITE_NOTFOUND",
            "The requested file control or other named object does not exist"
        ),
        (
            .full, "SQLITE_FULL",
            "There is no room left to write, on the disk or within the page limit"
        ),
        (.cantOpen, "SQLITE_CANTOPEN", "A file could not be opened"),
        (
            .protocol, "SQLITE_PROTOCOL",
            "Connections competed repeatedly for the locks of the write-ahead log"
        ),
        (.empty, "SQLITE_EMPTY", "Not used"),
        (.schema, "SQLITE_SCHEMA", "The schema changed after the statement was prepared"),
        (.tooBig, "SQLITE_TOOBIG", "A string or BLOB is larger than the limit"),
        (.constraint, "SQLITE_CONSTRAINT", "A constraint does not allow the change"),
        (.mismatch, "SQLITE_MISMATCH", "The value has a type that cannot be stored there"),
        (.misuse, "SQLITE_MISUSE", "The library was called in a way that it does not allow"),
        (.noLFS, "SQLITE_NOLFS", "The file system does not support files this large"),
        (.auth, "SQLITE_AUTH", "The authorizer does not allow the statement"),
        (.format, "SQLITE_FORMAT", "Not used"),
        (.range, "SQLITE_RANGE", "The statement has no parameter or column with this index"),
        (.notADB, "SQLITE_NOTADB", "The file is not an SQLite database, or it is encrypted"),
        (.notice, "SQLITE_NOTICE", "SQLite logged a notice"),
        (.warning, "SQLITE_WARNING", "SQLite logged a warning"),
        (.row, "SQLITE_ROW", "A row is ready"),
        (.done, "SQLITE_DONE", "The statement has finished"),
    ]
}
