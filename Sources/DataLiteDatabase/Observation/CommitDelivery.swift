import DataLiteCore

/// The observers of a database and the region each has read. Delivers each commit to the observers that it affects.
//
// After a commit, the writer marks the affected observers as stale and wakes those that are waiting. It never blocks on
// them: they fetch later, on other threads. While an observer fetches, its new region is not known yet, so commits are
// logged and compared with the region when the fetch ends.
final class CommitDelivery: Sendable {
    struct State {
        /// All observers, in unspecified order. Each observer stores its position.
        var observers: [Observer] = []
        var index = ObserverIndex()
        /// The commits made while observers fetch.
        var log = CommitLog()
        /// The columns that were read last, whose storage the next fetch may share.
        var sharedColumns = FetchRecord.everything
        var isClosed = false

        /// The streams of changed rows.
        var streams: [Int: ChangeStream] = [:]
        var nextID = 0
        /// The streams of each table.
        var streamIDs: [TableName: Set<Int>] = [:]
    }

    let state = Locked(State())

    /// Whether the database is closed.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    var count: Int { state.withLock { $0.observers.count + $0.streams.count } }

    func add(pollInterval: Duration?) -> Observer {
        let observer = Observer(pollInterval: pollInterval)
        state.withLock { state in
            guard !state.isClosed else { return }
            observer.position = state.observers.count
            state.observers.append(observer)
            state.index.insert(observer)
        }
        return observer
    }

    /// Ends an observation. Calling this again has no effect.
    func remove(_ observer: Observer) {
        let waiters = state.withLock { state -> [CheckedContinuation<Bool, Never>] in
            guard let position = observer.position else { return [] }
            state.endFetch(observer) { _ in }
            state.index.remove(observer)
            state.observers.swapAt(position, state.observers.count - 1)
            state.observers[position].position = position
            state.observers.removeLast()
            observer.position = nil
            return observer.waiters.takeAll()
        }
        for waiter in waiters { waiter.resume(returning: false) }
    }

    /// Ends all observations.
    func close() {
        let (observers, streams) = state.withLock { state in
            let observers = state.observers.flatMap { observer in
                observer.position = nil
                observer.fetchStart = nil
                return observer.waiters.takeAll()
            }
            let streams = state.streams
            state.isClosed = true
            state.observers = []
            state.index = ObserverIndex()
            state.log = CommitLog()
            state.sharedColumns = .everything
            state.streams = [:]
            state.streamIDs = [:]
            return (observers, streams)
        }
        for waiter in observers { waiter.resume(returning: false) }
        for waiter in streams.values.flatMap(\.waiters) { waiter.resume(returning: nil) }
    }

    /// Allows observing again after ``close()``.
    func reopen() { state.withLock { $0.isClosed = false } }

    // MARK: - Publishing

    /// Delivers a commit to the observers.
    func publish(_ commit: Commit) {
        guard !commit.isEmpty else { return }
        let (waiters, deliveries) = state.withLock { state in
            (state.markStale(by: commit), state.deliver(commit))
        }
        for waiter in waiters { waiter.resume(returning: true) }
        for delivery in deliveries { delivery.waiter.resume(returning: delivery.change) }
    }
}

extension CommitDelivery.State {
    /// Marks the observers whose regions a commit changes as stale.
    ///
    /// - Returns: The continuations of the waiting observers among them.
    fileprivate mutating func markStale(by commit: Commit) -> [CheckedContinuation<Bool, Never>] {
        log.append(commit)
        var waiters: [CheckedContinuation<Bool, Never>] = []
        if commit.isUnknown {
            for observer in observers {
                // After a schema change, recorded names may refer to other columns, even for a stale observer.
                observer.reads = nil
                observer.markStale(&waiters)
            }
        } else {
            index.forEachConcerned(by: commit) { observer in
                if observer.region.intersects(commit) { observer.markStale(&waiters) }
            }
        }
        return waiters
    }
}

extension ObservedTables {
    init(_ state: CommitDelivery.State) {
        streamed = Set(state.streamIDs.keys)
        lookedUp = state.index.lookedUp
        if state.index.ofEverything.isEmpty {
            coverage = Coverage(
                version: state.index.version, tables: state.index.columns, streamed: streamed)
        }
    }
}

extension Observer {
    /// Marks the observer as stale, unless it is fetching: then it compares its reads with the commits when it ends.
    fileprivate func markStale(_ waiters: inout [CheckedContinuation<Bool, Never>]) {
        guard fetchStart == nil, !isStale else { return }
        isStale = true
        waiters += self.waiters.takeAll()
    }
}

extension CommitDelivery {
    /// Whether there are observers or streams.
    var isWatched: Bool { state.withLock { $0.isWatched } }

    /// The tables to collect changes of for the observers; `nil` if there are no observers.
    var observedTables: ObservedTables? {
        state.withLock { $0.isWatched ? ObservedTables($0) : nil }
    }
}

extension CommitDelivery.State {
    fileprivate var isWatched: Bool { !observers.isEmpty || !streams.isEmpty }
}

extension Array {
    /// Moves the elements out.
    mutating func takeAll() -> [Element] {
        defer { self = [] }
        return self
    }
}
