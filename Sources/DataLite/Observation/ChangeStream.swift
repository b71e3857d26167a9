import DataLiteCore

/// One iteration over the changes of a table.
struct ChangeStream {
    /// The rows that a commit has changed, in order; `nil` if they are not known.
    typealias Element = [ChangeSet.RowChange]?

    let table: TableName
    let bufferLimit: Int
    var buffer: [Element] = []
    var isCancelled = false
    /// Resumed with `.none` at the end. Several only if an iterator was copied.
    var waiters: [CheckedContinuation<Element?, Never>] = []

    /// What a commit has changed; `nil` if nothing.
    func element(of commit: Commit) -> Element? {
        if commit.isUnknown { return .some(nil) }
        guard let change = commit.tables[table] else { return nil }
        // No rows were collected, if the observation has begun during the write.
        return .some(change.actions.isEmpty ? nil : change.actions)
    }

    mutating func append(_ element: Element) {
        if element == nil, let last = buffer.last, last == nil { return }
        if buffer.count >= max(bufferLimit, 1) { buffer = [nil] } else { buffer.append(element) }
    }
}

extension Observers.State {
    struct Delivery {
        let waiter: CheckedContinuation<ChangeStream.Element?, Never>
        let element: ChangeStream.Element?
    }

    var streamedTables: Set<TableName> { Set(streams.values.map(\.table)) }

    /// Adds a commit to the streams of its tables.
    ///
    /// - Returns: what those receive who wait.
    mutating func deliver(_ commit: Commit) -> [Delivery] {
        guard !streams.isEmpty else { return [] }
        var deliveries: [Delivery] = []
        for (id, stream) in streams {
            guard let element = stream.element(of: commit) else { continue }
            if stream.waiters.isEmpty {
                streams[id]?.append(element)
            } else if let waiter = streams[id]?.waiters.removeFirst() {
                deliveries.append(Delivery(waiter: waiter, element: element))
            }
        }
        return deliveries
    }
}

// MARK: - Waiting

extension Observers {
    func addStream(_ table: TableName, bufferLimit: Int) -> Int {
        state.withLock { state in
            state.nextID += 1
            guard !state.isClosed else { return state.nextID }
            state.streams[state.nextID] = ChangeStream(table: table, bufferLimit: bufferLimit)
            return state.nextID
        }
    }

    /// Ends a stream. May be called several times.
    func removeStream(_ id: Int) {
        let stream = state.withLock { $0.streams.removeValue(forKey: id) }
        for waiter in stream?.waiters ?? [] { waiter.resume(returning: nil) }
    }

    /// Waits for a commit that changes the table of a stream.
    ///
    /// - Returns: `nil` if the database is closed or the task cancelled.
    func nextChange(_ id: Int) async -> ChangeStream.Element? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waitForChange(id, $0) }
        } onCancel: {
            cancelStream(id)
        }
    }

    private func waitForChange(
        _ id: Int, _ waiter: CheckedContinuation<ChangeStream.Element?, Never>
    ) {
        let element = state.withLock { state -> ChangeStream.Element?? in
            guard let stream = state.streams[id], !stream.isCancelled else { return .some(nil) }
            if !stream.buffer.isEmpty { return .some(state.streams[id]?.buffer.removeFirst()) }
            state.streams[id]?.waiters.append(waiter)
            return .none
        }
        if let element { waiter.resume(returning: element) }
    }

    private func cancelStream(_ id: Int) {
        let waiters = state.withLock { state in
            state.streams[id]?.isCancelled = true
            return state.streams[id]?.waiters.takeAll() ?? []
        }
        for waiter in waiters { waiter.resume(returning: nil) }
    }
}
