/// Closures that are called once, after a transaction has ended.
///
/// Use `afterCommit`, `afterRollback` and `afterNextTransaction` of a connection, which create one.
public struct TransactionClosures {
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
