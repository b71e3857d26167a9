#if Cluster
    public import DataLiteDatabase
    import Dispatch
    import Foundation

    /// A database of a cluster, which the leader runs and the other nodes copy.
    ///
    /// ```swift
    /// let database = try ClusterDatabase(cluster, name: "shop")
    /// try database.write { db in try db.execute("INSERT INTO orders(item) VALUES ('pen')") }
    /// let count = try await database.read { db in try db.requiredValue("SELECT count(*) FROM orders", as: Int.self) }
    /// ```
    ///
    /// Reads see every write that was acknowledged before they began, whichever client made it. When the leader changes, a
    /// call is repeated with the next one, if it is certain that nothing was saved: so a closure can run more than once.
    public final class ClusterDatabase: DatabaseProtocol {
        /// The nodes.
        public let cluster: Cluster
        /// The name of the database in the cluster.
        public let name: String

        private let writers = TurnQueue(1)
        private let readers: TurnQueue
        private let writerThreads: WorkerThreads
        private let readerThreads: WorkerThreads
        private let sessions = Locked(Sessions())
        private let running = DispatchGroup()
        private let observers = ClusterObservers()

        private struct Sessions {
            var idle: [Session] = []
            /// The connection whose version tells of the commits of others, and how many there were.
            var watching: Session?
            var watchCount = 0
            /// The threads that run closures.
            var threads: [ObjectIdentifier] = []
            var isClosed = false
        }

        /// Creates a client of a database. The database is created by the first write.
        ///
        /// - Parameter name: The name, without a slash.
        /// - Throws: `SQLITE_MISUSE` for a name that is empty or contains a slash or a NUL character.
        public init(_ cluster: Cluster, name: String) throws(SQLiteError) {
            guard !name.isEmpty, !name.utf8.contains(0), !name.contains("/"), name.utf8.count < 200
            else {
                throw SQLiteError.misuse(
                    "\"\(name)\" cannot be the name of a database of a cluster")
            }
            self.cluster = cluster
            self.name = name
            let limit = max(1, cluster.configuration.readerLimit)
            readers = TurnQueue(limit)
            writerThreads = WorkerThreads(limit: 1, name: "cluster writer")
            readerThreads = WorkerThreads(limit: limit, name: "cluster reader")
        }

        deinit {
            observers.close()
            writerThreads.stop()
            readerThreads.stop()
        }

        // MARK: - On the calling thread

        public func read<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R {
            try reading(ClusterCall(cluster.configuration.timeLimit), body)
        }

        /// Runs a closure in an immediate transaction on the leader, which is committed when the closure returns and rolled
        /// back when it throws.
        ///
        /// - Throws: ``ClusterError/commitOutcomeUnknown(_:)`` if the connection was lost during the commit. Any other error
        ///   means that nothing was saved.
        @discardableResult
        public func write<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R {
            try writing(ClusterCall(cluster.configuration.timeLimit), body)
        }

        @discardableResult
        public func writeWithoutTransaction<R>(
            _ body: (any ConnectionProtocol) throws -> R
        ) throws -> R {
            try writingWithoutTransaction(ClusterCall(cluster.configuration.timeLimit), body)
        }

        /// Runs a closure in a transaction that also records a token, so that the transaction is committed once even if the
        /// outcome of a commit was unknown: the call then looks for the token, and repeats the write if it is missing.
        ///
        /// ```swift
        /// try database.write(token: order.id.uuidString) { db in try order.save(db) }
        /// ```
        ///
        /// The tokens are in the table `datalite_tokens`, whose rows a program can delete when no client will use their
        /// tokens again.
        ///
        /// - Parameter token: A text that no other write has.
        /// - Returns: Whether this call has made the changes: `false` if an earlier one has.
        /// - Throws: The errors of `write(_:)`; ``ClusterError/commitOutcomeUnknown(_:)`` only if no leader answers within
        ///   the time limit.
        @discardableResult
        public func write(
            token: String, _ body: (any ConnectionProtocol) throws -> Void
        ) throws -> Bool {
            try writing(ClusterCall(cluster.configuration.timeLimit), token: token, body)
        }

        /// Closes the connections when the running closures return. Later calls throw `SQLITE_MISUSE`.
        public func close() throws {
            try requireOutsideClosure(allowsClosed: true)
            guard beginClosing() else { return }
            running.wait()
        }

        // MARK: - On a thread of the database

        public func read<R: Sendable>(
            _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
        ) async throws -> R {
            try await run(on: readerThreads) { try self.reading($0, body) }
        }

        @discardableResult
        public func write<R: Sendable>(
            _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
        ) async throws -> R {
            try await run(on: writerThreads) { try self.writing($0, body) }
        }

        @discardableResult
        public func writeWithoutTransaction<R: Sendable>(
            _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
        ) async throws -> R {
            try await run(on: writerThreads) { try self.writingWithoutTransaction($0, body) }
        }

        /// Runs a closure in a transaction that also records a token, on a thread of the database.
        ///
        /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled.
        @discardableResult
        public func write(
            token: String, _ body: @escaping @Sendable (any ConnectionProtocol) throws -> Void
        ) async throws -> Bool {
            try await run(on: writerThreads) { try self.writing($0, token: token, body) }
        }

        public func close() async throws {
            try requireOutsideClosure(allowsClosed: true)
            guard beginClosing() else { return }
            await withCheckedContinuation { continuation in
                running.notify(queue: .global()) { continuation.resume() }
            }
        }

        private func beginClosing() -> Bool {
            let (idle, isFirst) = sessions.withLock { state in
                defer {
                    state.idle = []
                    state.watching = nil
                    state.isClosed = true
                }
                return (Unchecked((state.idle, state.watching)), !state.isClosed)
            }
            withExtendedLifetime(idle) {}
            observers.close()
            writerThreads.stop()
            readerThreads.stop()
            return isFirst
        }

        private func run<R: Sendable>(
            on threads: WorkerThreads, _ body: @Sendable (ClusterCall) throws -> R
        ) async throws -> R {
            let call = ClusterCall(cluster.configuration.timeLimit)
            return try await withTaskCancellationHandler {
                try await CallActor(ThreadExecutor(threads)).run { try body(call) }
            } onCancel: {
                call.cancel()
            }
        }

        // MARK: - Calls

        private func reading<R>(
            _ call: ClusterCall, _ body: (any ConnectionProtocol) throws -> R
        ) throws -> R {
            try running(call, readers) {
                try repeating(call, isReadonly: true) { connection in
                    try connection.beginRead()
                    let result = Result { try body(connection) }
                    try call.endClosure()
                    if connection.loss == nil { connection.endRead() }
                    return try result.get()
                }
            }
        }

        private func writing<R>(
            _ call: ClusterCall, _ body: (any ConnectionProtocol) throws -> R
        ) throws -> R {
            try running(call, writers) {
                try repeating(call, isReadonly: false) { connection in
                    try connection.transaction(.immediate) {
                        let result = Result { try body(connection) }
                        try call.endClosure()
                        // An error of the closure may follow from what it has read.
                        if case .failure = result, connection.loss == nil {
                            try connection.confirmTransaction()
                        }
                        return try result.get()
                    }
                }
            }
        }

        private func writingWithoutTransaction<R>(
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

        private func writing(
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
        private static func record(
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
        private func running<R>(
            _ call: ClusterCall, _ queue: TurnQueue, _ body: () throws -> R
        ) throws -> R {
            try requireOutsideClosure(allowsClosed: false)
            running.enter()
            defer { running.leave() }
            try queue.enter(call)
            defer { queue.leave() }
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

        private func requireOutsideClosure(allowsClosed: Bool) throws(SQLiteError) {
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
        private func repeating<R>(
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
                cluster.count { $0.retries += 1 }
                try call.requireTime { ClusterError.noLeader(loss) }
            }
        }

        private func session(_ call: ClusterCall) throws -> Session {
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

        private func release(_ session: Session) {
            guard !session.isBroken else { return session.link.socket.close() }
            let session = Unchecked(session)
            sessions.withLock { state in
                if !state.isClosed { state.idle.append(session.value) }
            }
        }

        // MARK: - Observation

        /// The results of a fetch: one at the beginning, and one after each commit of this client, whatever it changes. For
        /// the commits of other clients, the version of the database is read at the interval of the options.
        public func values<Value: Sendable>(
            _ options: ObservationOptions, isDuplicate: (@Sendable (Value, Value) -> Bool)?,
            fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value
        ) -> ObservedValues<Value> {
            ObservedValues(options, isDuplicate: isDuplicate) { [weak self, observers] in
                ClusterSource(
                    observers, options.pollInterval, { [weak self] in try await self?.read(fetch) },
                    version: { [weak self] in try await self?.version() })
            }
        }

        /// A number that changes with each commit of any client. Only numbers of one connection can be compared.
        private func version() async throws -> ClusterVersion {
            try await run(on: readerThreads) { call in
                try self.running(call, self.readers) { try self.readVersion(call) }
            }
        }

        private func readVersion(_ call: ClusterCall) throws -> ClusterVersion {
            let kept = sessions.withLock { state in
                defer { state.watching = nil }
                return Unchecked(state.watching)
            }
            let session = try kept.value ?? cluster.connect(to: name, call)
            let connection = ClusterConnection(session, cluster, call, isReadonly: true)
            defer { connection.end() }
            let number = try connection.requiredValue("PRAGMA data_version", as: Int64.self)
            guard !session.isBroken else { return ClusterVersion() }
            let unchecked = Unchecked(session)
            return sessions.withLock { state in
                if kept.value == nil { state.watchCount += 1 }
                if !state.isClosed { state.watching = unchecked.value }
                return ClusterVersion(connection: state.watchCount, number: number)
            }
        }

        // MARK: - Copies

        /// Copies the database into a new file, which SQLite can open.
        ///
        /// - Throws: `SQLITE_CANTOPEN` if the file exists; ``ClusterError/node(_:)``; `ClusterError.noLeader`; the errors of
        ///   writing the file.
        public func backup(to path: String) throws {
            guard !FileManager.default.fileExists(atPath: path) else {
                throw SQLiteError(.cantOpen, message: "the file \"\(path)\" exists already")
            }
            let files = try cluster.dump(name)
            let part = path + ".part"
            defer {
                for suffix in ["", "-wal", "-shm"] {
                    try? FileManager.default.removeItem(atPath: part + suffix)
                }
            }
            for (file, content) in files {
                let suffix = file.hasSuffix("-wal") ? "-wal" : ""
                try content.write(to: URL(fileURLWithPath: part + suffix))
            }
            let connection = try Connection(path: part)
            try connection.setJournalMode(.delete)
            try connection.close()
            try FileManager.default.moveItem(atPath: part, toPath: path)
        }
    }

    /// A value that is moved to another thread.
    //
    // SAFETY: a session is in the list of idle ones, or belongs to one call: only the call that takes it out of the list
    // uses it.
    private struct Unchecked<Value>: @unchecked Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }
#endif
