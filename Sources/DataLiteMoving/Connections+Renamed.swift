// Names that users of other libraries try first. The compiler reports what to write instead. None of them can be
// called.

public import DataLiteCore

private let unreachable = SQLiteError(.misuse, message: "an unavailable name was called")

// MARK: - GRDB

@available(*, unavailable, message: "a transaction commits when its closure returns")
public enum TransactionCompletion {
    case commit
    case rollback
}

extension ConnectionProtocol {
    @available(*, unavailable, renamed: "execute(_:_:)")
    public func execute(sql: String, arguments: SQLParameters) throws(SQLiteError) {}

    @available(*, unavailable, renamed: "execute(_:)")
    public func execute(literal sql: SQL) throws(SQLiteError) {}

    @available(
        *, unavailable,
        message: "a transaction commits when its closure returns: write `transaction { }`"
    )
    public func inTransaction(
        _ type: TransactionType? = nil, _ body: () throws -> TransactionCompletion
    ) throws(SQLiteError) {}

    @available(
        *, unavailable,
        message: "a transaction commits when its closure returns: write `transaction { }`"
    )
    @_disfavoredOverload
    public func inTransaction<R>(
        _ type: TransactionType? = nil, _ body: () throws -> R
    ) throws(SQLiteError) {}

    @available(
        *, unavailable,
        message: "a savepoint is released when its closure returns: write `savepoint { }`"
    )
    public func inSavepoint(_ body: () throws -> TransactionCompletion) throws(SQLiteError) {}

    @available(
        *, unavailable,
        message: "a savepoint is released when its closure returns: write `savepoint { }`"
    )
    @_disfavoredOverload
    public func inSavepoint<R>(_ body: () throws -> R) throws(SQLiteError) {}

    @available(*, unavailable, renamed: "commitTransaction()")
    public func commit() throws(SQLiteError) {}

    @available(*, unavailable, renamed: "rollbackTransaction()")
    public func rollback() throws(SQLiteError) {}

    @available(*, unavailable, renamed: "lastInsertRowID")
    public var lastInsertedRowID: Int64 { 0 }

    @available(*, unavailable, renamed: "changes")
    public var changesCount: Int { 0 }

    @available(*, unavailable, renamed: "totalChanges")
    public var totalChangesCount: Int { 0 }

    @available(*, unavailable, message: "write `!db.isAutocommit`")
    public var isInsideTransaction: Bool { false }

    @available(*, unavailable, message: "an error has its own message: `SQLiteError.message`")
    public var lastErrorMessage: String? { nil }

    @available(*, unavailable, renamed: "prepare(sql:)")
    public func makeStatement(sql: String) throws(SQLiteError) -> any StatementProtocol {
        try prepare(sql: sql)
    }

    @available(
        *, unavailable,
        message: "statements of `rows`, `execute` and the like are cached by their text"
    )
    public func cachedStatement(sql: String) throws(SQLiteError) -> any StatementProtocol {
        try prepare(sql: sql)
    }

    @available(*, unavailable, message: "write `execute(script:)`")
    public func allStatements(sql: String) throws(SQLiteError) -> [any StatementProtocol] { [] }

    @available(*, unavailable, message: "write `db.schema.table(\"albums\")?.columns`")
    public func columns(in table: String) throws(SQLiteError) -> [DatabaseSchema.Column] { [] }

    @available(*, unavailable, message: "set `Configuration.key`")
    public func usePassphrase(_ passphrase: String) throws(SQLiteError) {}

    @available(*, unavailable, renamed: "execute(_:_:)")
    public func run(_ sql: String, _ values: (any SQLiteBindable)?...) throws(SQLiteError) {}

    @available(*, unavailable, renamed: "value(_:_:as:)")
    public func scalar(
        _ sql: String, _ values: (any SQLiteBindable)?...
    ) throws(SQLiteError) -> SQLiteValue? { nil }

    @available(*, unavailable, renamed: "row(_:_:)")
    public func pluck(_ sql: SQL) throws(SQLiteError) -> SQLiteRow? { nil }

    @available(*, unavailable, message: "write `add(function: \"name\") { ... }`")
    public func createFunction<R>(
        _ name: String, _ body: (any ArgumentsProtocol) throws -> R
    ) throws(SQLiteError) {}

    @available(*, unavailable, message: "write `add(aggregate: \"name\", argc: 1, initial: ...)`")
    public func createAggregation<State, R>(
        _ name: String, argumentCount: UInt? = nil, deterministic: Bool = false,
        initialValue: State, reduce: (State, [SQLiteValue]) -> State, result: (State) -> R
    ) {}

    @available(*, unavailable, message: "write `add(collation: \"name\") { ... }`")
    public func createCollation<R>(
        _ name: String, _ compare: (String, String) -> R
    ) throws(SQLiteError) {}

    @available(*, unavailable, renamed: "setBusyHandler(_:)")
    public func busyHandler(_ handler: ((Int) -> Bool)?) {}

