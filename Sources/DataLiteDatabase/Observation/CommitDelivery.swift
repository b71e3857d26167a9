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
        /// The stale observers whose closures wait for a fetch, in the order of the changes, and others.
        var ready: ArraySlice<Observer> = []
        /// The number of running fetches.
        var fetchCount = 0
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

    /// Whether there are observers or streams.
    var isWatched: Bool { state.withLock { $0.isWatched } }

    /// The tables to collect changes of for the observers; `nil` if there are no observers.
    var observedTables: ObservedTables? {
        state.withLock { $0.isWatched ? ObservedTables($0) : nil }
    }

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
        let waiter = state.withLock { state -> ChangeHandler? in
            guard let position = observer.position else { return nil }
            state.endFetch(observer) { _ in }
            state.index.remove(observer)
            state.observers.swapAt(position, state.observers.count - 1)
            state.observers[position].position = position
            state.observers.removeLast()
            observer.position = nil
            return observer.waiter.take()
        }
        waiter?(false)
        wakeReady()
    }

    /// Ends all observations.
    func close() {
        let (waiters, streams) = state.withLock { state in
            let waiters = state.observers.compactMap { observer in
                observer.position = nil
                observer.fetchStart = nil
                return observer.waiter.take()
            }
            let streams = state.streams
            state = State(isClosed: true, nextID: state.nextID)
            return (waiters, streams)
        }
        for waiter in waiters { waiter(false) }
        for waiter in streams.values.flatMap(\.waiters) { waiter.resume(returning: nil) }
    }

    /// Allows observing again after ``close()``.
    func reopen() { state.withLock { $0.isClosed = false } }

    // MARK: - Publishing

    /// Delivers a commit to the observers.
    func publish(_ commit: Commit) {
        guard !commit.isEmpty else { return }
        let deliveries = state.withLock { state in
            state.markStale(by: commit)
            return state.deliver(commit)
        }
        wakeReady()
        for deliver in deliveries { deliver() }
    }
}

extension CommitDelivery.State {
    fileprivate var isWatched: Bool { !observers.isEmpty || !streams.isEmpty }

    /// Marks the observers whose regions a commit changes as stale.
    fileprivate mutating func markStale(by commit: Commit) {
        log.append(commit)
        if commit.isUnknown {
            for observer in observers {
                // After a schema change, recorded names may refer to other columns, even for a stale observer.
                observer.reads = nil
                observer.markStale(&ready)
            }
        } else {
            index.forEachConcerned(by: commit) { observer in
                if observer.region.intersects(commit) { observer.markStale(&ready) }
            }
        }
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

extension Array {
    /// Moves the elements out.
    mutating func takeAll() -> [Element] {
        defer { self = [] }
        return self
    }
}
