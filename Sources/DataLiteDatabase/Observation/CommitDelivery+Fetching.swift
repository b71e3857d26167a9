import DataLiteCore

// MARK: - Waiting

extension CommitDelivery {
    /// How long after an error a fetch is repeated that may succeed although nothing changes.
    private static let retryInterval = Duration.seconds(1)

    /// Waits for a commit that touches what was fetched.
    ///
    /// - Returns: `false` if the database is closed or the task cancelled.
    func waitForChange(_ observer: Observer) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { wait(observer, $0) }
        } onCancel: {
            cancelWait(observer)
        }
    }

    private func wait(_ observer: Observer, _ waiter: CheckedContinuation<Bool, Never>) {
        let (outcome, retries) = state.withLock { _ -> (Bool?, Bool) in
            guard observer.position != nil, !observer.isCancelled else { return (false, false) }
            if observer.isStale { return (true, false) }
            observer.waiters.append(waiter)
            return (nil, observer.retries)
        }
        if let outcome { waiter.resume(returning: outcome) }
        if retries { retry(observer) }
    }

    /// Makes an observer fetch again after a while, unless it does so before. If no thread can be created for that,
    /// it waits for a change.
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

    private func cancelWait(_ observer: Observer) {
        let waiters = state.withLock { _ in
            observer.isCancelled = true
            return observer.waiters.takeAll()
        }
        for waiter in waiters { waiter.resume(returning: false) }
    }
}

// MARK: - Fetching

extension CommitDelivery {
    /// Fetches a value on a reader connection, and records what was read.
    func fetch<R>(
        _ observer: Observer, _ connection: Connection,
        _ body: (any ConnectionProtocol) throws -> R
    ) throws -> R {
        if !connection.isReadRecordingEnabled { try connection.enableReadRecording() }
        // Again, because this read sees what was committed while it waited for a connection. It must be before the
        // transaction begins: what is committed after that is compared with the region.
        let known = beginFetch(observer)
        var record = FetchRecord(reads: nil, region: .everything)
        defer { endFetch(observer, record) }
        return try connection.readTransaction {
            let (result, reads) = connection.recordingReads {
                Result { try body(connection) }
            }
            record = FetchRecord(connection, result.failure, reads, known)
            return try result.get()
        }
    }

    /// Call this before a fetch waits for a connection.
    ///
    /// - Returns: what the latest fetch has read.
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

    /// Call this when a fetch has ended, perhaps before it got a connection. Calling it again has no effect.
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
            // What a name means may change with the schema.
            observer.reads = isUnknown ? nil : record.reads
            if isStale { observer.isStale = true }
        }
    }

    /// Call this when a fetch has ended without a result, so that another one follows at once.
    func fetchAgain(_ observer: Observer) {
        endFetch(observer, .everything)
        state.withLock { _ in observer.isStale = true }
    }

    /// Call this when a fetch has failed that may succeed although nothing changes.
    func retryLater(_ observer: Observer) { state.withLock { _ in observer.retries = true } }
}

extension CommitDelivery.State {
    /// Calls a closure with the commits since the beginning of the fetch that runs, if one does.
    mutating func endFetch(_ observer: Observer, _ body: (Commit) -> Void) {
        guard let start = observer.fetchStart else { return }
        observer.fetchStart = nil
        log.endFetch(start, body)
    }
}

/// What a fetch has read.
struct FetchRecord {
    /// `nil` if it is to be resolved again.
    var reads: ReadSet?
    var region: Region

    static let everything = FetchRecord(reads: nil, region: .everything)

    /// Uses the memory of another note for the same columns: many fetches differ only in the rows that they read.
    ///
    /// - Returns: whether the columns are the same.
    mutating func shareColumns(with other: FetchRecord) -> Bool {
        guard let others = other.reads, reads?.shareColumns(with: others) == true else {
            return false
        }
        region.shareColumns(with: other.region)
        return true
    }

    /// The same columns, of any rows.
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
