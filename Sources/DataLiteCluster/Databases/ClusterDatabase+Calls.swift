#if Cluster
    import DataLiteDatabase
    import Foundation

    extension ClusterDatabase {
        func reading<R>(
            _ call: ClusterCall, _ body: (any ConnectionProtocol) throws -> R
        ) throws -> R {
            var needsTransaction = false
            return try running(call, readers) {
                try repeating(call, isReadonly: true) { connection in
                    connection.beginRead(needsTransaction: needsTransaction)
                    let result = Result { try body(connection) }
                    needsTransaction = connection.needsTransaction
                    try call.endClosure()
                    if connection.loss == nil { connection.endRead() }
                    return try result.get()
                }
            }
        }

        func writing<R>(
            _ call: ClusterCall, _ body: (any ConnectionProtocol) throws -> R
        ) throws -> R {
            try running(call, writers) {
                try repeating(call, isReadonly: false) { connection in
                    try connection.transaction(.immediate) {
                        let result = Result { try body(connection) }
                        try call.endClosure()
                        // An error of the closure may follow from what it has read.
                        if case .failure = result, connection.loss == nil {
                            try connection.confirmTransaction(nil)
                        }
                        return try result.get()
                    }
                }
            }
        }

        func writingWithoutTransaction<R>(
            _ call: ClusterCall, _ body: (any ConnectionProtocol) throws -> R
        ) throws -> R {
            try running(call, writers) {
                try repeating(call, isReadonly: false) { connection in
                    let result = Result { try body(connection) }
                    if !connection.isAutocommit {
                        try? connection.rollbackTransaction()
                        // An error of the closure takes precedence.
                        if case .success = result { throw SQLiteError.transactionLeftOpen }
                    }
                    // A cancellation that came too late does not hide the result.
                    if case .failure = result { try call.endClosure() }
                    return try result.get()
                }
            }
        }

        func writing(
            _ call: ClusterCall, token: String, _ body: (any ConnectionProtocol) throws -> Void
        ) throws -> Bool {
            var isRepeated = false
            while true {
                do {
                    return try writing(call) { db in
                        guard try Self.record(token, db) else { return isRepeated }
                        try body(db)
                        return true
                    }
                } catch ClusterError.commitOutcomeUnknown(let reason) {
                    isRepeated = true
                    try call.sleep(for: .milliseconds(10)) {
                        ClusterError.commitOutcomeUnknown(reason)
                    }
                } catch ClusterError.noLeader(let reason) where isRepeated {
                    throw ClusterError.commitOutcomeUnknown(reason)
                }
            }
        }

        /// - Returns: Whether no other write has recorded the token.
        static func record(
            _ token: String, _ db: any ConnectionProtocol
        ) throws(SQLiteError) -> Bool {
            try db.execute(
                """
                CREATE TABLE IF NOT EXISTS datalite_tokens(
                    token TEXT PRIMARY KEY, created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
                ) WITHOUT ROWID
                """)
            return try db.execute(
                "INSERT INTO datalite_tokens(token) VALUES (\(token)) ON CONFLICT DO NOTHING") == 1
        }

        /// Runs a call when it is its turn.
        func running<R>(
            _ call: ClusterCall, _ queue: TurnQueue, _ body: () throws -> R
        ) throws -> R {
            try requireOutsideClosure(allowsClosed: false)
            running.enter()
            defer { running.leave() }
            try queue.enter(call)
            defer { queue.leave() }
            call.report?.begin(.running)
            let thread = ObjectIdentifier(Thread.current)
            sessions.withLock { $0.threads.append(thread) }
            defer {
                sessions.withLock { state in
                    if let index = state.threads.firstIndex(of: thread) {
                        state.threads.remove(at: index)
                    }
                }
            }
            return try body()
        }

        func requireOutsideClosure(allowsClosed: Bool) throws(SQLiteError) {
            let thread = ObjectIdentifier(Thread.current)
            let (isInside, isClosed) = sessions.withLock {
                ($0.threads.contains(thread), $0.isClosed)
            }
            if isInside {
                throw SQLiteError.misuse(
                    "nested call on the same database: it could deadlock; use the connection passed to the "
                        + "outer closure")
            }
            if isClosed, !allowsClosed { throw SQLiteError.databaseClosed }
        }

        /// Runs a closure with a connection to the leader, and again while the connection is lost and nothing was committed.
        func repeating<R>(
            _ call: ClusterCall, isReadonly: Bool, _ body: (ClusterConnection) throws -> R
        ) throws -> R {
            while true {
                let session = try session(call)
                let connection = ClusterConnection(session, cluster, call, isReadonly: isReadonly)
                let result = Result { try body(connection) }
                connection.end()
                release(session)
                if connection.hasCommitted { observers.announce() }
                if let unknown = connection.unknownOutcome { throw unknown }
                if call.isCancelled, case .failure = result { throw CancellationError() }
                guard let loss = connection.loss else { return try result.get() }
                // Without a transaction, what the closure has committed cannot be repeated.
                guard !connection.hasCommitted else { return try result.get() }
                if connection.session.isBroken { cluster.count { $0.retries += 1 } }
                try call.requireTime { ClusterError.noLeader(loss) }
            }
        }

        func session(_ call: ClusterCall) throws -> Session {
            let idle = sessions.withLock { Unchecked($0.idle.popLast()) }
            if let session = idle.value {
                try call.use(session.link.socket)
                return session
            }
            do {
                return try cluster.connect(to: name, call)
            } catch let error as ConnectionLost {
                // The leader was found, and lost before the database was open.
                try call.sleep(for: .milliseconds(10)) { ClusterError.noLeader(error.description) }
                return try session(call)
            } catch {
                if call.isCancelled { throw CancellationError() }
                throw error
            }
        }

        func release(_ session: Session) {
            guard !session.isBroken else { return session.link.socket.close() }
            let session = Unchecked(session)
            sessions.withLock { state in
                if !state.isClosed { state.idle.append(session.value) }
            }
        }
    }
#endif
