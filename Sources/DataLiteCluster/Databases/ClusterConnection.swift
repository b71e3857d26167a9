#if Cluster
    import DataLiteSyntax

    /// A connection to a database of a cluster: a call of a ``ClusterDatabase`` passes one to its closure.
    ///
    /// Statements run on the leader. What needs SQLite in this process, such as functions, hooks and BLOB handles, throws an
    /// error that says what to do instead.
    public final class ClusterConnection: ConnectionProtocol, TransactionScopeTracking {
        public let isReadonly: Bool
        public private(set) var changes: Int64 = 0
        public private(set) var totalChanges: Int64 = 0
        public private(set) var lastInsertRowID: Int64 = 0

        let session: Session
        let call: ClusterCall
        private let cluster: Cluster
        private var transaction = TransactionTracker()
        private var closures = TransactionClosureQueue()
        private var isReporting = false
        private var state = State.open
        /// When the node was last asked whether it is still the leader, while it did not answer.
        private var idleTurns = 0

        private enum State {
            case open
            /// The closure of the call has returned.
            case ended
            case closed
        }

        /// Why the connection to the node was lost; `nil` if it was not.
        private(set) var loss: String?

        /// The error of a result that the node never stops sending.
        private var endlessResult: SQLiteError?

        /// The commit whose outcome is unknown.
        private(set) var unknownOutcome: ClusterError?

        /// Whether the commit of the transaction proves that the node is the leader, because it has changed rows.
        private var hasChangedRows = false

        /// Whether the node was confirmed as the leader since the transaction began.
        private var isConfirmed = false

        /// Whether a commit has changed the database.
        private(set) var hasCommitted = false

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

        private func requireUsable(_ sql: String?) throws(SQLiteError) {
            guard state == .open else { throw SQLiteError.connectionUsedAfterClosure }
            if let unknownOutcome {
                throw SQLiteError.outcomeUnknown(unknownOutcome.description, sql: sql)
            }
            if let loss { throw SQLiteError.lost(loss, sql: sql) }
            if let endlessResult { throw endlessResult }
        }

        private func lose(_ error: ConnectionLost, _ sql: String?) -> SQLiteError {
            session.breakOff()
            loss = error.description
            if transaction.isOpen { transactionEnded(isCommitted: false) }
            return SQLiteError.lost(error.description, sql: sql)
        }

        /// The commit was sent, and no answer tells what became of it.
        private func loseOutcome(_ reason: String, _ sql: String?) -> SQLiteError {
            session.breakOff()
            cluster.count { $0.unknownCommits += 1 }
            unknownOutcome = .commitOutcomeUnknown(reason)
            transaction.end(.ended)
            return SQLiteError.outcomeUnknown(reason, sql: sql)
        }

        /// Called while a node does not answer: a query may take long, but if there is another leader, this one does not
        /// answer again.
        private func waitLonger() throws(ConnectionLost) {
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
        private func prepare(_ text: ClusterSQL) throws(SQLiteError) -> UInt32 {
            let response = try request(.prepare(sql: text.sql), text)
            guard case .statement(let id, _) = response else {
                throw lose(
                    ConnectionLost("\(session.link.address) prepared no statement"), text.original)
            }
            session.keep(id, for: text.sql)
            return id
        }

        // MARK: - Requests

        private func send(_ request: Request, _ text: ClusterSQL?) throws(SQLiteError) {
            do throws(ConnectionLost) {
                try session.send(request, waitLonger)
            } catch {
                throw lose(error, text?.original)
            }
        }

        /// Sends a request that commits nothing, and receives its response.
        private func request(_ request: Request, _ text: ClusterSQL) throws(SQLiteError) -> Response
        {
            while true {
                try send(request, text)
                let response: Response
                do throws(ConnectionLost) {
                    response = try session.receive(waitLonger)
                } catch {
                    throw lose(error, text.original)
                }
                cluster.count { $0.roundTrips += 1 }
                guard case .failure(let code, let message) = response else { return response }
                let error = failure(code, message, text)
                guard error.isPassing(at: text.kind) else { throw error }
                try wait(for: error)
            }
        }

        /// The error of a response. A node that is no longer the leader closes the databases of its clients.
        private func failure(_ code: UInt64, _ message: String, _ text: ClusterSQL) -> SQLiteError {
            let error = SQLiteError(
                ResultCode(rawValue: Int32(truncatingIfNeeded: code)), message: message,
                sql: text.original)
            return error.isLossOfLeader ? lose(ConnectionLost(message), text.original) : error
        }

        /// Waits before a statement that found the database locked is sent again.
        private func wait(for error: SQLiteError) throws(SQLiteError) {
            guard !call.isCancelled, call.remaining > .zero else { throw error }
            // At random, so that clients that wait for each other do not try again at the same time.
            try? call.sleep(for: .microseconds(Int.random(in: 500...5000))) { error }
        }

        // MARK: - Running

        /// Runs a statement.
        ///
        /// - Returns: Its rows; `nil` if it returns none.
        func run(_ text: ClusterSQL, _ values: [SQLiteValue]) throws(SQLiteError) -> RowStream? {
            try requireUsable(text.original)
            if let refusal = text.refusal { throw refusal }
            if let refusal = transaction.scopes.refusal(of: text.original) { throw refusal }
            if isReadonly, text.writes {
                throw SQLiteError(
                    .readonly, message: "attempt to write a readonly database", sql: text.original)
            }
            try requireSendable(values, text)
            idleTurns = 0
            if text.isQuery { return try query(text, values) }
            if text.isReturning { return try returning(text, values) }
            try execute(text, values)
            return nil
        }

        private func requireSendable(
            _ values: [SQLiteValue], _ text: ClusterSQL
        ) throws(SQLiteError) {
            for (position, value) in values.enumerated() {
                guard case .text(let string) = value, string.utf8.contains(0) else { continue }
                throw SQLiteError(
                    .mismatch,
                    message:
                        "parameter \(position + 1): dqlite ends a text at its first NUL character: "
                        + "bind the bytes as a BLOB", sql: text.original)
            }
        }

        private func request(
            _ text: ClusterSQL, _ values: [SQLiteValue], isQuery: Bool
        ) throws(SQLiteError) -> Request {
            guard text.isPrepared else {
                let expands = values.count > Wire.parameterLimit
                let sql = expands ? text.expanded(values) : text.sql
                let sent = expands ? [] : values
                return isQuery ? .querySQL(sql, sent) : .execSQL(sql, sent)
            }
            let id = if let id = session.statement(for: text.sql) { id } else { try prepare(text) }
            return isQuery ? .query(statement: id, values) : .exec(statement: id, values)
        }

        private func query(
            _ text: ClusterSQL, _ values: [SQLiteValue]
        ) throws(SQLiteError) -> RowStream {
            let request = try request(text, values, isQuery: true)
            // A read has confirmed the leader when it began.
            if isAutocommit { try confirm(text.original) }
            return try stream(self.request(request, text), text)
        }

        private func stream(
            _ response: Response, _ text: ClusterSQL
        ) throws(SQLiteError) -> RowStream {
            guard case .rows(let batch) = response else {
                throw lose(ConnectionLost("\(session.link.address) sent no rows"), text.original)
            }
            guard batch.isStuck else { return session.stream(batch) }
            let error = SQLiteError(
                .tooBig,
                message:
                    "the names of the columns take more than 4000 bytes together, and dqlite cannot send "
                    + "such a result: select fewer columns, or give them short names with AS",
                sql: text.original)
            session.breakOff()
            endlessResult = error
            if transaction.isOpen { transactionEnded(isCommitted: false) }
            throw error
        }

        func advance(_ stream: RowStream, _ text: ClusterSQL) throws(SQLiteError) -> Bool {
            guard state == .open else { throw SQLiteError.connectionUsedAfterClosure }
            let outcome: RowStream.Outcome
            do throws(ConnectionLost) {
                outcome = try stream.advance(waitLonger)
            } catch {
                throw lose(error, text.original)
            }
            switch outcome {
            case .row: return true
            case .end: return false
            case .failure(let code, let message): throw failure(code, message, text)
            }
        }

        /// Runs a statement that changes rows and returns them. The protocol commits only statements without rows, so it
        /// is always in a transaction.
        private func returning(
            _ text: ClusterSQL, _ values: [SQLiteValue]
        ) throws(SQLiteError) -> RowStream {
            let isAlone = isAutocommit
            if isAlone { try execute(session.parsed("BEGIN IMMEDIATE"), []) }
            do throws(SQLiteError) {
                let request = try request(text, values, isQuery: true)
                let rows: RowStream
                do throws(SQLiteError) {
                    rows = try stream(self.request(request, text), text)
                    try receiveAll(rows, text)
                } catch {
                    try noteFailure(error)
                    throw error
                }
                try readCounters(text)
                if isAlone { try execute(session.parsed("COMMIT"), []) }
                return rows
            } catch {
                if isAlone, !isAutocommit { try? execute(session.parsed("ROLLBACK"), []) }
                throw error
            }
        }

        private func receiveAll(_ rows: RowStream, _ text: ClusterSQL) throws(SQLiteError) {
            do throws(ConnectionLost) {
                try rows.receiveAll(waitLonger)
            } catch {
                throw lose(error, text.original)
            }
        }

        private func readCounters(_ text: ClusterSQL) throws(SQLiteError) {
            let rows = try stream(
                request(.querySQL("SELECT changes(), last_insert_rowid()", []), text), text)
            guard try advance(rows, text) else { return }
            noteChanges(Int64(rows.value(at: 0)) ?? 0, rowID: Int64(rows.value(at: 1)) ?? 0)
            while try advance(rows, text) {}
        }

        private func noteChanges(_ count: Int64, rowID: Int64) {
            changes = count
            totalChanges += count
            lastInsertRowID = rowID
            if count > 0 { hasChangedRows = true }
        }

        // MARK: - Statements without rows

        private func execute(_ text: ClusterSQL, _ values: [SQLiteValue]) throws(SQLiteError) {
            defer { reportClosures() }
            let commits = transaction.isCommit(text.kind) || isAutocommit && text.writes
            // The commit of a transaction that has changed no row does not prove that the node is the leader.
            if transaction.isCommit(text.kind), !isReadonly {
                try confirmUnlessChanged(text.original)
            }
            let request = try request(text, values, isQuery: false)
            let response: Response
            do throws(SQLiteError) {
                response = commits ? try commit(request, text) : try self.request(request, text)
            } catch {
                if text.writes || transaction.isCommit(text.kind) { try noteFailure(error) }
                throw error
            }
            guard case .result(let rowID, let count) = response else {
                throw lose(ConnectionLost("\(session.link.address) sent no result"), text.original)
            }
            let wasAutocommit = isAutocommit
            if text.changesSettings { session.breakOff() }
            if text.kind == .write {
                noteChanges(Int64(clamping: count), rowID: rowID)
            }
            noteTransaction(text.kind)
            guard commits else { return }
            hasCommitted = true
            let isProven = hasChangedRows
            hasChangedRows = false
            isConfirmed = false
            if wasAutocommit, !isProven {
                // Nothing may have been replicated: an update of no row succeeds on a node that was the leader.
                do throws(ConnectionLost) {
                    try cluster.confirm(session.leader, session.members)
                } catch {
                    throw loseOutcome(error.description, text.original)
                }
            }
        }

        /// Sends a request that commits.
        private func commit(_ request: Request, _ text: ClusterSQL) throws(SQLiteError) -> Response
        {
            while true {
                // An incomplete request does not run.
                try send(request, text)
                let response: Response
                do throws(ConnectionLost) {
                    response = try session.receive(waitLonger)
                } catch {
                    throw loseOutcome(error.description, text.original)
                }
                cluster.count { $0.roundTrips += 1 }
                guard case .failure(let code, let message) = response else { return response }
                let error = SQLiteError(
                    ResultCode(rawValue: Int32(truncatingIfNeeded: code)), message: message,
                    sql: text.original)
                if error.resultCode == SQLiteError.notLeader {
                    throw lose(ConnectionLost(message), text.original)
                }
                guard error.isKnownToFail else {
                    throw loseOutcome("\(message) (\(code))", text.original)
                }
                if error.isLossOfLeader { throw lose(ConnectionLost(message), text.original) }
                guard error.resultCode.primary == .busy else { throw error }
                try wait(for: error)
            }
        }

        private func noteTransaction(_ kind: SQLScanner.Kind) {
            closures.didRun(kind)
            let wasOpen = transaction.isOpen
            let commits = transaction.isCommit(kind)
            transaction.didRun(kind)
            if !wasOpen, transaction.isOpen {
                hasChangedRows = false
                isConfirmed = false
            }
            if wasOpen, !transaction.isOpen { closures.transactionDidEnd(isCommitted: commits) }
            if !wasOpen, !transaction.isOpen, kind == .write || kind == .schema {
                closures.transactionDidEnd(isCommitted: true)
            }
        }

        private func transactionEnded(isCommitted: Bool) {
            transaction.end(isCommitted ? .committed : .rolledBack)
            closures.transactionDidEnd(isCommitted: isCommitted)
        }

        /// After some errors, SQLite has rolled the transaction back: a node is asked whether it has.
        private func noteFailure(_ error: SQLiteError) throws(SQLiteError) {
            guard transaction.isOpen, loss == nil, unknownOutcome == nil else { return }
            let response: Response
            do throws(ConnectionLost) {
                try session.send(.execSQL("BEGIN", []), waitLonger)
                response = try session.receive(waitLonger)
            } catch {
                throw lose(error, nil)
            }
            guard case .result = response else { return }
            transactionEnded(isCommitted: false)
            do throws(ConnectionLost) {
                try session.sendOnly("ROLLBACK", waitLonger)
            } catch {
                throw lose(error, nil)
            }
        }

        // MARK: - The leader

        /// Begins the transaction of a read, and confirms that the node is the leader: no write that was acknowledged
        /// before is missing.
        func beginRead() throws(SQLiteError) {
            do throws(ConnectionLost) {
                session.link.enqueue(.cluster)
                session.link.enqueue(.execSQL("BEGIN", []))
                try session.link.flush()
                try cluster.confirm(session.leader, session.members)
                while session.link.pendingResponses > 2 { _ = try session.link.receive(waitLonger) }
                let members = session.members
                try session.receiveMembers(waitLonger)
                if members != session.members {
                    cluster.learn(session.members)
                    try cluster.confirm(session.leader, session.members)
                }
                if case .failure(_, let message) = try session.link.receive(waitLonger) {
                    throw ConnectionLost(message)
                }
            } catch {
                throw lose(error, nil)
            }
            transaction.didRun(.begin(.deferred))
        }

        /// Ends the transaction of a read, without waiting for the answer.
        func endRead() {
            guard loss == nil, transaction.isOpen, session.running == nil else {
                return session.breakOff()
            }
            do {
                try session.sendOnly("ROLLBACK", waitLonger)
            } catch {
                session.breakOff()
            }
        }

        /// Confirms that the node is the leader, unless a commit will prove it.
        func confirmUnlessChanged(_ sql: String?) throws(SQLiteError) {
            guard !hasChangedRows, !isConfirmed else { return }
            try confirm(sql)
            isConfirmed = true
        }

        /// Confirms that the node is the leader, unless that was done in this transaction.
        func confirmTransaction() throws(SQLiteError) {
            guard !isConfirmed else { return }
            try confirm(nil)
            isConfirmed = true
        }

        private func confirm(_ sql: String?) throws(SQLiteError) {
            do throws(ConnectionLost) {
                try session.send(.cluster, waitLonger)
                while session.link.pendingResponses > 1 { _ = try session.link.receive(waitLonger) }
                try session.receiveMembers(waitLonger)
                try cluster.confirm(session.leader, session.members)
            } catch {
                throw lose(error, sql)
            }
        }

        // MARK: - Transactions

        public func _afterTransaction(_ closures: _TransactionClosures) throws(SQLiteError) {
            guard !isReadonly else { throw SQLiteError.readOnlyTransactionClosures }
            try requireUsable(nil)
            self.closures.append(closures, isInTransaction: !isAutocommit)
        }

        private func reportClosures() {
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

        // MARK: - What needs SQLite in this process

        public func add(function definition: Function.Registration) throws(SQLiteError) {
            throw Self.onNodes("functions", "add(function:)")
        }

        public func remove(function name: String, argc: Int32) throws(SQLiteError) {
            throw Self.onNodes("functions", "remove(function:)")
        }

        public func add(collation: Collation) throws(SQLiteError) {
            throw Self.onNodes("collations", "add(collation:)")
        }

        public func remove(collation name: String) throws(SQLiteError) {
            throw Self.onNodes("collations", "remove(collation:)")
        }

        private static func onNodes(_ what: String, _ call: String) -> SQLiteError {
            SQLiteError.misuse(
                "\(what) of a cluster run on its nodes: call \(call) in onOpen of the configuration of each "
                    + "ClusterNode")
        }

        public func add(delegate: any ConnectionDelegate) throws(SQLiteError) {
            throw SQLiteError.misuse(
                "a ClusterConnection has no delegates: to follow commits, use values of the ClusterDatabase"
            )
        }

        public func remove(delegate: any ConnectionDelegate) throws(SQLiteError) {}

        public func add(traceDelegate: any ConnectionTraceDelegate) throws(SQLiteError) {
            throw SQLiteError.misuse(
                "a ClusterConnection has no trace delegates: statements run on the nodes")
        }

        public func remove(traceDelegate: any ConnectionTraceDelegate) throws(SQLiteError) {}

        public func apply(_ key: Connection.Key, name: String?) throws(SQLiteError) {
            throw SQLiteError.misuse(
                "a database of a cluster has no key: encrypt the disks of the nodes, and connections with TLS"
            )
        }

        public func rekey(_ key: Connection.Key, name: String?) throws(SQLiteError) {
            try apply(key, name: name)
        }
    }

    extension SQLiteError {
        /// Whether the node is not the leader, or has closed the database because it no longer is.
        fileprivate var isLossOfLeader: Bool {
            [Self.notLeader, Self.leadershipLost].contains(resultCode)
                || resultCode == .notFound && message == "no database opened"
        }

        /// Whether a statement has not run because of something that passes: another writer, or a checkpoint.
        fileprivate func isPassing(at kind: SQLScanner.Kind) -> Bool {
            guard resultCode.primary == .busy else { return false }
            if case .begin = kind { return true }
            return message == "checkpoint in progress"
        }

        /// Whether a commit that failed with this error has certainly saved nothing. An error of replication leaves it
        /// open: other nodes may have received the transaction, and the next leader may commit it. Some errors of
        /// replication have the numbers of other errors of SQLite, and SQLite's message for no error.
        fileprivate var isKnownToFail: Bool {
            guard message != "not an error" else { return false }
            return resultCode.primary != .ioerr && resultCode != .abort
        }
    }
#endif
