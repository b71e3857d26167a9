/// A connection for tests, which returns the answers of the test and records the calls.
///
/// A **spy** forwards calls to a real connection, a **stub** answers every statement with a
/// closure, and a **script** lists the calls that are expected, in order, with their answers:
///
/// ```swift
/// let spy = try MockConnection.spy(schema: "CREATE TABLE users(id INTEGER PRIMARY KEY, name)")
/// let stub = MockConnection { call in .row(["count": 3]) }
///
/// let mock = MockConnection()
/// mock.expectBegin()
/// mock.expectExecute("INSERT INTO users(name) VALUES (?)").with("Ada")
///     .returning(changes: 1, lastInsertRowID: 7)
/// mock.expectCommit()
/// let id = try UserStore(mock).add("Ada")
/// mock.verify()
/// ```
///
/// The styles can be combined: a call is answered by the script first, then by the stub, then by
/// the underlying database. A call without an answer fails, and
/// ``verify(fileID:filePath:line:column:)`` reports it. Faults take precedence over all of these:
/// see ``fail(_:_:with:message:skipping:times:)``.
///
/// A mock is confined to one thread or actor at a time, as a connection is. Its ``record`` can be
/// read from any thread.
public final class MockConnection: ConnectionProtocol, TransactionScopeTracking {
    /// A closure that answers a statement, or returns `nil` to leave it unanswered.
    typealias Stub = (MockCall) throws -> MockAnswer?

    /// The calls made to this mock and the problems found, readable from any thread or actor.
    public let record: MockRecord

    /// A handle that interrupts the statements of this mock from any thread.
    public var interruptHandle: InterruptHandle {
        InterruptHandle { [interruption] in interruption.interrupt() }
    }

    let interruption: MockInterruption

    /// The functions that were added and not removed.
    public internal(set) var functions: [Function.Registration] = []

    /// Whether ``close()`` has closed the connection.
    public internal(set) var isClosed = false

    /// Whether the mock rejects writes, like a connection that was opened read-only.
    var refusesWrites = false

    /// The access that a ``MockDatabase`` grants to its mock; `nil` for a standalone mock.
    var turn: MockAccess?

    let stub: Stub?
    let real: (any ConnectionProtocol)?
    var script = Script()
    var faults = FaultPlan()
    var checker = SQLChecker()
    var transaction = TransactionState()

    /// For each running closure, whether the underlying connection was in a transaction when the
    /// closure began. Used if that connection does not keep track of closures itself.
    var realStates: [Bool] = []
    let delegates = MockDelegates()
    var counters = ChangeCounters()
    var livingStatements = WeakList<WeakMockStatement>()

    /// Whether a delegate is being called. It must not run SQL.
    var isInsideDelegate = false

    init(
        stub: Stub? = nil, spyingOn real: (any ConnectionProtocol)? = nil, at site: CallSite
    ) {
        self.stub = stub
        self.real = real
        record = MockRecord(site: site)
        interruption = MockInterruption(real: (real as? Connection)?.interruptHandle)
        delegates.real = real
        delegates.connection = self
    }

    deinit {
        delegates.detach()
        recordTransaction()
        record.mockWasReleased()
    }

    // MARK: - Creating a mock

    /// Creates a mock for a script.
    public convenience init(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        self.init(
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Creates a mock that answers with a closure, which returns `nil` to leave a call unanswered. If it also has a
    /// script, the closure answers the calls that the script does not expect.
    public convenience init(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column,
        stub: @escaping (MockCall) throws -> MockAnswer?
    ) {
        self.init(
            stub: stub,
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Creates a mock that forwards calls to a connection. If it also has a script, it forwards the
    /// calls that the script does not expect.
    ///
    /// - Parameter connection: The underlying connection. Do not use it directly while the mock
    ///   exists.
    public convenience init(
        spyingOn connection: any ConnectionProtocol, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        self.init(
            spyingOn: connection,
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Creates a mock that forwards all calls to an in-memory database.
    ///
    /// - Parameter schema: SQL to run first, without recording it.
    /// - Throws: An `SQLiteError` if the schema is invalid.
    public static func spy(
        schema: String = "", fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) throws(SQLiteError) -> MockConnection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(sql: schema)
        return MockConnection(
            spyingOn: connection,
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
}
