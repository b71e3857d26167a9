#if Server
    public import DataLiteDatabase
    import Tracing

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
        /// Each closure runs in a savepoint of its own: the changes of one that throws, or that violates a deferred
        /// foreign key, are rolled back, and the others are kept. The call returns after the commit. Closures run in the
        /// order of the calls and see the changes of earlier ones. They do not run in the calling task: of its task-local
        /// values, they see only the service context. A cancelled call is not run, unless it is already running.
        ///
        /// If SQLite rolls back the whole transaction, for example because one write takes longer than `timeLimit` or
        /// contains `INSERT OR ROLLBACK`, each write of the group runs again in a transaction of its own. A closure can
        /// therefore run twice: it must have no effects but those on the database.
        ///
        /// `waitingCallLimit` also limits the grouped writes that wait. `waitLimit` and `timeLimit` apply to the shared
        /// transaction. Instruments receive a call of the kind `groupedWrite`, and one of the kind `write` for each
        /// transaction.
        ///
        /// - Throws: The error of the closure, and the errors of `write(_:)`. If the shared transaction cannot begin or
        ///   cannot be written to the disk, or if a closure commits it, every call of the group throws the error.
        @discardableResult
        public func write<R: Sendable>(
            _ grouping: WriteGrouping,
            _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
        ) async throws -> R {
            let group = writeGroup
            let report = CallReport(.groupedWrite, group.instruments)
            report?.begin(.running)
            let write = GroupedWrite(body, report)
            await withTaskCancellationHandler {
                await withUnsafeContinuation { continuation in
                    write.start(continuation)
                    group.append(write, to: self)
                }
            } onCancel: {
                write.cancel()
            }
            do {
                let value = try write.value()
                report?.begin(.ended)
                return value
            } catch {
                report?.begin(.ended, error)
                throw error
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

        private var writeGroup: WriteGroup {
            companions.withLock { companions in
                if let group = companions[WriteGroup.self] { return group }
                let group = WriteGroup(currentConfiguration)
                companions[WriteGroup.self] = group
                return group
            }
        }
    }

    /// The grouped writes of a database that wait for the next transaction.
    private final class WriteGroup: Sendable {
        private struct State {
            var waiting: [any PendingWrite] = []
            /// Whether the thread runs transactions.
            var isRunning = false

            /// - Returns: `nil` if there are none; then the next write starts the thread.
            mutating func takeWrites() -> [any PendingWrite]? {
                isRunning = !waiting.isEmpty
                guard isRunning else { return nil }
                let writes = Array(waiting.prefix(WriteGroup.limit))
                waiting.removeFirst(writes.count)
                return writes
            }
        }

        /// Runs the transactions on the thread of the group.
        private struct Run: Job {
            let group: WriteGroup
            let database: Database

            func runJob() {
                // Each write reports its error.
                DatabaseLogger.$logsErrors.withValue(false) { group.run(on: database) }
            }

            func refuse(_ error: SQLiteError) {
                while let writes = group.state.withLock({ $0.takeWrites() }) {
                    for write in writes { write.end(error) }
                }
            }
        }

        /// The largest number of writes in a transaction, which bounds how long each waits for the others.
        private static let limit = 256

        private let state = Locked(State())
        /// A thread of its own, so that a transaction needs no change of threads.
        private let thread: WorkerThreads

        private let waitingCallLimit: Int?
        let instruments: [any DatabaseInstrument]

        init(_ configuration: Database.Configuration) {
            thread = WorkerThreads(limit: 1, name: configuration.label)
            waitingCallLimit = configuration.waitingCallLimit
            instruments = configuration.instruments
        }

        deinit { thread.stop() }

        func append(_ write: any PendingWrite, to database: Database) {
            let (isRefused, starts) = state.withLock { state in
                if let waitingCallLimit, state.isRunning, state.waiting.count >= waitingCallLimit {
                    return (true, false)
                }
                state.waiting.append(write)
                defer { state.isRunning = true }
                return (false, !state.isRunning)
            }
            if let waitingCallLimit, isRefused {
                write.end(SQLiteError.waitingCallLimit(waitingCallLimit, for: "grouped write"))
            }
            if starts { thread.submit(Run(group: self, database: database)) }
        }

        private func run(on database: Database) {
            while let writes = state.withLock({ $0.takeWrites() }) {
                if writes.count > 1 {
                    run(writes, on: database)
                } else {
                    writes.first?.runAlone(on: database)
                }
            }
        }

        private func run(_ writes: [any PendingWrite], on database: Database) {
            var hasBegun = false
            do {
                try database.write { db in
                    hasBegun = true
                    for write in writes {
                        write.run(db)
                        // The transaction has ended: `database.write` throws the error that states how.
                        if db.isAutocommit { return }
                    }
                }
                for write in writes { write.end(nil) }
            } catch {
                // After another error of the commit, it is unknown whether attached files have the changes.
                let code = (error as? SQLiteError)?.resultCode.primary
                let isRolledBack =
                    hasBegun && (code == .abort || code == .interrupt || code == .constraint)
                for write in writes {
                    if isRolledBack { write.runAlone(on: database) } else { write.end(error) }
                }
            }
        }
    }

    private protocol PendingWrite: Sendable {
        /// Runs the closure in a savepoint of a shared transaction.
        func run(_ db: any ConnectionProtocol)

        /// Runs the closure in a transaction of its own, and resumes the call.
        func runAlone(on database: Database)

        /// Resumes the call.
        ///
        /// - Parameter failure: The error of the transaction, if it was not committed.
        func end(_ failure: (any Error)?)
    }

    private final class GroupedWrite<R: Sendable>: PendingWrite {
        private struct State {
            var result: Result<R, any Error>
            var continuation: UnsafeContinuation<Void, Never>?
            var isCancelled = false
        }

        private let body: @Sendable (any ConnectionProtocol) throws -> R
        private let report: CallReport?
        private let context = ServiceContext.current
        private let state = Locked(State(result: .failure(CancellationError())))

        init(
            _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R, _ report: CallReport?
        ) {
            self.body = body
            self.report = report
        }

        func start(_ continuation: UnsafeContinuation<Void, Never>) {
            state.withLock { $0.continuation = continuation }
        }

        func cancel() { state.withLock { $0.isCancelled = true } }

        /// The result of the call. Call this when it was resumed.
        func value() throws -> R { try state.withLock { $0.result }.get() }

        func run(_ db: any ConnectionProtocol) {
            keep {
                try db.savepoint {
                    let value = try call(db)
                    // The commit would fail, and harm the other writes.
                    if try db.runningConnection?.status(.deferredForeignKeys).current ?? 0 > 0 {
                        throw SQLiteError(
                            .constraintForeignKey, message: "FOREIGN KEY constraint failed")
                    }
                    return value
                }
            }
        }

        func runAlone(on database: Database) {
            keep { try database.write { db in try call(db) } }
            end(nil)
        }

        private func call(_ db: any ConnectionProtocol) throws -> R {
            if state.withLock({ $0.isCancelled }) { throw CancellationError() }
            guard report != nil || context != nil else { return try body(db) }
            // Statements of the closure are reported as those of its own call.
            let connection = db.runningConnection
            let transaction = connection?.call
            if let report { connection?.call = report }
            defer { connection?.call = transaction }
            return try ServiceContext.$current.withValue(context) { try body(db) }
        }

        private func keep(_ body: () throws -> R) {
            let result = Result(catching: body)
            state.withLock { $0.result = result }
        }

        func end(_ failure: (any Error)?) {
            let continuation = state.withLock { state in
                if let failure { state.result = .failure(failure) }
                return state.continuation.take()
            }
            continuation?.resume()
        }
    }
#endif
