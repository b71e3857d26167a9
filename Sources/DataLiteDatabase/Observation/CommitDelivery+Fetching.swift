import DataLiteCore

// MARK: - Waiting

extension CommitDelivery {
    /// The time after which a fetch is retried if its error may be transient.
    private static let retryInterval = Duration.seconds(1)

    /// Resumes a continuation with `true` after a commit that changes what was fetched, or with `false` when the
    /// database is closed or the wait is cancelled.
    func wait(_ observer: Observer, _ waiter: CheckedContinuation<Bool, Never>) {
        let (outcome, retries) = state.withLock { _ -> (Bool?, Bool) in
            guard observer.position != nil, !observer.isCancelled else { return (false, false) }
            if observer.isStale { return (true, false) }
            observer.waiters.append(waiter)
            return (nil, observer.retries)
        }
        if let outcome { waiter.resume(returning: outcome) }
        if retries { retry(observer) }
    }

    /// Makes an observer fetch again after a delay, unless a change makes it fetch earlier. If no thread can be created
    /// for the alarm, the observer waits for a change.
    private func retry(_ observer: Observer) {
        _ = try? AlarmClock.shared.schedule(after: Self.retryInterval) {
            [weak self, weak observer] in
            guard let self, let observer else { return }
            let waiters = state.withLock { _ -> [CheckedContinuation<Bool, Never>] in
                guard observer.retries, observer.fetchStart == nil else { return [] }
                observer.isStale = true
                return observer.waiters.takeAll()
            }
            for waiter in waiters { waiter.resume(returning: true) }
        }
    }

    func cancelWait(_ observer: Observer) {
        let waiters = state.withLock { _ in
            observer.isCancelled = true
            return observer.waiters.takeAll()
        }
        for waiter in waiters { waiter.resume(returning: false) }
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
            state.endFetch(observer) { _ in }
            observer.isStale = false
            observer.retries = false
            observer.fetchStart = state.log.beginFetch()
            return FetchRecord(reads: observer.reads, region: observer.region)
        }
    }

    /// Call this when a fetch ends, even if it never got a connection. Calling it again has no effect.
    func endFetch(_ observer: Observer, _ record: FetchRecord) {
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
    /// Calls a closure with the commits since the start of the running fetch, if there is one.
    mutating func endFetch(_ observer: Observer, _ body: (Commit) -> Void) {
        guard let start = observer.fetchStart else { return }
        observer.fetchStart = nil
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
