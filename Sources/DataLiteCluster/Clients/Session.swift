#if Cluster
    /// A connection to the leader with an open database, and the statements that are prepared there. A single thread uses it.
    final class Session {
        let link: Link
        let leader: ClusterMember
        private let database: String

        /// The members that the leader has named last.
        private(set) var members: [ClusterMember] = []

        /// Whether the connection can no longer be used.
        private(set) var isBroken = false

        /// The prepared statements, and the order of their use.
        private var statements: [String: Prepared] = [:]
        private var clock = 0
        private var texts: [String: ClusterSQL] = [:]

        /// The rows that the node is still sending.
        fileprivate(set) var running: RowStream?

        private struct Prepared {
            let id: UInt32
            var lastUse: Int
        }

        private static let statementLimit = 100
        private static let textLimit = 500

        init(_ link: Link, _ leader: ClusterMember, _ database: String) {
            self.link = link
            self.leader = leader
            self.database = database
        }

        func breakOff() { isBroken = true }

        typealias Idle = () throws(ConnectionLost) -> Void

        // MARK: - Requests

        func open(_ call: ClusterCall) throws {
            try call.use(link.socket)
            link.enqueue(.open(database: database))
            link.enqueue(.cluster)
            try link.flush()
            let idle: Idle = { () throws(ConnectionLost) in
                guard call.remaining > .zero else { throw ConnectionLost("no answer") }
            }
            if case .failure(_, let message) = try link.receive(idle) {
                throw ClusterError.node("the database \"\(database)\" cannot be opened: \(message)")
            }
            try receiveMembers(idle)
        }

        func receiveMembers(_ idle: Idle) throws(ConnectionLost) {
            guard case .members(let members) = try link.receive(idle) else {
                throw ConnectionLost("\(link.address) names no members")
            }
            self.members = members
        }

        /// Sends a request after those that are already enqueued, whose responses are discarded.
        func send(_ request: Request, _ idle: Idle) throws(ConnectionLost) {
            try running?.receiveAll(idle)
            link.enqueue(request)
            try link.flush()
        }

        /// The response to the latest request.
        func receive(_ idle: Idle) throws(ConnectionLost) -> Response {
            while link.pendingResponses > 1 { _ = try link.receive(idle) }
            return try link.receive(idle)
        }

        /// Sends a statement without waiting for its outcome.
        func sendOnly(_ sql: String, _ idle: Idle) throws(ConnectionLost) {
            try send(.execSQL(sql, []), idle)
        }

        /// Begins to receive rows.
        func stream(_ first: RowBatch) -> RowStream {
            let stream = RowStream(first, self)
            if !first.isLast { running = stream }
            return stream
        }

        // MARK: - Statements

        /// What the text of a statement says about it.
        func parsed(_ sql: String) -> ClusterSQL {
            if let text = texts[sql] { return text }
            if texts.count >= Self.textLimit { texts.removeAll() }
            let text = ClusterSQL(sql)
            texts[sql] = text
            return text
        }

        /// The number of a prepared statement; `nil` if it is not prepared.
        func statement(for sql: String) -> UInt32? {
            clock += 1
            statements[sql]?.lastUse = clock
            return statements[sql]?.id
        }

        func keep(_ id: UInt32, for sql: String) {
            clock += 1
            statements[sql] = Prepared(id: id, lastUse: clock)
            guard statements.count > Self.statementLimit,
                let oldest = statements.min(by: { $0.value.lastUse < $1.value.lastUse })
            else { return }
            statements[oldest.key] = nil
            // Sent with the next request.
            link.enqueue(.finalize(statement: oldest.value.id))
        }
    }

    // MARK: - Rows

    /// The rows of a statement, as they arrive. A node sends all of them without being asked, so before another request,
    /// the rest is received and kept.
    final class RowStream {
        private weak var session: Session?
        private var current: RowBatch
        private var next: [RowBatch] = []
        private var isDiscarded = false
        private var failure: (code: UInt64, message: String)?

        /// Whether the last message was received.
        private(set) var isComplete: Bool

        init(_ first: RowBatch, _ session: Session) {
            current = first
            self.session = session
            isComplete = first.isLast
        }

        /// The rows that have not arrived are not kept.
        func discard() {
            isDiscarded = true
            next = []
        }

        var columnNames: [String] { current.columnNames }

        func value(at column: Int) -> SQLiteValue { current.value(at: column) }

        /// Goes to the next row.
        ///
        /// - Returns: `nil` at the end; the failure of the statement, if it failed.
        func advance(_ idle: Session.Idle) throws(ConnectionLost) -> Outcome {
            while true {
                do throws(MalformedMessage) {
                    if try current.next() { return .row }
                } catch {
                    throw ConnectionLost("a row is not valid: \(error)")
                }
                if next.isEmpty, !isComplete { try receive(idle) }
                if !next.isEmpty {
                    current = next.removeFirst()
                    continue
                }
                if let failure { return .failure(code: failure.code, message: failure.message) }
                return .end
            }
        }

        enum Outcome {
            case row
            case end
            case failure(code: UInt64, message: String)
        }

        func receiveAll(_ idle: Session.Idle) throws(ConnectionLost) {
            while !isComplete { try receive(idle) }
        }

        private func receive(_ idle: Session.Idle) throws(ConnectionLost) {
            guard let session else { throw ConnectionLost("the connection was closed") }
            switch try session.link.receiveMore(idle) {
            case .rows(let batch):
                if !isDiscarded { next.append(batch) }
                isComplete = batch.isLast
            case .failure(let code, let message):
                failure = (code, message)
                isComplete = true
            default: throw ConnectionLost("\(session.link.address) sent no rows")
            }
            if isComplete { session.running = nil }
        }
    }
#endif
