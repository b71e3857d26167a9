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
