#if Server
    public import CoreMetrics
    public import DataLiteDatabase

    /// An instrument that records metrics, with the names of OpenTelemetry for database clients.
    ///
    /// | Metric | Kind | Meaning |
    /// |---|---|---|
    /// | `db.client.operation.duration` | timer | the time of a call, without waiting |
    /// | `db.client.connection.wait_time` | timer | the time that a call has waited for a connection |
    /// | `db.client.connection.pending_requests` | meter | the calls that wait |
    /// | `db.client.connection.count` | meter | the connections in use and the idle ones, by `state` |
    /// | `datalite.busy` | counter | calls that ended with `SQLITE_BUSY` or `SQLITE_LOCKED` |
    /// | `datalite.checkpoint.duration` | timer | the time of a checkpoint; `blocked` says whether a reader was in its way |
    /// | `datalite.wal.pages` | meter | the pages in the WAL after the latest write |
    /// | `datalite.cache.hits`, `datalite.cache.misses` | counter | pages found in the page caches, and pages read |
    /// | `datalite.observers` | meter | the observations and streams of changes |
    ///
    /// The last three rows, and idle connections, are recorded by ``poll(_:)``.
    public final class DatabaseMetrics: DatabaseInstrument {
        private struct State {
            /// The timers that calls have used.
            var timers: [(kind: DatabaseCall.Kind, errorType: String?, timer: Timer)] = []
            var pending = 0
            var used = 0
            var cacheHits = 0
            var cacheMisses = 0
        }

        private let dimensions: [(String, String)]
        private let factory: any MetricsFactory
        private let state = Locked(State())

        private let waitTime: Timer
        private let pending: Meter
        private let used: Meter
        private let idle: Meter
        private let busy: Counter
        private let checkpoints: Timer
        private let blockedCheckpoints: Timer
        private let walPages: Meter
        private let cacheHits: Counter
        private let cacheMisses: Counter
        private let observers: Meter

        /// - Parameters:
        ///   - pool: The name of the database, in the dimension `db.client.connection.pool.name`.
        ///   - factory: The back end, or the one of `MetricsSystem`.
        public init(
            pool: String = "datalite", factory: any MetricsFactory = MetricsSystem.factory
        ) {
            let dimensions = [
                ("db.system.name", "sqlite"), ("db.client.connection.pool.name", pool),
            ]
            func meter(_ label: String, _ other: [(String, String)] = []) -> Meter {
                Meter(label: label, dimensions: dimensions + other, factory: factory)
            }
            func counter(_ label: String) -> Counter {
                Counter(label: label, dimensions: dimensions, factory: factory)
            }
            func timer(_ label: String, _ other: [(String, String)] = []) -> Timer {
                Timer(label: label, dimensions: dimensions + other, factory: factory)
            }
            self.dimensions = dimensions
            self.factory = factory
            waitTime = timer("db.client.connection.wait_time")
            pending = meter("db.client.connection.pending_requests")
            let count = "db.client.connection.count"
            used = meter(count, [("db.client.connection.state", "used")])
            idle = meter(count, [("db.client.connection.state", "idle")])
            busy = counter("datalite.busy")
            let checkpoint = "datalite.checkpoint.duration"
            checkpoints = timer(checkpoint, [("blocked", "false")])
            blockedCheckpoints = timer(checkpoint, [("blocked", "true")])
            walPages = meter("datalite.wal.pages")
            cacheHits = counter("datalite.cache.hits")
            cacheMisses = counter("datalite.cache.misses")
            observers = meter("datalite.observers")
        }

        /// Records the state of a database. Call this every few seconds: see
        /// ``DatabaseTask/metrics(_:of:every:logger:)``.
        public func poll(_ database: Database) {
            let statistics = database.statistics
            walPages.set(statistics.walPages)
            observers.set(database.observerCount)
            let (hits, misses, used) = state.withLock { state in
                defer {
                    state.cacheHits = statistics.cacheHits
                    state.cacheMisses = statistics.cacheMisses
                }
                return (
                    statistics.cacheHits - state.cacheHits,
                    statistics.cacheMisses - state.cacheMisses, state.used
                )
            }
            cacheHits.increment(by: hits)
            cacheMisses.increment(by: misses)
            idle.set(max(0, database.connectionCount - used))
        }

        // MARK: - DatabaseInstrument

        // The meters are set under the lock, so that the last value is the current one.

        public func callWaits(_ call: DatabaseCall) {
            state.withLock { change(pending: 1, &$0) }
        }

        public func callBegan(_ call: DatabaseCall) {
            guard call.kind != .groupedWrite else { return }
            state.withLock { change(pending: call.waited == nil ? 0 : -1, used: 1, &$0) }
            if let waited = call.waited { waitTime.recordNanoseconds(waited.nanoseconds) }
        }

        public func callEnded(
            _ call: DatabaseCall, after duration: Duration?, error: (any Error)?
        ) {
            let code = (error as? SQLiteError)?.resultCode
            if let duration {
                let errorType = code?.primary.name ?? error.map { "\(type(of: $0))" }
                let operation = state.withLock { state in
                    if call.kind != .groupedWrite { change(used: -1, &state) }
                    return timer(call.kind, errorType, &state)
                }
                operation.recordNanoseconds(duration.nanoseconds)
            } else if let waited = call.waited {
                state.withLock { change(pending: -1, &$0) }
                waitTime.recordNanoseconds(waited.nanoseconds)
            }
            if code?.primary == .busy || code?.primary == .locked { busy.increment() }
        }

        public func checkpointEnded(
            _ result: Result<CheckpointResult, SQLiteError>, after duration: Duration
        ) {
            let isBlocked = (try? result.get().wasBlocked) ?? true
            (isBlocked ? blockedCheckpoints : checkpoints).recordNanoseconds(duration.nanoseconds)
        }

        private func change(
            pending pendingChange: Int = 0, used usedChange: Int = 0, _ state: inout State
        ) {
            state.pending += pendingChange
            state.used += usedChange
            if pendingChange != 0 { pending.set(state.pending) }
            if usedChange != 0 { used.set(state.used) }
        }

        private func timer(
            _ kind: DatabaseCall.Kind, _ errorType: String?, _ state: inout State
        ) -> Timer {
            for entry in state.timers where entry.kind == kind && entry.errorType == errorType {
                return entry.timer
            }
            var dimensions = dimensions + [("db.operation.name", kind.rawValue)]
            if let errorType { dimensions.append(("error.type", errorType)) }
            let timer = Timer(
                label: "db.client.operation.duration", dimensions: dimensions, factory: factory)
            state.timers.append((kind, errorType, timer))
            return timer
        }
    }
#endif
