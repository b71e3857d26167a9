/// The observers of a connection, in the order in which they were added.
///
/// Adding and removing an observer takes constant time, on average: a removed one stays in the list until half of the
/// list has been removed.
//
// Nothing is released while the list changes, because an observer may use the connection in its `deinit`.
struct ObserverList {
    private var entries: [ObserverRegistration] = []
    private var byObserver: [ObjectIdentifier: ObserverRegistration] = [:]
    private var removedCount = 0
    private var valueCount = 0

    /// The number of entries at which released observers are removed.
    private var cleaningCount = 16

    /// Whether any observer wants values.
    var wantsValues: Bool { valueCount > 0 }

    /// Whether there are no observers, or all of them were released.
    var isEmpty: Bool { !entries.contains { !$0.isRemoved && $0.observer != nil } }

    /// The registrations that were not removed.
    var current: [ObserverRegistration] {
        removedCount == 0 ? entries : entries.filter { !$0.isRemoved }
    }

    /// The registration that is in effect for the observer of another one, if it was added again.
    func replacement(of former: ObserverRegistration) -> ObserverRegistration {
        guard former.isReplaced, let observer = former.observer,
            let registration = byObserver[former.id], registration.observer === observer
        else { return former }
        return registration
    }

    /// - Returns: What to release after the change.
    mutating func append(_ registration: ObserverRegistration) -> [AnyObject] {
        var released: [AnyObject] = []
        if let former = byObserver[registration.id] {
            former.isReplaced = true
            registration.firstChange = former.firstChange
            released += remove(former)
        }
        if entries.count >= cleaningCount { released += removeReleased() }
        byObserver[registration.id] = registration
        entries.append(registration)
        if registration.wantsValues { valueCount += 1 }
        return released
    }

    /// - Returns: What to release after the change.
    mutating func remove(_ observer: any TransactionObserver) -> [AnyObject] {
        guard let registration = byObserver[ObjectIdentifier(observer)],
            registration.observer === observer
        else { return [] }
        return remove(registration)
    }

    /// - Returns: What to release after the change.
    mutating func remove(_ registration: ObserverRegistration) -> [AnyObject] {
        guard !registration.isRemoved else { return [] }
        let observer = registration.end()
        var released: [AnyObject] = [registration]
        if let observer { released.append(observer) }
        if byObserver[registration.id] === registration { byObserver[registration.id] = nil }
        removedCount += 1
        if registration.wantsValues { valueCount -= 1 }
        if 2 * removedCount > entries.count { released += removeReleased() }
        return released
    }

    /// Removes the entries whose observers were removed or released.
    private mutating func removeReleased() -> [AnyObject] {
        let former = entries
        var released: [AnyObject] = former
        entries = []
        removedCount = 0
        for entry in former where !entry.isRemoved {
            if let observer = entry.observer {
                // This may be the last reference to it.
                released.append(observer)
                entries.append(entry)
                continue
            }
            _ = entry.end()
            if byObserver[entry.id] === entry { byObserver[entry.id] = nil }
            if entry.wantsValues { valueCount -= 1 }
        }
        cleaningCount = max(16, 2 * entries.count)
        return released
    }
}

/// An observer, its extent, and whether it wants values.
package final class ObserverRegistration {
    private weak var reference: (any TransactionObserver)?
    /// Set unless the observer is held weakly.
    private var strong: (any TransactionObserver)?
    let id: ObjectIdentifier
    let extent: TransactionObserverExtent
    let wantsValues: Bool
    private(set) var isRemoved = false
    /// The position of the first change of the open transaction that the observer is told of.
    var firstChange = 0
    /// Whether the observer was added again, so that another registration is in effect.
    var isReplaced = false

    init(_ observer: any TransactionObserver, _ extent: TransactionObserverExtent, values: Bool) {
        reference = observer
        id = ObjectIdentifier(observer)
        strong = extent == .observerLifetime ? nil : observer
        self.extent = extent
        wantsValues = values
    }

    /// `nil` once the observer was released.
    var observer: (any TransactionObserver)? { reference }

    /// Marks the registration as removed.
    ///
    /// - Returns: The observer, if it was not held weakly.
    func end() -> (any TransactionObserver)? {
        isRemoved = true
        defer { strong = nil }
        return strong
    }

    /// The changes that the observer is told of.
    func selected(_ changes: CommittedChanges) -> CommittedChanges {
        guard let observer else { return changes }
        var selected = changes
        selected.rows = changes.rows.filter {
            observer.observes(table: $0.table, schema: $0.schema)
        }
        guard !wantsValues else { return selected }
        for index in selected.rows.indices {
            (selected.rows[index].old, selected.rows[index].new) = (nil, nil)
        }
        return selected
    }
}
