#if Server
    public import DataLiteDatabase

    /// How a write is committed, for `Database.write(_:_:)`.
    public struct WriteGrouping: Hashable, Sendable {
        /// The write shares its transaction with the grouped writes that wait at the same time.
        public static let grouped = WriteGrouping()
    }

    extension Database {
        /// Runs a closure as `write(_:)` does, in a transaction that concurrent grouped writes share: many small writes
        /// then need one commit.
        ///
        /// ```swift
        /// try await database.write(.grouped) { db in
        ///     try db.execute("INSERT INTO events(text) VALUES (\(text))")
        /// }
        /// ```
        ///
        /// Each closure runs in a savepoint of its own: the changes of one that throws are rolled back, and the others
        /// are kept. The call returns after the commit. Closures run in the order of the calls and see the changes of
        /// earlier ones. They do not run in the calling task, so they do not see its task-local values. A cancelled call
        /// is not run, unless it is already running.
        ///
        /// - Throws: The error of the closure, and the errors of `write(_:)`: if the transaction fails, every call of the
        ///   group throws its error.
        @discardableResult
        public func write<R: Sendable>(
            _ grouping: WriteGrouping,
            _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
        ) async throws -> R {
            let group = companions.withLock { companions in
                if let group = companions[WriteGroup.self] { return group }
                let group = WriteGroup()
                companions[WriteGroup.self] = group
                return group
            }
            let write = GroupedWrite(body)
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    write.start(continuation)
                    group.append(write, to: self)
                }
            } onCancel: {
                write.cancel()
            }
        }

        /// Runs a closure without a result in a transaction that concurrent grouped writes share.
        public func write(
            _ grouping: WriteGrouping,
            _ body: @escaping @Sendable (any ConnectionProtocol) throws -> Void
        ) async throws {
            try await write(grouping) { (connection) throws -> Int in
                try body(connection)
                return 0
            }
        }
    }

    /// The grouped writes of a database that wait for the next transaction.
    private final class WriteGroup: Sendable {
        private struct State {
            var waiting: [any PendingWrite] = []
            /// Whether a task runs the transactions.
            var isRunning = false
        }

        /// The largest number of writes in a transaction, which bounds how long each waits for the others.
        private static let limit = 256

        private let state = Locked(State())

        func append(_ write: any PendingWrite, to database: Database) {
            let starts = state.withLock { state in
                state.waiting.append(write)
                defer { state.isRunning = true }
                return !state.isRunning
            }
            // Detached, because the task must not have the local values of the first call.
            if starts { Task.detached { await self.run(database) } }
        }

        private func run(_ database: Database) async {
            while let writes = takeWrites() {
                var failure: (any Error)?
                do {
                    try await database.write { db in
                        for write in writes {
                            write.run(db)
                            // SQLite has rolled back the transaction, or a closure has ended it.
                            if db.isAutocommit {
                                throw write.failure ?? SQLiteError.transactionEnded
                            }
                        }
                    }
                } catch {
                    failure = error
                }
                for write in writes { write.end(failure) }
            }
        }

        /// - Returns: `nil` if there are none; then the next write starts a task.
        private func takeWrites() -> [any PendingWrite]? {
            state.withLock { state in
                guard !state.waiting.isEmpty else {
                    state.isRunning = false
                    return nil
                }
                defer { state.waiting.removeFirst(min(Self.limit, state.waiting.count)) }
                return Array(state.waiting.prefix(Self.limit))
            }
        }
    }

    private protocol PendingWrite: Sendable {
        /// The error of the closure, if it has thrown one.
        var failure: (any Error)? { get }

        func run(_ db: any ConnectionProtocol)

        /// Resumes the call.
        ///
        /// - Parameter failure: The error of the transaction, if it was not committed.
        func end(_ failure: (any Error)?)
    }

    private final class GroupedWrite<R: Sendable>: PendingWrite {
        private struct State {
            var result: Result<R, any Error>?
            var continuation: CheckedContinuation<R, any Error>?
            var isCancelled = false
        }

        private let body: @Sendable (any ConnectionProtocol) throws -> R
        private let state = Locked(State())

        init(_ body: @escaping @Sendable (any ConnectionProtocol) throws -> R) {
            self.body = body
        }

        func start(_ continuation: CheckedContinuation<R, any Error>) {
            state.withLock { $0.continuation = continuation }
        }

        func cancel() { state.withLock { $0.isCancelled = true } }

        var failure: (any Error)? {
            guard case .failure(let error) = state.withLock({ $0.result }) else { return nil }
            return error
        }

        func run(_ db: any ConnectionProtocol) {
            let isCancelled = state.withLock { $0.isCancelled }
            let result = Result {
                if isCancelled { throw CancellationError() }
                return try db.savepoint { try body(db) }
            }
            state.withLock { $0.result = result }
        }

        func end(_ failure: (any Error)?) {
            let (result, continuation) = state.withLock { ($0.result, $0.continuation) }
            if let failure {
                continuation?.resume(throwing: failure)
            } else if let result {
                continuation?.resume(with: result)
            }
        }
    }

    extension SQLiteError {
        /// A closure has ended the transaction that it shares.
        fileprivate static var transactionEnded: SQLiteError {
            SQLiteError(
                .misuse,
                message: "a grouped write ended its transaction: use write without .grouped")
        }
    }
#endif
