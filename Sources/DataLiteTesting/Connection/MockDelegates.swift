import DataLiteSyntax

/// The delegates of a mock. For a spy, they are called through a relay, which is a delegate of the underlying
/// connection.
final class MockDelegates {
    weak var connection: MockConnection?
    var real: (any ConnectionProtocol)?

    private var observers = WeakList<WeakConnectionDelegate>()
    private var tracers = WeakList<WeakTraceDelegate>()
    private var relay: Relay?

    /// The number of commits to report to the delegates.
    private var commitCount = 0
    private var isReportingCommits = false

    /// The closures that are called after a transaction of a mock without a database.
    private var closures = TransactionClosureQueue()

    // MARK: Adding and removing

    func add(_ delegate: any ConnectionDelegate) throws(SQLiteError) {
        observers.add(delegate)
        try attach()
    }

    func remove(_ delegate: any ConnectionDelegate) {
        observers.remove(delegate)
    }

    func add(tracer delegate: any ConnectionTraceDelegate) throws(SQLiteError) {
        tracers.add(delegate)
        try attach()
    }

    func remove(tracer delegate: any ConnectionTraceDelegate) {
        tracers.remove(delegate)
    }

    /// Adds closures, which are called with the mock.
    func add(_ closures: _TransactionClosures, isInTransaction: Bool) throws(SQLiteError) {
        guard let real else {
            return self.closures.append(closures, isInTransaction: isInTransaction)
        }
        func withMock(_ body: _TransactionClosures.Body?) -> _TransactionClosures.Body? {
            guard let body else { return nil }
            return { [weak connection] real in body(connection ?? real) }
        }
        try real._afterTransaction(
            _TransactionClosures(
                extent: closures.extent, onCommit: withMock(closures.onCommit),
                onRollback: withMock(closures.onRollback)))
    }

    private func attach() throws(SQLiteError) {
        guard relay == nil, let real, let connection else { return }
        let relay = Relay(connection)
        try real.add(delegate: relay)
        try real.add(traceDelegate: relay)
        self.relay = relay
    }

    func detach() {
        guard let relay else { return }
        try? real?.remove(delegate: relay)
        try? real?.remove(traceDelegate: relay)
    }

    // MARK: Calling them

    func didUpdate(_ action: SQLiteAction) {
        notify { observer, connection in observer.connection(connection, didUpdate: action) }
    }

    func willCommit() throws {
        try notify { observer, connection in try observer.connectionWillCommit(connection) }
    }

    /// Counts a commit. It is reported to the delegates when the statement's call returns.
    func didCommit() {
        commitCount += 1
        closures.transactionDidEnd(isCommitted: true)
    }

    /// Notes a statement that has succeeded.
    func didRun(_ kind: SQLScanner.Kind) { closures.didRun(kind) }

    /// Calls the delegates for each commit. If a delegate commits again, that commit is reported after it returns.
    func reportCommits() {
        guard commitCount > 0 || !closures.isEmpty, !isReportingCommits, let connection else {
            return
        }
        isReportingCommits = true
        defer { isReportingCommits = false }
        while true {
            guard commitCount > 0 else {
                let ended = closures.takeEnded()
                guard !ended.isEmpty else { return }
                for closures in ended { closures.call(connection) }
                continue
            }
            commitCount -= 1
            let observers = observers
            observers.forEach { $0.connectionDidCommit(connection) }
        }
    }

    func didRollback() {
        closures.transactionDidEnd(isCommitted: false)
        notify { observer, connection in observer.connectionDidRollback(connection) }
    }

    func trace(_ trace: SQLTrace) {
        guard let connection else { return }
        // A delegate may add or remove delegates, so the list is copied.
        let tracers = tracers
        _ = connection.insideDelegate {
            tracers.forEach { $0.connection(connection, trace: trace) }
        }
    }

    private func notify(
        _ body: (any ConnectionDelegate, MockConnection) throws -> Void
    ) rethrows {
        guard let connection else { return }
        // A delegate may add or remove delegates, so the list is copied.
        let observers = observers
        _ = try connection.insideDelegate {
            try observers.forEach { try body($0, connection) }
        }
    }
}

/// Forwards the calls of the real connection to the mock's delegates, with the mock as the connection.
private final class Relay: ConnectionDelegate, ConnectionTraceDelegate {
    private weak var mock: MockConnection?

    init(_ mock: MockConnection) { self.mock = mock }

    func connection(_ connection: any ConnectionProtocol, didUpdate action: SQLiteAction) {
        mock?.delegates.didUpdate(action)
    }

    func connectionWillCommit(_ connection: any ConnectionProtocol) throws {
        try mock?.delegates.willCommit()
    }

    func connectionDidCommit(_ connection: any ConnectionProtocol) {
        mock?.delegates.didCommit()
    }

    func connectionDidRollback(_ connection: any ConnectionProtocol) {
        mock?.delegates.didRollback()
    }

    func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
        mock?.delegates.trace(trace)
    }
}