    @available(*, unavailable, renamed: "onTrace(_:)")
    public func trace(_ body: ((String) -> Void)?) {}

    @available(*, unavailable, renamed: "onUpdate(_:)")
    public func updateHook<Operation>(
        _ body: ((_ operation: Operation, _ db: String, _ table: String, _ row: Int64) -> Void)?
    ) {}

    @available(*, unavailable, renamed: "onCommit(_:)")
    public func commitHook(_ body: (() throws -> Void)?) {}

    @available(*, unavailable, renamed: "onRollback(_:)")
    public func rollbackHook(_ body: (() -> Void)?) {}

    @available(*, unavailable, renamed: "withProgressHandler(every:_:_:)")
    public func progressHandler(_ instructions: Int, _ handler: (() -> Bool)?) {}

    @available(*, unavailable, renamed: "lastInsertRowID")
    public var lastInsertRowid: Int64 { 0 }

    @available(*, unavailable, renamed: "isReadonly")
    public var readonly: Bool { false }

    // MARK: - rusqlite and Python

    @available(*, unavailable, renamed: "execute(script:)")
    public func executeBatch(_ sql: String) throws(SQLiteError) {}

    @available(*, unavailable, renamed: "requiredRow(_:_:as:)")
    public func queryRow(
        _ sql: SQL, _ parameters: SQLParameters = []
    ) throws(SQLiteError) -> SQLiteRow { throw unreachable }

    @available(*, unavailable, renamed: "execute(script:)")
    public func executeScript(_ sql: String) throws(SQLiteError) {}

    @available(*, unavailable, message: "write `prepare(sql).execute(rows)`")
    public func executeMany(_ sql: SQL, _ rows: [SQLParameters]) throws(SQLiteError) {}

    @available(*, unavailable, renamed: "rows(_:_:)")
    public func fetchAll(
        _ sql: SQL, _ parameters: SQLParameters = []
    ) throws(SQLiteError) -> [SQLiteRow] { [] }

    @available(*, unavailable, renamed: "row(_:_:)")
    public func fetchOne(
        _ sql: SQL, _ parameters: SQLParameters = []
    ) throws(SQLiteError) -> SQLiteRow? { nil }
}

extension SQLiteRow {
    @available(*, unavailable, message: "write `db.rows(\"SELECT ...\", [1])`")
    public static func fetchAll(
        _ db: some ConnectionProtocol, sql: String, arguments: SQLParameters = []
    ) throws(SQLiteError) -> [SQLiteRow] { [] }

    @available(*, unavailable, message: "write `db.row(\"SELECT ...\", [1])`")
    public static func fetchOne(
        _ db: some ConnectionProtocol, sql: String, arguments: SQLParameters = []
    ) throws(SQLiteError) -> SQLiteRow? { nil }

    @available(*, unavailable, message: "write `db.cursor(\"SELECT ...\", [1])`")
    public static func fetchCursor(
        _ db: some ConnectionProtocol, sql: String, arguments: SQLParameters = []
    ) throws(SQLiteError) -> Cursor<SQLiteRow> { throw unreachable }
}

@available(*, unavailable, renamed: "SQLiteError")
public typealias DatabaseError = SQLiteError

@available(*, unavailable, message: "catch an `SQLiteError` whose `resultCode` is `.notFound`")
public enum RecordError: Error {
    case recordNotFound(databaseTableName: String, key: [String: SQLiteValue])
}

extension SQLiteError {
    @available(*, unavailable, renamed: "resultCode")
    public var extendedResultCode: ResultCode { resultCode }
}

extension ResultCode {
    @available(*, unavailable, renamed: "primary")
    public var primaryResultCode: ResultCode { primary }
}

// MARK: - SQLite.swift

extension Connection {
    @available(*, unavailable, renamed: "init(path:)")
    public convenience init(_ path: String) throws(SQLiteError) { throw unreachable }

    @available(*, unavailable, renamed: "init(location:)")
    public convenience init(_ location: Location) throws(SQLiteError) { throw unreachable }

    @available(*, unavailable, message: "write `Connection(location: .inMemory)`")
    public convenience init() throws(SQLiteError) { throw unreachable }

    @available(*, unavailable, message: "write `Connection(path: path, options: .readonly)`")
    public convenience init(_ path: String, readonly: Bool) throws(SQLiteError) {
        throw unreachable
    }
}

extension Connection.Location {
    @available(*, unavailable, message: "write `Connection(uri: DatabaseURI(path: path))`")
    public static func uri(_ path: String) -> Self { .inMemory }
}

extension StatementProtocol {
    @available(*, unavailable, renamed: "execute(_:)")
    public func run(_ values: (any SQLiteBindable)?...) throws(SQLiteError) -> Self { self }

    @available(*, unavailable, renamed: "value(_:as:)")
    public func scalar(
        _ values: (any SQLiteBindable)?...
    ) throws(SQLiteError) -> SQLiteValue? { nil }
}
