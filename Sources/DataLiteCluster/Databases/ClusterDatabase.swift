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

        let writers = TurnQueue(1)
        let readers: TurnQueue
        let writerThreads: WorkerThreads
        let readerThreads: WorkerThreads
        let sessions = Locked(Sessions())
        let running = DispatchGroup()
        let observers = ClusterObservers()

        struct Sessions {
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
            try call(.read).reportingEnd { try reading($0, body) }
        }

        /// Runs a closure in an immediate transaction on the leader, which is committed when the closure returns and rolled
        /// back when it throws.
        ///
        /// - Throws: ``ClusterError/commitOutcomeUnknown(_:)`` if the connection was lost during the commit. Any other error
        ///   means that nothing was saved.
        @discardableResult
        public func write<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R {
            try call(.write).reportingEnd { try writing($0, body) }
        }

        @discardableResult
        public func writeWithoutTransaction<R>(
            _ body: (any ConnectionProtocol) throws -> R
        ) throws -> R {
            try call(.writeWithoutTransaction).reportingEnd {
                try writingWithoutTransaction($0, body)
            }
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
            try call(.write).reportingEnd { try writing($0, token: token, body) }
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
            try await run(.read, on: readerThreads) { try self.reading($0, body) }
        }

        @discardableResult
        public func write<R: Sendable>(
            _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
        ) async throws -> R {
            try await run(.write, on: writerThreads) { try self.writing($0, body) }
        }

        @discardableResult
        public func writeWithoutTransaction<R: Sendable>(
            _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
        ) async throws -> R {
            try await run(.writeWithoutTransaction, on: writerThreads) {
                try self.writingWithoutTransaction($0, body)
            }
        }

        /// Runs a closure in a transaction that also records a token, on a thread of the database.
        ///
        /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled.
        @discardableResult
        public func write(
            token: String, _ body: @escaping @Sendable (any ConnectionProtocol) throws -> Void
        ) async throws -> Bool {
            try await run(.write, on: writerThreads) { try self.writing($0, token: token, body) }
        }

        public func close() async throws {
            try requireOutsideClosure(allowsClosed: true)
            guard beginClosing() else { return }
            await withCheckedContinuation { continuation in
                running.notify(queue: .global()) { continuation.resume() }
            }
        }

        func beginClosing() -> Bool {
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

        func call(_ kind: DatabaseCall.Kind) -> ClusterCall {
            ClusterCall(
                cluster.configuration.timeLimit,
                report: CallReport(kind, cluster.configuration.instruments))
        }

        func run<R: Sendable>(
            _ kind: DatabaseCall.Kind, on threads: WorkerThreads,
            _ body: @Sendable (ClusterCall) throws -> R
        ) async throws -> R {
            let call = self.call(kind)
            call.report?.begin(.waiting)
            return try await withTaskCancellationHandler {
                try await CallActor(ThreadExecutor(threads)).run { try call.reportingEnd(body) }
            } onCancel: {
                call.cancel()
            }
        }
    }

    /// A value that is moved to another thread.
    //
    // SAFETY: a session is in the list of idle ones, or belongs to one call: only the call that takes it out of the list
    // uses it.
    struct Unchecked<Value>: @unchecked Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }
#endif
