import DataLiteCore

// MARK: - Waiting

extension Observers {
    /// Waits for a commit that touches what was fetched.
    ///
    /// - Returns: `false` if the database is closed or the task cancelled.
    func waitForChange(_ id: Int) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { wait(id, $0) }
        } onCancel: {
            cancelWait(id)
        }
    }

    private func wait(_ id: Int, _ waiter: CheckedContinuation<Bool, Never>) {
        let outcome = state.withLock { state -> Bool? in
            guard let observer = state.observers[id], !observer.isCancelled else { return false }
            if observer.isStale { return true }
            state.observers[id]?.waiters.append(waiter)
            return nil
        }
        if let outcome { waiter.resume(returning: outcome) }
    }

    private func cancelWait(_ id: Int) {
        let waiters = state.withLock { state in
            state.observers[id]?.isCancelled = true
            return state.observers[id]?.waiters.takeAll() ?? []
        }
        for waiter in waiters { waiter.resume(returning: false) }
    }
}

// MARK: - Fetching

extension Observers {
    /// Fetches a value on a connection that reads, and notes what was read.
    func fetch<R>(
        _ id: Int, _ pool: ConnectionPool, _ connection: Connection,
        _ body: (any ConnectionProtocol) throws -> R
    ) throws -> R {
        try startWatching(state.withLock { $0.observers[id]?.pollInterval }, pool)
        if !connection.isReadRecordingEnabled { try connection.enableReadRecording() }
        // Again, because this read sees what was committed while it waited for its turn. It must be before the
        // transaction begins: what is committed after that is compared with the region.
        let known = beginFetch(id)
        var note = FetchNote(reads: nil, region: .everything)
        defer { endFetch(id, note) }
        return try connection.readTransaction {
            let (result, reads) = connection.recordingReads {
                Result { try body(connection) }
            }
            note = FetchNote(connection, result.failure, reads, known)
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
    func beginFetch(_ id: Int) -> FetchNote {
        state.withLock { state in
            guard let observer = state.observers[id] else { return .everything }
            state.observers[id]?.isStale = false
            state.observers[id]?.commits = Commit()
            state.fetching.insert(id)
            return FetchNote(reads: observer.reads, region: observer.region)
        }
    }

    /// To be called when a fetch has ended, perhaps before its turn. Calling it again has no effect.
    func endFetch(_ id: Int, _ note: FetchNote) {
        state.withLock { state in
            guard let observer = state.observers[id],
                let commits = state.observers[id]?.commits.take()
            else { return }
            state.fetching.remove(id)
            if note.reads == nil || note.reads != observer.reads {
                state.removeFromIndex(id, observer.region)
                state.addToIndex(id, note.region)
                state.observers[id]?.region = note.region
            }
            // What a name means may change with the schema.
            state.observers[id]?.reads = commits.isUnknown ? nil : note.reads
            if !commits.isEmpty, note.region.isTouched(by: commits) {
                state.observers[id]?.isStale = true
            }
        }
    }
}

/// What a fetch has read.
struct FetchNote {
    /// `nil` if it is to be resolved again.
    var reads: ReadSet?
    var region: Region

    static let everything = FetchNote(reads: nil, region: .everything)
}

extension FetchNote {
    init(
        _ connection: Connection, _ failure: (any Error)?, _ reads: ReadSet, _ known: FetchNote
    ) {
        self = .everything
        // An error of the database may pass with any commit, others only if what was read changes.
        if let failure = failure as? SQLiteError, failure.resultCode.primary != .error { return }
        if known.reads == reads {
            self = known
        } else if let region = try? RegionResolver(connection: connection).region(of: reads) {
            self = FetchNote(reads: reads, region: region)
        }
    }
}

extension Result {
    var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
