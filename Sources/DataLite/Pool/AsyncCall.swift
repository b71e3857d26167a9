import DataLiteCore

extension ConnectionPool {
    /// Runs a closure with a connection on a thread of the database.
    func runAsync<R: Sendable>(
        _ kind: CallKind, lane: Lane.ID? = nil,
        _ body: @escaping @Sendable (Connection) throws -> R
    ) async throws -> R {
        let call = AsyncCall(self, kind, lane ?? self.lane(for: kind.role), body)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { call.start($0) }
        } onCancel: {
            call.cancel()
        }
    }
}

/// An asynchronous call: it waits without a thread, and then runs on a thread of the database.
//
// SAFETY: `continuation` and `waitAlarm` are set before the call is put into the queue and are read by the one
// thread that takes it out: the pool's lock is between. It is taken out once, so the continuation is resumed
// once.
final class AsyncCall<R: Sendable>: Waiter, Job, @unchecked Sendable {
    private let pool: ConnectionPool
    private let lane: Lane.ID
    private let stopper = Stopper()
    private let kind: CallKind
    private let body: @Sendable (Connection) throws -> R
    private var continuation: CheckedContinuation<R, any Error>?
    private var waitAlarm: Alarm?

    init(
        _ pool: ConnectionPool, _ kind: CallKind, _ lane: Lane.ID,
        _ body: @escaping @Sendable (Connection) throws -> R
    ) {
        self.pool = pool
        self.lane = lane
        self.kind = kind
        self.body = body
        super.init(kind.role)
    }

    func start(_ continuation: CheckedContinuation<R, any Error>) {
        self.continuation = continuation
        if let limit = pool.configuration.waitLimit {
            waitAlarm = Alarm(after: limit, on: pool.alarms) { [weak self] in
                self?.waitLimitReached(limit)
            }
        }
        pool.enqueue(self, lane, stopper: stopper)
    }

    /// May be called at any time, also before ``start(_:)``.
    func cancel() {
        stopper.stop(.cancelled)
        if pool.leaveQueue(self, lane) { finish(.failure(CancellationError())) }
    }

    private func waitLimitReached(_ limit: Duration) {
        guard pool.leaveQueue(self, lane, expired: true) else { return }
        finish(.failure(pool.waitLimitError(limit, role)))
    }

    override func wake() {
        switch outcome {
        case .seat: pool.workers.submit(self)
        case .refused(let error): finish(.failure(error))
        case nil: finish(.failure(CancellationError()))
        }
    }

    func run() {
        finish(
            Result {
                var call = try pool.begin(kind, pool.turn(of: self), stopper)
                return try pool.run(&call, body)
            })
    }

    private func finish(_ result: Result<R, any Error>) {
        waitAlarm?.cancel()
        continuation?.resume(with: result)
    }
}
