import DataLiteCore

/// The calls of a delegate, in order.
final class DelegateLog: ConnectionDelegate {
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
