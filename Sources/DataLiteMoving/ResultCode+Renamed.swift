// swift-format-ignore-file: AlwaysUseLowerCamelCase

// Names of result codes in C and in GRDB. They are unavailable; the compiler reports what to write instead.

public import DataLiteCore

extension ResultCode {
    @available(*, unavailable, message: "write `error.resultCode.primary == .abort`")
    public static var SQLITE_ABORT: ResultCode { .abort }

    @available(*, unavailable, message: "write `error.resultCode.primary == .auth`")
    public static var SQLITE_AUTH: ResultCode { .auth }

    @available(*, unavailable, message: "write `error.resultCode.primary == .busy`")
    public static var SQLITE_BUSY: ResultCode { .busy }

    @available(*, unavailable, message: "write `error.resultCode.primary == .cantOpen`")
    public static var SQLITE_CANTOPEN: ResultCode { .cantOpen }

    @available(*, unavailable, message: "write `error.resultCode.primary == .constraint`")
    public static var SQLITE_CONSTRAINT: ResultCode { .constraint }

    @available(*, unavailable, message: "write `error.resultCode.primary == .corrupt`")
    public static var SQLITE_CORRUPT: ResultCode { .corrupt }

    @available(*, unavailable, message: "write `error.resultCode.primary == .error`")
    public static var SQLITE_ERROR: ResultCode { .error }

    @available(*, unavailable, message: "write `error.resultCode.primary == .full`")
    public static var SQLITE_FULL: ResultCode { .full }

    @available(*, unavailable, message: "write `error.resultCode.primary == .interrupt`")
    public static var SQLITE_INTERRUPT: ResultCode { .interrupt }

    @available(*, unavailable, message: "write `error.resultCode.primary == .ioerr`")
    public static var SQLITE_IOERR: ResultCode { .ioerr }

    @available(*, unavailable, message: "write `error.resultCode.primary == .locked`")
    public static var SQLITE_LOCKED: ResultCode { .locked }

    @available(*, unavailable, message: "write `error.resultCode.primary == .mismatch`")
    public static var SQLITE_MISMATCH: ResultCode { .mismatch }

    @available(*, unavailable, message: "write `error.resultCode.primary == .misuse`")
    public static var SQLITE_MISUSE: ResultCode { .misuse }

    @available(*, unavailable, message: "write `error.resultCode.primary == .notADB`")
    public static var SQLITE_NOTADB: ResultCode { .notADB }

    @available(*, unavailable, message: "write `error.resultCode.primary == .notFound`")
    public static var SQLITE_NOTFOUND: ResultCode { .notFound }

    @available(*, unavailable, message: "write `error.resultCode.primary == .readonly`")
    public static var SQLITE_READONLY: ResultCode { .readonly }

    @available(*, unavailable, renamed: "busySnapshot")
    public static var SQLITE_BUSY_SNAPSHOT: ResultCode { .busySnapshot }

    @available(*, unavailable, renamed: "constraintCheck")
    public static var SQLITE_CONSTRAINT_CHECK: ResultCode { .constraintCheck }

    @available(*, unavailable, renamed: "constraintForeignKey")
    public static var SQLITE_CONSTRAINT_FOREIGNKEY: ResultCode { .constraintForeignKey }

    @available(*, unavailable, renamed: "constraintNotNull")
    public static var SQLITE_CONSTRAINT_NOTNULL: ResultCode { .constraintNotNull }

    @available(*, unavailable, renamed: "constraintPrimaryKey")
    public static var SQLITE_CONSTRAINT_PRIMARYKEY: ResultCode { .constraintPrimaryKey }

    @available(*, unavailable, renamed: "constraintRowID")
    public static var SQLITE_CONSTRAINT_ROWID: ResultCode { .constraintRowID }

    @available(*, unavailable, renamed: "constraintTrigger")
    public static var SQLITE_CONSTRAINT_TRIGGER: ResultCode { .constraintTrigger }

    @available(*, unavailable, renamed: "constraintUnique")
    public static var SQLITE_CONSTRAINT_UNIQUE: ResultCode { .constraintUnique }
}
