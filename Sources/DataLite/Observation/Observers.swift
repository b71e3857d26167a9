import DataLiteCore

/// Those who observe a database, and what each of them has read.
//
// A writer that has committed marks those who are concerned, and wakes those of them who wait. It waits for
// none: they fetch later, on other threads. While one fetches, it is not known yet what it reads, so the
// commits are kept and compared with it at the end.
final class Observers: Sendable {
    struct Observer {
        let pollInterval: Duration?
        /// What the latest fetch has read.
        var region = Region.everything
        var reads: ReadSet?
        /// Whether a commit has touched the region, or nothing was fetched yet.
        var isStale = true
        /// What was committed since the fetch that runs has begun; `nil` if none runs.
        var commits: Commit?
        var isCancelled = false
        /// Several only if an iterator was copied.
        var waiters: [CheckedContinuation<Bool, Never>] = []
    }

    struct State {
        var observers: [Int: Observer] = [:]
        var nextID = 0
        var isClosed = false

        /// Those whose regions contain a table, and those whose regions are not known.
        var byTable: [TableName: Set<Int>] = [:]
        var ofEverything: Set<Int> = []
        /// The number of those who have looked up single rows of a table.
        var lookedUpBy: [TableName: Int] = [:]
        var fetching: Set<Int> = []

        /// Those who want to know the rows that change.
        var streams: [Int: ChangeStream] = [:]

        /// Whether the connection that writes has a hook.
        var hasHook = false
        /// Since when a commit is known of which it is not known whether another process has made it, in
        /// nanoseconds.
        var unexplainedSince: UInt64?
    }

    let state = Locked(State())
    let watch: ForeignWatch

    /// Changed by the one who has the seat of the writer, and when the connections are closed.
    let hook = Locked(WriterHook?.none)

    init(label: String) { watch = ForeignWatch(label: label) }

    /// Whether the database is closed.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    var count: Int { state.withLock { $0.observers.count + $0.streams.count } }

    func add(pollInterval: Duration?) -> Int {
        state.withLock { state in
            state.nextID += 1
            guard !state.isClosed else { return state.nextID }
            state.observers[state.nextID] = Observer(pollInterval: pollInterval)
            state.ofEverything.insert(state.nextID)
            return state.nextID
        }
    }

    /// Ends an observation. May be called several times.
    func remove(_ id: Int) {
        let observer = state.withLock { state -> Observer? in
            guard let observer = state.observers.removeValue(forKey: id) else { return nil }
            state.fetching.remove(id)
            state.removeFromIndex(id, observer.region)
            return observer
        }
        for waiter in observer?.waiters ?? [] { waiter.resume(returning: false) }
    }

    /// Ends all observations.
    func close() {
        let (observers, streams) = state.withLock { state in
            let ended = (state.observers, state.streams)
            state.isClosed = true
            state.observers = [:]
            state.streams = [:]
            state.byTable = [:]
            state.lookedUpBy = [:]
            state.ofEverything = []
            state.fetching = []
            return ended
        }
        for waiter in observers.values.flatMap(\.waiters) { waiter.resume(returning: false) }
        for waiter in streams.values.flatMap(\.waiters) { waiter.resume(returning: nil) }
    }

    /// To be called when no closure runs any more, before the connections are closed.
    func releaseConnections() {
        removeHook()
        watch.close()
    }
}

// MARK: - The index

extension Observers.State {
    var isWatched: Bool { !observers.isEmpty || !streams.isEmpty }

    mutating func addToIndex(_ id: Int, _ region: Region) {
        guard let tables = region.tables else {
            ofEverything.insert(id)
            return
        }
        for (name, table) in tables {
            byTable[name, default: []].insert(id)
            if table.rowIDs != nil { lookedUpBy[name, default: 0] += 1 }
        }
    }

    mutating func removeFromIndex(_ id: Int, _ region: Region) {
        guard let tables = region.tables else {
            ofEverything.remove(id)
            return
        }
        for (name, table) in tables {
            byTable[name]?.remove(id)
            if byTable[name]?.isEmpty == true { byTable[name] = nil }
            guard table.rowIDs != nil, let count = lookedUpBy[name] else { continue }
            lookedUpBy[name] = count > 1 ? count - 1 : nil
        }
    }
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
