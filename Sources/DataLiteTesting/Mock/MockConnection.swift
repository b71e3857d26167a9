public import DataLiteCore
import DataLiteSyntax

/// A connection for tests: it does what the test says, and tells what was asked of it.
///
/// Three styles, which mix. A **script** says which calls are expected, in their order, and what they
/// are answered with:
///
/// ```swift
/// let mock = MockConnection()
/// mock.expectBegin()
/// mock.expectExecute("INSERT INTO users(name) VALUES (?)").with("Ada")
///     .returning(changes: 1, lastInsertRowID: 7)
/// mock.expectCommit()
/// let id = try UserStore(mock).add("Ada")
/// mock.verify()
/// ```
///
/// A **stub** answers whatever comes, and a **spy** passes everything on to a real connection:
///
/// ```swift
/// let stub = MockConnection { call in .row(["count": 3]) }
/// let spy = try MockConnection.spy(schema: "CREATE TABLE users(id INTEGER PRIMARY KEY, name)")
/// ```
///
/// A call goes to the script first, then to the stub, then to the database that is spied on. What
/// none of them takes fails, and ``verify(fileID:filePath:line:column:)`` reports it. Faults come
/// before all of them: see ``fail(_:_:with:message:skipping:times:)``.
///
/// A mock is confined as a connection is: to one thread or actor at a time.
public final class MockConnection: ConnectionProtocol, TransactionScopeTracking {
    /// Answers a statement; `nil` for one that it has no answer for.
    public typealias Stub = (MockCall) throws -> MockAnswer?

    let stub: Stub?
    let real: (any ConnectionProtocol)?

    var script = Script()
    var faults = FaultPlan()
    var checker = SQLChecker()
    var transaction = TransactionState()
    var delegates = MockDelegates()
    var failures: [String] = []
    private var statements: [WeakStatement] = []
    private var isInsideDelegate = false
    private var counters = Counters()

    /// What was done to this mock, in order.
    public internal(set) var log = EventLog()

    /// The functions that were added and not removed.
    public internal(set) var functions: [Function.Definition] = []

    /// Interrupts the statements of this mock from any thread.
    public let interruptHandle: MockInterruptHandle

    /// Whether ``close()`` has closed the connection.
    public internal(set) var isClosed = false

    private var saysReadonly = false

    private struct Counters {
        var changes: Int64 = 0
        var totalChanges: Int64 = 0
        var lastInsertRowID: Int64 = 0

        // On a database that is spied on: whether the latest write was answered by the test, and
        // what the database said before it was.
        var isLatest = false
        var realRowID: Int64?
    }

    private struct WeakStatement {
        weak var statement: MockStatement?
    }

    /// A mock for a script.
    public convenience init() {
        self.init(stub: nil, real: nil)
    }

    /// A mock that answers with a closure what its script, if it has one, does not.
    public convenience init(stub: @escaping Stub) {
        self.init(stub: stub, real: nil)
    }

    /// A mock that passes on to a connection what its script, if it has one, does not answer. The
    /// connection is not to be used by others meanwhile.
    public convenience init(spyingOn connection: any ConnectionProtocol) {
        self.init(stub: nil, real: connection)
    }

    /// A mock that passes everything on to a database in memory.
    ///
    /// - Parameter schema: SQL that is run before, and not recorded.
    /// - Throws: what the database says of the schema.
    public static func spy(schema: String = "") throws(SQLiteError) -> MockConnection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(sql: schema)
        return MockConnection(spyingOn: connection)
    }

    private init(stub: Stub?, real: (any ConnectionProtocol)?) {
        self.stub = stub
        self.real = real
        interruptHandle = MockInterruptHandle(real: (real as? Connection)?.interruptHandle)
        delegates.real = real
        delegates.connection = self
    }

    deinit { delegates.detach() }
}

// MARK: - State

extension MockConnection {
    /// Whether no transaction is open, as the statements that were run have left it.
    public var isAutocommit: Bool { real?.isAutocommit ?? !transaction.isOpen }

    /// What the test has set; on a database that is spied on, what that says.
    public var isReadonly: Bool {
        get { real?.isReadonly ?? saysReadonly }
        set { saysReadonly = newValue }
    }

    /// What the answer to the latest statement that writes has said.
    public var changes: Int64 {
        guard let real, !counters.isLatest else { return counters.changes }
        return real.changes
    }

    /// The sum of ``changes`` so far.
    public var totalChanges: Int64 { (real?.totalChanges ?? 0) &+ counters.totalChanges }

    /// What the answers have said last.
    public var lastInsertRowID: Int64 {
        guard let real, counters.realRowID != real.lastInsertRowID else {
            return counters.lastInsertRowID
        }
        return real.lastInsertRowID
    }

