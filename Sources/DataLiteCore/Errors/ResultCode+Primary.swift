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

    // The C symbol without its prefix, and the explanation, of each code above, in the order of their numbers.
    static let primaryTexts: [Text] = [
        ("OK", "The call succeeded"),
        ("ERROR", "Something is wrong with the SQL or with the call; the message says what"),
        ("INTERNAL", "SQLite found its own state inconsistent"),
        ("PERM", "The requested access to a new database could not be granted"),
        ("ABORT", "A callback or a rollback stopped the operation before it was complete"),
        ("BUSY", "Another connection is using the database file"),
        ("LOCKED", "The same connection, or one that shares its cache, is using the table"),
        ("NOMEM", "SQLite could not allocate the memory it needs"),
        ("READONLY", "The database can be read but not written"),
        ("INTERRUPT", "The operation was interrupted on request"),
        ("IOERR", "The operating system reported an error while reading or writing a file"),
        ("CORRUPT", "The database file is damaged"),
        ("NOTFOUND", "The requested file control or other named object does not exist"),
        ("FULL", "There is no room left to write, on the disk or within the page limit"),
        ("CANTOPEN", "A file could not be opened"),
        ("PROTOCOL", "Connections competed repeatedly for the locks of the write-ahead log"),
        ("EMPTY", "Not used"),
        ("SCHEMA", "The schema changed after the statement was prepared"),
        ("TOOBIG", "A string or BLOB is larger than the limit"),
        ("CONSTRAINT", "A constraint does not allow the change"),
        ("MISMATCH", "The value has a type that cannot be stored there"),
        ("MISUSE", "The library was called in a way that it does not allow"),
        ("NOLFS", "The file system does not support files this large"),
        ("AUTH", "The authorizer does not allow the statement"),
        ("FORMAT", "Not used"),
        ("RANGE", "The statement has no parameter or column with this index"),
        ("NOTADB", "The file is not an SQLite database, or it is encrypted"),
        ("NOTICE", "SQLite logged a notice"),
        ("WARNING", "SQLite logged a warning"),
    ]
}

// MARK: - Constraints

extension ResultCode {
    /// A CHECK constraint failed.
    ///
    /// The C symbol is `SQLITE_CONSTRAINT_CHECK`.
    @inlinable public static var constraintCheck: ResultCode { ResultCode(.constraint, 1) }

    /// A commit hook turned the commit into a rollback.
    ///
    /// The C symbol is `SQLITE_CONSTRAINT_COMMITHOOK`.
    @inlinable public static var constraintCommitHook: ResultCode { ResultCode(.constraint, 2) }

    /// A foreign key would refer to a row that does not exist.
    ///
    /// The C symbol is `SQLITE_CONSTRAINT_FOREIGNKEY`.
    @inlinable public static var constraintForeignKey: ResultCode { ResultCode(.constraint, 3) }

    /// A function of an extension reported a constraint.
    ///
    /// The C symbol is `SQLITE_CONSTRAINT_FUNCTION`.
    @inlinable public static var constraintFunction: ResultCode { ResultCode(.constraint, 4) }

    /// A NOT NULL column would become NULL.
    ///
    /// The C symbol is `SQLITE_CONSTRAINT_NOTNULL`.
    @inlinable public static var constraintNotNull: ResultCode { ResultCode(.constraint, 5) }

    /// The primary key is already in use.
    ///
    /// The C symbol is `SQLITE_CONSTRAINT_PRIMARYKEY`.
    @inlinable public static var constraintPrimaryKey: ResultCode { ResultCode(.constraint, 6) }

    /// A trigger raised an error with RAISE.
    ///
    /// The C symbol is `SQLITE_CONSTRAINT_TRIGGER`.
    @inlinable public static var constraintTrigger: ResultCode { ResultCode(.constraint, 7) }

    /// A value that must be unique already exists.
    ///
    /// The C symbol is `SQLITE_CONSTRAINT_UNIQUE`.
    @inlinable public static var constraintUnique: ResultCode { ResultCode(.constraint, 8) }

    /// A virtual table does not allow the change.
    ///
    /// The C symbol is `SQLITE_CONSTRAINT_VTAB`.
    @inlinable public static var constraintVtab: ResultCode { ResultCode(.constraint, 9) }

    /// The rowid is already in use.
    ///
    /// The C symbol is `SQLITE_CONSTRAINT_ROWID`.
    @inlinable public static var constraintRowID: ResultCode { ResultCode(.constraint, 10) }

    /// An update trigger tried to delete the row that is being updated.
    ///
    /// The C symbol is `SQLITE_CONSTRAINT_PINNED`.
    @inlinable public static var constraintPinned: ResultCode { ResultCode(.constraint, 11) }

    /// A value does not have the type that the STRICT table requires.
    ///
    /// The C symbol is `SQLITE_CONSTRAINT_DATATYPE`.
    @inlinable public static var constraintDataType: ResultCode { ResultCode(.constraint, 12) }

    // The C symbol without its prefix, and the explanation, of each code above, in the order of their numbers.
    static let constraintTexts: [Text] = [
        ("CHECK", "A CHECK constraint failed"),
        ("COMMITHOOK", "A commit hook turned the commit into a rollback"),
        ("FOREIGNKEY", "A foreign key would refer to a row that does not exist"),
        ("FUNCTION", "A function of an extension reported a constraint"),
        ("NOTNULL", "A NOT NULL column would become NULL"),
        ("PRIMARYKEY", "The primary key is already in use"),
        ("TRIGGER", "A trigger raised an error with RAISE"),
        ("UNIQUE", "A value that must be unique already exists"),
        ("VTAB", "A virtual table does not allow the change"),
        ("ROWID", "The rowid is already in use"),
        ("PINNED", "An update trigger tried to delete the row that is being updated"),
        ("DATATYPE", "A value does not have the type that the STRICT table requires"),
    ]
}
