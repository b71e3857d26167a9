#if Cluster
    import Foundation

    /// An error of a cluster that no single database has.
    public enum ClusterError: Error, Hashable, Sendable {
        /// The connection was lost while a commit was under way: the transaction is saved completely, or not at all. It
        /// was not repeated. `ClusterDatabase.write(token:_:)` finds out which.
        case commitOutcomeUnknown(String)

        /// No node became the leader, or could be reached, in time. Nothing was saved.
        case noLeader(String)

        /// The library of the engine, libdqlite, cannot be loaded.
        case libraryMissing(String)

        /// A node did not start, or refused a change of the cluster.
        case node(String)

        /// A file of a certificate or a key cannot be used, or TLS was refused.
        case security(String)
    }

    extension ClusterError: LocalizedError, CustomStringConvertible {
        public var description: String {
            switch self {
            case .commitOutcomeUnknown(let reason):
                "it is not known whether the transaction was committed: \(reason)"
            case .noLeader(let reason): "the cluster has no leader: \(reason)"
            case .libraryMissing(let reason): reason
            case .node(let reason): reason
            case .security(let reason): reason
            }
        }

        public var errorDescription: String? { description }
    }

    /// The connection to a node was lost, or the node is no longer the leader.
    struct ConnectionLost: Error, CustomStringConvertible {
        let description: String

        /// Whether a message was longer than the limit of the client: it would be again on another connection.
        let isTooBig: Bool

        init(_ description: String, isTooBig: Bool = false) {
            self.description = description
            self.isTooBig = isTooBig
        }
    }

    extension SQLiteError {
        /// The code of `SQLITE_IOERR_NOT_LEADER`, which dqlite adds to those of SQLite.
        static let notLeader = ResultCode(rawValue: 10 | (40 << 8))
        /// The code of `SQLITE_IOERR_LEADERSHIP_LOST`.
        static let leadershipLost = ResultCode(rawValue: 10 | (41 << 8))

        /// A statement that could not run because the connection was lost.
        static func lost(_ reason: String, sql: String?) -> SQLiteError {
            SQLiteError(
                .ioerr, message: "the connection to the cluster was lost: \(reason)", sql: sql,
                underlyingError: ConnectionLost(reason))
        }

        static func outcomeUnknown(_ reason: String, sql: String?) -> SQLiteError {
            let error = ClusterError.commitOutcomeUnknown(reason)
            return SQLiteError(
                .ioerr, message: error.description, sql: sql, underlyingError: error)
        }
    }
#endif