    func count(_ answer: MockAnswer, of kind: SQLText.Kind) {
        if kind == .write || answer.changes != nil {
            counters.changes = answer.changes ?? Int64(answer.updates.count)
            counters.totalChanges &+= counters.changes
            counters.isLatest = true
        }
        guard let rowID = answer.lastInsertRowID else { return }
        counters.lastInsertRowID = rowID
        counters.realRowID = real?.lastInsertRowID
    }

    /// Told before the database that is spied on runs a statement that writes.
    func realWillWrite() { counters.isLatest = false }

    /// The statements that somebody still has.
    var livingStatements: [MockStatement] { statements.compactMap(\.statement) }
}

// MARK: - Statements

extension MockConnection {
    public func prepare(
        sql: String, options: Statement.Options
    ) throws(SQLiteError) -> any StatementProtocol {
        try makeStatement(sql, options: options)
    }

    /// Runs every statement of a script.
    public func execute(script: String) throws(SQLiteError) {
        try requireOpen()
        for text in SQLText.statements(script) {
            let statement = try makeStatement(text, options: [])
            while try statement.step() {}
            try statement.reset()
        }
    }

    private func makeStatement(
        _ sql: String, options: Statement.Options
    ) throws(SQLiteError) -> MockStatement {
        try requireUsable(sql)
        log.append(.prepare(sql))
        try strike(.prepare, sql)
        try requireOneStatement(sql)
        let expectation = try next(for: .prepare(sql))
        if let error = expectation?.meet(.prepare(sql))?.error { throw failed(with: error, sql) }
        let checked = try checked(sql)
        let statement = MockStatement(
            sql: sql, on: self, names: checked?.names ?? SQLText.parameters(sql),
            columns: checked?.columns, real: try preparedByReal(sql, options))
        statements.removeAll { $0.statement == nil }
        statements.append(WeakStatement(statement: statement))
        return statement
    }

    private func preparedByReal(
        _ sql: String, _ options: Statement.Options
    ) throws(SQLiteError) -> (any StatementProtocol)? {
        do {
            return try real?.prepare(sql: sql, options: options)
        } catch {
            throw failed(with: error)
        }
    }

    private func requireOneStatement(_ sql: String) throws(SQLiteError) {
        guard real == nil else { return }
        if sql.utf8.contains(0) {
            throw failed(
                with: SQLiteError(
                    .misuse, message: "there is a NUL character in the SQL text", sql: sql))
        }
        let count = SQLText.statements(sql).count
        guard count != 1 else { return }
        throw failed(
            with: SQLiteError(
                .misuse,
                message: count == 0
                    ? "there is no SQL statement in the text"
                    : "there is text behind the first statement: run a script with execute(sql:)",
                sql: sql))
    }

    /// What the checking database says; one that is spied on speaks for itself.
    private func checked(_ sql: String) throws(SQLiteError) -> SQLChecker.Statement? {
        guard real == nil else { return nil }
        do {
            return try checker.check(sql)
        } catch {
            throw failed(with: error)
        }
    }

    /// Refuses what a real connection would refuse in its state.
    func requireUsable(_ sql: String) throws(SQLiteError) {
        try requireOpen()
        if isInsideDelegate {
            throw failed(
                with: SQLiteError(
                    .misuse,
                    message: "a delegate must not run SQL on the connection that is calling it",
                    sql: sql))
        }
        if transaction.isLost {
            throw failed(
                with: SQLiteError(
                    .abortRollback,
                    message: "the transaction has ended before its closure: "
                        + "no statement can run in it",
                    sql: sql))
        }
    }

    func requireOpen() throws(SQLiteError) {
        guard isClosed else { return }
        throw failed(with: SQLiteError(.misuse, message: "connection is closed"))
    }

    /// Calls delegates, which must not run SQL meanwhile.
    func insideDelegate<R>(_ body: () throws -> R) rethrows -> R {
        // A delegate may have other delegates called, by `simulate(trace:)` for instance.
        let wasInside = isInsideDelegate
        isInsideDelegate = true
        defer { isInsideDelegate = wasInside }
        return try body()
    }
}

// MARK: - Errors

extension MockConnection {
    /// Writes an error into the log, to be thrown.
    func failed(with error: SQLiteError, _ sql: String? = nil) -> SQLiteError {
        var error = error
        error.sql = error.sql ?? sql
        log.append(.failure(error.resultCode, error.sql ?? error.message))
        return error
    }

    /// Keeps a failure for the verification, and gives it as an error for the code that is tested.
    func unexpected(_ message: String, _ sql: String? = nil) -> SQLiteError {
        failures.append(message)
        return failed(with: SQLiteError(.error, message: message, sql: sql))
    }
}
