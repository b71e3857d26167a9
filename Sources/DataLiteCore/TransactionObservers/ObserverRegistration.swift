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
