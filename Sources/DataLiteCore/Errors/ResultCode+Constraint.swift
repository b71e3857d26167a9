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
