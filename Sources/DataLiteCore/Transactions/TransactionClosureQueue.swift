import DataLiteSyntax

/// The closures that wait for the end of the current transaction, or of the next one.
///
/// No closure is released while the queue changes, because releasing one may use the connection.
package struct TransactionClosureQueue {
    /// Closures, and whether the rollback of a savepoint has undone what was written before them.
    private struct Waiting {
        let closures: _TransactionClosures
        var isUndone = false
    }

    /// A savepoint, and the number of closures that were added before it.
    private struct Savepoint {
        let name: String
        var count: Int
    }

    /// Closures whose transaction has ended.
    package struct Ended {
        fileprivate let closures: _TransactionClosures
        fileprivate let isCommitted: Bool

        /// Calls the closure for the way in which the transaction has ended, if there is one.
        package func call(_ connection: any ConnectionProtocol) {
            (isCommitted ? closures.onCommit : closures.onRollback)?(connection)
        }
    }

    private var waiting: [Waiting] = []
    private var ended: [Ended] = []
    private var savepoints: [Savepoint] = []

    /// Whether the transaction of the waiting closures is known to be open.
    private var isInTransaction = false

    package init() {}

    package var isEmpty: Bool { waiting.isEmpty && ended.isEmpty }

    /// Adds closures.
    ///
    /// - Parameter isInTransaction: Whether a transaction is open. Otherwise, the closures wait for the next one.
    package mutating func append(_ closures: _TransactionClosures, isInTransaction: Bool) {
        if waiting.isEmpty {
            savepoints = []
            self.isInTransaction = isInTransaction
        }
        waiting.append(Waiting(closures: closures))
    }

    /// Notes a statement that has succeeded.
    package mutating func didRun(_ kind: SQLScanner.Kind) {
        guard !waiting.isEmpty else { return }
        switch kind {
        case .savepoint(let name): savepoints.append(Savepoint(name: name, count: waiting.count))
        case .release(let name): savepoints.removeSubrange((position(of: name) ?? 0)...)
        case .rollbackTo(let name): undo(to: name)
        default: break
        }
    }

    private mutating func undo(to name: String) {
        guard let position = position(of: name) else {
            // The savepoint was set before the first closure was added. It stays open.
            undo(from: 0)
            savepoints = [Savepoint(name: name, count: waiting.count)]
            return
        }
        savepoints.removeSubrange((position + 1)...)
        undo(from: savepoints[position].count)
        savepoints[position].count = waiting.count
    }

    private mutating func undo(from index: Int) {
        for index in index..<waiting.count where waiting[index].closures.extent == .changes {
            waiting[index].isUndone = true
        }
    }

    /// The position of the innermost savepoint with a name.
    private func position(of name: String) -> Int? {
        savepoints.lastIndex { SQLName.matches($0.name, name) }
    }

    /// Notes whether a transaction is open after a statement. A transaction that only reads ends without calling a hook
    /// of SQLite.
    ///
    /// - Returns: Whether such a transaction has ended.
    package mutating func noteState(isAutocommit: Bool) -> Bool {
        guard isInTransaction, isAutocommit else {
            isInTransaction = isInTransaction || !isAutocommit
            return false
        }
        transactionDidEnd(isCommitted: true)
        return true
    }

    /// Notes the end of a transaction.
    package mutating func transactionDidEnd(isCommitted: Bool) {
        for entry in waiting {
            ended.append(
                Ended(closures: entry.closures, isCommitted: isCommitted && !entry.isUndone))
        }
        waiting = []
        savepoints = []
        isInTransaction = false
    }

    /// Notes that the connection is closed, which rolls back an open transaction.
    ///
    /// - Returns: The closures that waited for a later transaction. They are never called.
    package mutating func connectionDidClose(rollsBack: Bool) -> [_TransactionClosures] {
        if isInTransaction, rollsBack { transactionDidEnd(isCommitted: false) }
        return takeWaiting()
    }

    /// Removes and returns the closures whose transaction has ended, in the order in which they were added.
    package mutating func takeEnded() -> [Ended] {
        let taken = ended
        ended = []
        return taken
    }

    /// Removes and returns the closures that wait.
    package mutating func takeWaiting() -> [_TransactionClosures] {
        let taken = waiting.map(\.closures)
        waiting = []
        savepoints = []
        isInTransaction = false
        return taken
    }
}

/// Closures that are called once, after a transaction has ended.
///
/// Use `afterCommit`, `afterRollback` and `afterNextTransaction` of a connection, which create one.
public struct _TransactionClosures {
    /// A closure that is called with the connection.
    public typealias Body = (any ConnectionProtocol) -> Void

    /// Which end of the changes is awaited.
    public enum Extent: Hashable, Sendable {
        /// The end of the changes made so far: they are undone too by the rollback of a savepoint that was open when
        /// the closures were added.
        case changes
        /// The end of the whole transaction.
        case transaction
    }

    /// Which end of the changes is awaited.
    public var extent: Extent

    /// Called after a commit.
    public var onCommit: Body?

    /// Called after a rollback.
    public var onRollback: Body?

    /// Creates closures.
    public init(extent: Extent = .changes, onCommit: Body? = nil, onRollback: Body? = nil) {
        self.extent = extent
        self.onCommit = onCommit
        self.onRollback = onRollback
    }
}
