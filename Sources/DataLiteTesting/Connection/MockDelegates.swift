import DataLiteCore

/// The delegates of a mock. On a database that is spied on, a relay listens for them.
struct MockDelegates {
    weak var connection: MockConnection?
    var real: (any ConnectionProtocol)?

    private var observers = WeakList<WeakConnectionDelegate>()
    private var tracers = WeakList<WeakTraceDelegate>()
    private var relay: Relay?

    // MARK: Adding and removing

    mutating func add(_ delegate: any ConnectionDelegate) throws(SQLiteError) {
        observers.add(delegate)
        try attach()
    }

    mutating func remove(_ delegate: any ConnectionDelegate) {
        observers.remove(delegate)
    }

    mutating func add(tracer delegate: any ConnectionTraceDelegate) throws(SQLiteError) {
        tracers.add(delegate)
        try attach()
    }

    mutating func remove(tracer delegate: any ConnectionTraceDelegate) {
        tracers.remove(delegate)
    }

    private mutating func attach() throws(SQLiteError) {
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

    // MARK: Telling them

    func didUpdate(_ action: SQLiteAction) {
        tell { observer, connection in observer.connection(connection, didUpdate: action) }
    }

    func willCommit() throws {
        try tell { observer, connection in try observer.connectionWillCommit(connection) }
    }

    func didRollback() {
        tell { observer, connection in observer.connectionDidRollback(connection) }
    }

    func trace(_ trace: SQLTrace) {
        guard let connection else { return }
        connection.insideDelegate {
            _ = tracers.forEach { $0.connection(connection, trace: trace) }
        }
    }

    private func tell(
        _ body: (any ConnectionDelegate, MockConnection) throws -> Void
    ) rethrows {
        guard let connection else { return }
        try connection.insideDelegate {
            _ = try observers.forEach { try body($0, connection) }
        }
    }
}

/// Hears what the real connection tells, and tells the mock's delegates with the mock's name.
private final class Relay: ConnectionDelegate, ConnectionTraceDelegate {
    private weak var mock: MockConnection?

    init(_ mock: MockConnection) { self.mock = mock }

    func connection(_ connection: any ConnectionProtocol, didUpdate action: SQLiteAction) {
        mock?.delegates.didUpdate(action)
    }

    func connectionWillCommit(_ connection: any ConnectionProtocol) throws {
        try mock?.delegates.willCommit()
    }

    func connectionDidRollback(_ connection: any ConnectionProtocol) {
        mock?.delegates.didRollback()
    }

    func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
        mock?.delegates.trace(trace)
    }
}
