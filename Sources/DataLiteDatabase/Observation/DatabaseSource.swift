import DataLiteCore

/// The source of one iteration over the values of a database.
//
// It refers to the pool, not to the database: values do not keep a database open.
final class DatabaseSource<Value: Sendable>: ObservationSource {
    private let pool: ConnectionPool
    private let observer: Observer
    private let body: @Sendable (any ConnectionProtocol) throws -> Value

    init(
        _ pool: ConnectionPool, _ options: ObservationOptions,
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> Value
    ) {
        self.pool = pool
        self.body = body
        observer = pool.observers.delivery.add(pollInterval: options.pollInterval)
    }

    deinit { cancel() }

    func wait(_ waiter: CheckedContinuation<Bool, Never>) {
        pool.observers.delivery.wait(observer, waiter)
    }

    func cancelWait() { pool.observers.delivery.cancelWait(observer) }

    func fetch() async throws -> Value? {
        pool.observers.delivery.beginFetch(observer)
        do {
            return try await pool.runAsync(.withoutTransaction(.reader)) { try self.fetch($0) }
        } catch {
            try endFetch(error)
            return nil
        }
    }

    /// Call this when a fetch fails. Throws the error, unless the database is closed.
    private func endFetch(_ error: any Error) throws {
        let delivery = pool.observers.delivery
        delivery.endFetch(observer, .everything)
        if isTransient(error) { delivery.retryLater(observer) }
        // The observers end after the calls of a database that closes are refused.
        guard delivery.isClosed || (error as? SQLiteError) == .databaseClosed else { throw error }
    }

    func fetchFirst(within limit: Duration) throws -> Value? {
        let delivery = pool.observers.delivery
        delivery.beginFetch(observer)
        do {
            let value = try pool.readBriefly(within: limit) { try fetch($0) }
            if let value { return value }
        } catch {
            guard isTransient(error) || isSuspension(error) else {
                delivery.endFetch(observer, .everything)
                throw error
            }
        }
        delivery.fetchAgain(observer)
        return nil
    }

    private func fetch(_ connection: Connection) throws -> Value {
        let observers = pool.observers
        try observers.foreign.startMonitoring(every: observer.pollInterval, pool)
        return try observers.delivery.fetch(observer, connection, body)
    }

    /// Whether a fetch has failed because the database is or was suspended. Resuming it is a change.
    func isSuspension(_ error: any Error) -> Bool {
        pool.isSuspended || (error as? SQLiteError) == .suspended
    }

    func isTransient(_ error: any Error) -> Bool {
        guard let error = error as? SQLiteError else { return false }
        // A fetch that exceeds the time limit would exceed it again.
        return error.mayPass && !(error.underlyingError is TimeLimitReached)
    }

    func cancel() { pool.observers.delivery.remove(observer) }
}

extension Database {
    public func values<Value: Sendable>(
        _ options: ObservationOptions, isDuplicate: (@Sendable (Value, Value) -> Bool)?,
        fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value
    ) -> ObservedValues<Value> {
        ObservedValues(options, isDuplicate: isDuplicate) { [pool] in
            DatabaseSource(pool, options, fetch)
        }
    }
}
