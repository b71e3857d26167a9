#if Cluster
    import DataLiteDatabase
    import DataLiteSyntax

    /// A connection to a database of a cluster: a call of a ``ClusterDatabase`` passes one to its closure.
    ///
    /// Statements run on the leader. What needs SQLite in this process, such as functions, hooks and BLOB handles, throws an
    /// error that says what to do instead.
    public final class ClusterConnection: ConnectionProtocol, TransactionScopeTracking {
        public let isReadonly: Bool
        public internal(set) var changes: Int64 = 0
        public internal(set) var totalChanges: Int64 = 0
        public internal(set) var lastInsertRowID: Int64 = 0

        let session: Session
        let call: ClusterCall
        let cluster: Cluster
        var transaction = TransactionTracker()
        var closures = TransactionClosureQueue()
        var isReporting = false
        var state = State.open
        /// When the node was last asked whether it is still the leader, while it did not answer.
        var idleTurns = 0

        enum State {
            case open
            /// The closure of the call has returned.
            case ended
            case closed
        }

        /// Why the connection to the node was lost; `nil` if it was not.
        var loss: String?

        /// The error of a result that cannot be received, on any connection.
        var refusedResult: SQLiteError?

        /// The commit whose outcome is unknown.
        var unknownOutcome: ClusterError?

        /// Whether the commit of the transaction proves that the node is the leader, because it has changed rows.
        var hasChangedRows = false

        /// Whether the node was confirmed as the leader since the transaction began.
        var isConfirmed = false

        /// What the read has sent; `nil` for a write.
        var readPhase: ReadPhase?

        /// Whether the read needs a transaction, because it has several statements.
        var needsTransaction = false

        /// Whether a commit has changed the database.
        var hasCommitted = false

        init(_ session: Session, _ cluster: Cluster, _ call: ClusterCall, isReadonly: Bool) {
            self.session = session
            self.cluster = cluster
            self.call = call
            self.isReadonly = isReadonly
        }

        // MARK: - State

        public var isAutocommit: Bool { !transaction.isOpen }

        /// Stops the statements that are returning rows.
        public func interrupt() {
            guard let running = session.running else { return }
            running.discard()
            session.breakOff()
            loss = loss ?? "it was interrupted"
        }

        /// - Throws: `SQLITE_MISUSE`, because the connection belongs to a database.
        public func close() throws(SQLiteError) { throw SQLiteError.cannotClosePooledConnection }

        /// Called when the closure has returned.
        func end() {
            state = .ended
            if session.running != nil { session.breakOff() }
        }

        func requireUsable(_ sql: String?) throws(SQLiteError) {
            guard state == .open else { throw SQLiteError.connectionUsedAfterClosure }
            if let unknownOutcome {
                throw SQLiteError.outcomeUnknown(unknownOutcome.description, sql: sql)
            }
            if let loss { throw SQLiteError.lost(loss, sql: sql) }
            if let refusedResult { throw refusedResult }
        }

        func lose(_ error: ConnectionLost, _ sql: String?) -> SQLiteError {
            guard !error.isTooBig else { return refuseResult(error.description, sql) }
            session.breakOff()
            loss = error.description
            if transaction.isOpen { transactionEnded(isCommitted: false) }
            return SQLiteError.lost(error.description, sql: sql)
        }

        func refuseResult(_ reason: String, _ sql: String?) -> SQLiteError {
            let error = SQLiteError(.tooBig, message: reason, sql: sql)
            session.breakOff()
            refusedResult = error
            if transaction.isOpen { transactionEnded(isCommitted: false) }
            return error
        }

        /// The commit was sent, and no answer tells what became of it.
        func loseOutcome(_ reason: String, _ sql: String?) -> SQLiteError {
            session.breakOff()
            cluster.count { $0.unknownCommits += 1 }
            unknownOutcome = .commitOutcomeUnknown(reason)
            transaction.end(.ended)
            return SQLiteError.outcomeUnknown(reason, sql: sql)
        }

        /// Called while a node does not answer: a query may take long, but if there is another leader, this one does not
        /// answer again.
        func waitLonger() throws(ConnectionLost) {
            if call.isCancelled { throw ConnectionLost("the call was cancelled") }
            guard call.remaining > .zero else {
                throw ConnectionLost(
                    "\(session.leader.address) does not answer within the time limit")
            }
            idleTurns += 1
            guard idleTurns % 3 == 0 else { return }
            if cluster.isDeposed(session.leader, session.members) {
                cluster.suspect(session.leader.address)
                throw ConnectionLost("\(session.leader.address) is no longer the leader")
            }
        }

        // MARK: - Instruments

        var reportsStatements: Bool {
            call.report != nil
                && cluster.configuration.instruments.contains { $0.statementLimit != nil }
        }

        func report(_ sql: String, after duration: Duration) {
            let statement = LoggedStatement(
                sql: sql, duration: duration, role: isReadonly ? .reader : .writer)
            for instrument in cluster.configuration.instruments {
                guard let limit = instrument.statementLimit, duration >= limit else { continue }
                instrument.statementEnded(statement, of: call.report?.runningCall)
            }
        }

        // MARK: - Preparing

        public func prepare(
            sql: String, options: Statement.Options
        ) throws(SQLiteError) -> any StatementProtocol {
            try requireUsable(sql)
            let text = session.parsed(sql)
            if let refusal = text.refusal { throw refusal }
            if text.isPrepared, session.statement(for: text.sql) == nil { try prepare(text) }
            return ClusterStatement(text, on: self)
        }

        @discardableResult
        func prepare(_ text: ClusterSQL) throws(SQLiteError) -> UInt32 {
            let response = try request(.prepare(sql: text.sql), text)
            guard case .statement(let id, _) = response else {
                throw lose(
                    ConnectionLost("\(session.link.address) prepared no statement"), text.original)
            }
            session.keep(id, for: text.sql)
            return id
        }

        // MARK: - Requests

        func send(_ request: Request, _ text: ClusterSQL?) throws(SQLiteError) {
            do throws(ConnectionLost) {
                try session.send(request, waitLonger)
            } catch {
                throw lose(error, text?.original)
            }
        }

        /// Sends a request that commits nothing, and receives its response.
        func request(_ request: Request, _ text: ClusterSQL) throws(SQLiteError) -> Response {
            var start = request.runs ? try startRead(with: request, text) : nil
            var isCurrent = request.runs || !isOutsideTransaction
            while true {
                try send(request, text)
                let response: Response
                do throws(ConnectionLost) {
                    response =
                        if let start { try receiveFirst(start) } else {
                            try session.receive(waitLonger)
                        }
                } catch {
                    throw lose(error, text.original)
                }
                start = nil
                cluster.count { $0.roundTrips += 1 }
                guard case .failure(let code, let message) = response else { return response }
                let error = failure(code, message, text)
                if error.isPassing(at: text.kind) {
                    try wait(for: error)
                    continue
                }
                guard !isCurrent, loss == nil else { throw error }
                try catchUp(text.original)
                isCurrent = true
            }
        }

        /// The error of a response. A node that is no longer the leader closes the databases of its clients.
        func failure(_ code: UInt64, _ message: String, _ text: ClusterSQL) -> SQLiteError {
            let error = SQLiteError(
                ResultCode(rawValue: Int32(truncatingIfNeeded: code)), message: message,
                sql: text.original)
            return error.isLossOfLeader ? lose(ConnectionLost(message), text.original) : error
        }

        /// Waits before a statement that found the database locked is sent again.
        func wait(for error: SQLiteError) throws(SQLiteError) {
            guard !call.isCancelled, call.remaining > .zero else { throw error }
            // At random, so that clients that wait for each other do not try again at the same time.
            try? call.sleep(for: .microseconds(Int.random(in: 500...5000))) { error }
        }

        // MARK: - Transactions

        public func _afterTransaction(_ closures: _TransactionClosures) throws(SQLiteError) {
            guard !isReadonly else { throw SQLiteError.readOnlyTransactionClosures }
            try requireUsable(nil)
            self.closures.append(closures, isInTransaction: !isAutocommit)
        }

        func reportClosures() {
            guard !closures.isEmpty, !isReporting else { return }
            isReporting = true
            defer { isReporting = false }
            while case let ended = closures.takeEnded(), !ended.isEmpty {
                for closure in ended { closure.call(self) }
            }
        }

        package func transactionScopeWillBegin() { transaction.scopes.begin() }

        package func transactionScopeDidEnd() -> TransactionScopes.State {
            transaction.scopes.end()
        }

        package var isRollbackDeferred: Bool { false }

        package func forceRollback(_ statements: [SQL]) throws(SQLiteError) {
            for sql in statements { try execute(sql) }
        }
    }

    extension SQLiteError {
        /// Whether the node is not the leader, or has closed the database because it no longer is.
        var isLossOfLeader: Bool {
            [Self.notLeader, Self.leadershipLost].contains(resultCode)
                || resultCode == .notFound && message == "no database opened"
        }

        /// Whether a statement has not run because of something that passes: another writer, or a checkpoint.
        func isPassing(at kind: SQLScanner.Kind) -> Bool {
            guard resultCode.primary == .busy else { return false }
            if case .begin = kind { return true }
            return message == "checkpoint in progress"
        }

        /// Whether a commit that failed with this error has certainly saved nothing. An error of replication leaves it
        /// open: other nodes may have received the transaction, and the next leader may commit it.
        var isKnownToFail: Bool {
            !isOfReplication && resultCode.primary != .ioerr && resultCode != .abort
        }

        /// Whether the leader has not begun to replicate a commit, because it is handing its leadership over.
        var isRefusedReplication: Bool {
            // `RAFT_NOTLEADER`
            isOfReplication && resultCode.rawValue == 7
        }

        /// Some errors of replication have the numbers of other errors of SQLite, and SQLite's message for success.
        private var isOfReplication: Bool {
            ["not an error", "no more rows available"].contains(message)
        }
    }
#endif
