import DataLiteCore

/// The texts of the statements that a connection runs.
final class StatementLog: ConnectionTraceDelegate {
    private(set) var traces: [SQLTrace] = []

    var texts: [String] { traces.map(\.unexpandedSQL) }

    func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
        traces.append(trace)
    }
}

/// The calls of a delegate, in order.
final class EventLog: ConnectionDelegate {
    enum Event: Equatable {
        case update(SQLiteAction)
        case commit
        case rollback
    }

    private(set) var events: [Event] = []
    var veto: Refused?

    func connection(_ connection: any ConnectionProtocol, didUpdate action: SQLiteAction) {
        events.append(.update(action))
    }

    func connectionWillCommit(_ connection: any ConnectionProtocol) throws {
        events.append(.commit)
        if let veto { throw veto }
    }

    func connectionDidRollback(_ connection: any ConnectionProtocol) {
        events.append(.rollback)
    }
}
