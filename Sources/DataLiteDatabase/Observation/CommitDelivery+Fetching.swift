import DataLiteCore

// MARK: - Waiting

extension CommitDelivery {
    /// The time after which a fetch is retried if its error may be transient.
    private static let retryInterval = Duration.seconds(1)

    /// The number of observers that fetch at the same time. Others wait without a task that needs memory, and calls of
    /// the program need not wait for all of them.
    static let fetchLimit = 64

    /// Calls a closure with `true` after a commit that changes what was fetched, or with `false` when the database is
    /// closed or the wait is cancelled.
    func wait(_ observer: Observer, _ waiter: @escaping ChangeHandler) {
        let (hasEnded, retries) = state.withLock { state in
            guard observer.position != nil, !observer.isCancelled else { return (true, false) }
            observer.waiter.add(waiter)
            if observer.isStale { state.ready.append(observer) }
            return (false, observer.retries && !observer.isStale)
        }
        if hasEnded { return waiter(false) }
        if retries { retry(observer) }
        wakeReady()
    }

    /// Makes the observers that wait for a fetch begin it, as long as the limit allows it.
    func wakeReady() {
        let waiters = state.withLock { $0.takeReady() }
        for waiter in waiters { waiter(true) }
    }

    /// Makes an observer fetch again after a delay, unless a change makes it fetch earlier. If no thread can be created
    /// for the alarm, the observer waits for a change.
    private func retry(_ observer: Observer) {
        _ = try? AlarmClock.shared.schedule(after: Self.retryInterval) {
            [weak self, weak observer] in
            guard let self, let observer else { return }
            state.withLock { state in if observer.retries { observer.markStale(&state.ready) } }
            wakeReady()
        }
    }

    func cancelWait(_ observer: Observer) {
        let waiter = state.withLock { _ in
            observer.isCancelled = true
            return observer.waiter.take()
        }
        waiter?(false)
    }

    // MARK: - Fetching

    /// Fetches a value on a reader connection, and records the reads.
    func fetch<R>(
        _ observer: Observer, _ connection: Connection,
        _ body: (any ConnectionProtocol) throws -> R
    ) throws -> R {
        if !connection.isReadRecordingEnabled { try connection.enableReadRecording() }
        // Called again, because this read sees the commits made while it waited for a connection. Call it before the
        // transaction begins: later commits are compared with the region.
        let known = beginFetch(observer)
        var record = FetchRecord(reads: nil, region: .everything)
        defer { endFetch(observer, record) }
        return try connection.readTransaction {
            connection.beginAttachedReads()
            let (result, reads) = connection.recordingReads {
                Result { try body(connection) }
            }
            record = FetchRecord(connection, result.failure, reads, known)
            return try result.get()
        }
    }

    /// Call this before a fetch waits for a connection.
    ///
    /// - Returns: The reads of the latest fetch.
    @discardableResult
    func beginFetch(_ observer: Observer) -> FetchRecord {
        state.withLock { state in
            guard observer.position != nil else { return .everything }
            state.beginFetch(observer)
            return FetchRecord(reads: observer.reads, region: observer.region)
        }
    }

    /// Call this when a fetch ends, even if it never got a connection. Calling it again has no effect.
    func endFetch(_ observer: Observer, _ record: FetchRecord) {
        defer { wakeReady() }
        state.withLock { state in
            guard observer.fetchStart != nil else { return }
            var isStale = false
            var isUnknown = false
            state.endFetch(observer) { commit in
                isStale = isStale || record.region.intersects(commit)
                isUnknown = isUnknown || commit.isUnknown
            }
            var record = record
            if record.reads == nil || record.reads != observer.reads {
                if !record.shareColumns(with: state.sharedColumns), record.reads != nil {
                    state.sharedColumns = record.withoutRows
                }
                state.index.remove(observer)
                observer.region = record.region
                state.index.insert(observer)
            }
            // A name may refer to something else after a schema change.
            observer.reads = isUnknown ? nil : record.reads
            if isStale { observer.isStale = true }
        }
    }

    /// Call this when a fetch ends without a result, so that another fetch follows immediately.
    func fetchAgain(_ observer: Observer) {
        endFetch(observer, .everything)
        state.withLock { _ in observer.isStale = true }
    }

    /// Call this when a fetch fails with an error that may be transient.
    func retryLater(_ observer: Observer) { state.withLock { _ in observer.retries = true } }
}

extension CommitDelivery.State {
    /// Begins the fetches of observers, as long as the limit allows it, and takes their closures.
    fileprivate mutating func takeReady() -> [ChangeHandler] {
        var waiters: [ChangeHandler] = []
        while fetchCount < CommitDelivery.fetchLimit, let observer = ready.popFirst() {
            guard let waiter = observer.waiter.take() else { continue }
            beginFetch(observer)
            waiters.append(waiter)
        }
        // The slice would keep the storage of the observers that were taken.
        if ready.isEmpty { ready = [] }
        return waiters
    }

    fileprivate mutating func beginFetch(_ observer: Observer) {
        endFetch(observer) { _ in }
        observer.isStale = false
        observer.retries = false
        observer.fetchStart = log.beginFetch()
        fetchCount += 1
    }

    /// Calls a closure with the commits since the start of the running fetch, if there is one.
    mutating func endFetch(_ observer: Observer, _ body: (Commit) -> Void) {
        guard let start = observer.fetchStart else { return }
        observer.fetchStart = nil
        fetchCount -= 1
        log.endFetch(start, body)
    }
}

/// The reads of a fetch, and the region that they resolve to.
struct FetchRecord {
    /// `nil` if the region must be resolved again.
    var reads: ReadSet?
    var region: Region

    static let everything = FetchRecord(reads: nil, region: .everything)

    /// Shares the storage of the columns with another record, if they are equal: many fetches differ only in the rows
    /// that they read.
    ///
    /// - Returns: Whether the columns are equal.
    mutating func shareColumns(with other: FetchRecord) -> Bool {
        guard let others = other.reads, reads?.shareColumns(with: others) == true else {
            return false
        }
        region.shareColumns(with: other.region)
        return true
    }

    /// A record of the same columns and any rows.
    var withoutRows: FetchRecord {
        FetchRecord(reads: reads?.ofRows(nil), region: region.withoutRows)
    }
}

extension Result {
    var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
