public import DataLiteCore

/// An iteration over the changes of a table.
struct ChangeStream {
    /// The largest size of the buffered keys, in bytes.
    static let byteLimit = 64 << 20

    let table: TableName
    let bufferLimit: Int
    private var buffer: [(change: TableChange, byteCount: Int)] = []
    private var byteCount = 0
    var isCancelled = false
    /// Resumed with `nil` at the end. There are several only if an iterator was copied.
    var waiters: [HandOver<TableChange?>] = []

    init(table: TableName, bufferLimit: Int) {
        self.table = table
        self.bufferLimit = bufferLimit
    }

    /// The change that a commit made to a table; `nil` if it made none.
    static func change(of table: TableName, by commit: Commit) -> TableChange? {
        if commit.isUnknown { return .unknown }
        guard commit.tables[table] != nil else {
            // The observation began during the write.
            return commit.coverage?.contains(table) == false ? .unknown : nil
        }
        switch commit.changes[table] {
        case nil, .unknown: return .unknown
        case .rows(let rows): return rows.isEmpty ? nil : .rows(rows)
        }
    }

    mutating func append(_ change: TableChange) {
        switch change {
        case .unknown:
            if buffer.last?.change == .unknown { return }
            buffer.append((.unknown, 0))
        case .rows(let rows):
            let count = rows.byteCount
            byteCount += count
            buffer.append((change, count))
        }
        guard buffer.count > max(bufferLimit, 1) || byteCount > Self.byteLimit else { return }
        buffer = [(.unknown, 0)]
        byteCount = 0
    }

    mutating func takeWaiter() -> HandOver<TableChange?>? {
        waiters.isEmpty ? nil : waiters.removeFirst()
    }

    mutating func popFirst() -> TableChange? {
        guard !buffer.isEmpty else { return nil }
        let first = buffer.removeFirst()
        byteCount -= first.byteCount
        return first.change
    }
}

extension CommitDelivery.State {
    /// Adds a commit to the streams of its tables.
    ///
    /// - Returns: Closures that deliver changes to waiting iterators.
    mutating func deliver(_ commit: Commit) -> [() -> Void] {
        var deliveries: [() -> Void] = []
        for (table, ids) in streamIDs {
            guard let change = ChangeStream.change(of: table, by: commit) else { continue }
            for id in ids {
                guard let waiter = streams[id]?.takeWaiter() else {
                    streams[id]?.append(change)
                    continue
                }
                deliveries.append { waiter.resume(returning: change) }
            }
        }
        return deliveries
    }
}

// MARK: - Waiting

extension CommitDelivery {
    func addStream(_ table: TableName, bufferLimit: Int) -> Int {
        state.withLock { state in
            state.nextID += 1
            guard !state.isClosed else { return state.nextID }
            state.streams[state.nextID] = ChangeStream(table: table, bufferLimit: bufferLimit)
            state.streamIDs[table, default: []].insert(state.nextID)
            return state.nextID
        }
    }

    /// Ends a stream. Calling this again has no effect.
    func removeStream(_ id: Int) {
        let stream = state.withLock { state -> ChangeStream? in
            guard let stream = state.streams.removeValue(forKey: id) else { return nil }
            let table = stream.table
            state.streamIDs[table]?.remove(id)
            if state.streamIDs[table]?.isEmpty == true { state.streamIDs[table] = nil }
            return stream
        }
        for waiter in stream?.waiters ?? [] { waiter.resume(returning: nil) }
    }

    /// Waits for a commit that changes the table of a stream.
    ///
    /// - Returns: `nil` if the database is closed or the task is cancelled.
    func nextChange(_ id: Int) async -> TableChange? {
        await withTaskCancellationHandler {
            await HandOver.wait(nil) { waitForChange(id, $0) }
        } onCancel: {
            cancelStream(id)
        }
    }

    private func waitForChange(_ id: Int, _ waiter: HandOver<TableChange?>) {
        let change = state.withLock { state -> TableChange?? in
            guard state.streams[id]?.isCancelled == false else { return .some(nil) }
            if let change = state.streams[id]?.popFirst() { return .some(change) }
            state.streams[id]?.waiters.append(waiter)
            return .none
        }
        if let change { waiter.resume(returning: change) }
    }

    private func cancelStream(_ id: Int) {
        let waiters = state.withLock { state in
            state.streams[id]?.isCancelled = true
            return state.streams[id]?.waiters.takeAll() ?? []
        }
        for waiter in waiters { waiter.resume(returning: nil) }
    }
}

/// The changes of one commit in a table.
public enum TableChange: Equatable, Sendable {
    /// The rows that were changed.
    case rows(RowChanges)

    /// Any row may have changed: another process or connection committed, the schema changed, or more rows changed than
    /// are recorded. Read the table to get its current rows.
    case unknown
}

/// The primary keys of the rows changed by a commit, in ascending order.
///
/// Each key is in exactly one of the three lists. A row whose key was changed is deleted under the old key and inserted
/// under the new one.
public struct RowChanges: Equatable, Sendable {
    /// The rows that exist after the commit and did not exist before.
    public var inserted: [RowKey]

    /// The rows that exist before and after the commit and may have different values.
    public var updated: [RowKey]

    /// The rows that existed before the commit and no longer exist.
    public var deleted: [RowKey]

    /// Creates changes from the keys of the rows.
    package init(inserted: [RowKey] = [], updated: [RowKey] = [], deleted: [RowKey] = []) {
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
    }

    /// Whether no row was changed.
    public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    init(_ keys: ChangedKeys) {
        self.init(inserted: keys.inserted, updated: keys.updated, deleted: keys.deleted)
    }

    /// An estimate of the memory that the keys use.
    var byteCount: Int {
        [inserted, updated, deleted].joined().reduce(0) { $0 + $1.memorySize }
    }
}
