import DataLiteCore

/// Those who observe a database, and what each of them has read.
//
// A writer that has committed marks those who are concerned, and wakes those of them who wait. It waits for
// none: they fetch later, on other threads. While one fetches, it is not known yet what it reads, so the
// commits are kept and compared with it at the end.
final class Observers: Sendable {
    struct State {
        /// All, in no order. Each one knows its place.
        var observers: [Observer] = []
        var index = ObserverIndex()
        /// What was committed while observers fetch.
        var log = CommitLog()
        /// The columns that were read last, whose memory the next fetch may share.
        var sharedColumns = FetchRecord.everything
        var isClosed = false

        /// Those who want to know the rows that change.
        var streams: [Int: ChangeStream] = [:]
        var nextID = 0
        /// The tables of the streams.
        var streamedTables: Set<TableName> = []

        /// Whether the connection that writes has a hook.
        var hasHook = false
        /// Since when a commit is known of which it is not known whether another process has made it, in
        /// nanoseconds.
        var unattributedSince: UInt64?
    }

    let state = Locked(State())
    let watch: ExternalCommitMonitor

    /// Changed only while holding the writer, and when the connections are closed.
    let hook = Locked(WriterChangeTracker?.none)

    init(label: String) { watch = ExternalCommitMonitor(label: label) }

    /// Whether the database is closed.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    var count: Int { state.withLock { $0.observers.count + $0.streams.count } }

    func add(pollInterval: Duration?) -> Observer {
        let observer = Observer(pollInterval: pollInterval)
        state.withLock { state in
            guard !state.isClosed else { return }
            observer.place = state.observers.count
            state.observers.append(observer)
            state.index.insert(observer)
        }
        return observer
    }

    /// Ends an observation. May be called several times.
    func remove(_ observer: Observer) {
        let waiters = state.withLock { state -> [CheckedContinuation<Bool, Never>] in
            guard let place = observer.place else { return [] }
            state.endFetch(observer) { _ in }
            state.index.remove(observer)
            state.observers.swapAt(place, state.observers.count - 1)
            state.observers[place].place = place
            state.observers.removeLast()
            observer.place = nil
            return observer.waiters.takeAll()
        }
        for waiter in waiters { waiter.resume(returning: false) }
    }

    /// Ends all observations.
    func close() {
        let (observers, streams) = state.withLock { state in
            let observers = state.observers.flatMap { observer in
                observer.place = nil
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
            state.streamedTables = []
            return (observers, streams)
        }
        for waiter in observers { waiter.resume(returning: false) }
        for waiter in streams.values.flatMap(\.waiters) { waiter.resume(returning: nil) }
    }

    /// Call this if the connections could not be closed.
    func reopen() {
        state.withLock { $0.isClosed = false }
        watch.reopen()
    }

    /// To be called when no closure runs any more, before the connections are closed.
    func releaseConnections() {
        removeHook()
        watch.close()
    }
}

extension Observers.State {
    var isWatched: Bool { !observers.isEmpty || !streams.isEmpty }
}

extension Optional {
    /// Moves the value out.
    mutating func take() -> Wrapped? {
        defer { self = nil }
        return self
    }
}

extension Array {
    /// Moves the elements out.
    mutating func takeAll() -> [Element] {
        defer { self = [] }
        return self
    }
}
