import DataLiteCore

// MARK: - Waiting

extension Observers {
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
            guard observer.place != nil, !observer.isCancelled else { return (false, false) }
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

extension Observers {
    /// Fetches a value on a connection that reads, and notes what was read.
    func fetch<R>(
        _ observer: Observer, _ pool: ConnectionPool, _ connection: Connection,
        _ body: (any ConnectionProtocol) throws -> R
    ) throws -> R {
        try startWatching(observer.pollInterval, pool)
        if !connection.isReadRecordingEnabled { try connection.enableReadRecording() }
        // Again, because this read sees what was committed while it waited for its turn. It must be before the
        // transaction begins: what is committed after that is compared with the region.
        let known = beginFetch(observer)
        var note = FetchRecord(reads: nil, region: .everything)
        defer { endFetch(observer, note) }
        return try connection.readTransaction {
            let (result, reads) = connection.recordingReads {
                Result { try body(connection) }
            }
            note = FetchRecord(connection, result.failure, reads, known)
            return try result.get()
        }
    }

    /// Notices the commits of other processes from now on.
    func startWatching(_ interval: Duration?, _ pool: ConnectionPool) throws {
        guard let interval, !pool.source.isInMemory else { return }
        try watch.start(every: interval, pool)
    }

    /// To be called before a fetch waits for its turn.
    ///
    /// - Returns: what the latest fetch has read.
    @discardableResult
    func beginFetch(_ observer: Observer) -> FetchRecord {
        state.withLock { state in
            guard observer.place != nil else { return .everything }
            state.endFetch(observer) { _ in }
            observer.isStale = false
            observer.retries = false
            observer.fetchStart = state.log.beginFetch()
            return FetchRecord(reads: observer.reads, region: observer.region)
        }
    }

    /// To be called when a fetch has ended, perhaps before its turn. Calling it again has no effect.
    func endFetch(_ observer: Observer, _ note: FetchRecord) {
        state.withLock { state in
            guard observer.fetchStart != nil else { return }
            var isStale = false
            var isUnknown = false
            state.endFetch(observer) { commit in
                isStale = isStale || note.region.intersects(commit)
                isUnknown = isUnknown || commit.isUnknown
            }
            var note = note
            if note.reads == nil || note.reads != observer.reads {
                if !note.shareColumns(with: state.sharedColumns), note.reads != nil {
                    state.sharedColumns = note.withoutRows
                }
                state.index.remove(observer)
                observer.region = note.region
                state.index.insert(observer)
            }
            // What a name means may change with the schema.
            observer.reads = isUnknown ? nil : note.reads
            if isStale { observer.isStale = true }
        }
    }

    /// To be called when a fetch has ended without a result, and another one is to follow at once.
    func fetchAgain(_ observer: Observer) {
        endFetch(observer, .everything)
        state.withLock { _ in observer.isStale = true }
    }

    /// To be called when a fetch has failed that may succeed although nothing changes.
    func retryLater(_ observer: Observer) { state.withLock { _ in observer.retries = true } }
}

extension Observers.State {
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

extension FetchRecord {
    init(
        _ connection: Connection, _ failure: (any Error)?, _ reads: ReadSet, _ known: FetchRecord
    ) {
        self = .everything
        // An error of the database may pass with any commit, others only if what was read changes.
        if let failure = failure as? SQLiteError, failure.resultCode.primary != .error { return }
        if known.reads == reads {
            self = known
        } else if let region = try? RegionResolver(connection: connection).region(of: reads) {
            self = FetchRecord(reads: reads, region: region)
        }
    }
}

extension Result {
    var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
