/// A call that waits for a connection.
//
// SAFETY: the links and `outcome` are accessed only under the lock of the pool, except that the waiting call
// reads `outcome` after ``wake()``, which happens once, after the last write. Subclasses document why their own
// properties are safe.
class Waiter: @unchecked Sendable {
    enum Outcome {
        case slot(Int)
        case refused(SQLiteError)
    }

    let role: ConnectionRole

    /// Whether the call is in a wait list.
    fileprivate(set) var isQueued = false
    fileprivate var next: Waiter?
    fileprivate unowned(unsafe) var previous: Waiter?

    var outcome: Outcome?

    /// Whether the wait limit was reached before the call entered the queue.
    var hasExpired = false

    init(_ role: ConnectionRole) { self.role = role }

    /// Called outside the lock after ``outcome`` is set.
    func wake() {}
}

/// The waiting calls, first come, first served. A call can leave the list from any position.
struct WaitList {
    private var first: Waiter?
    // SAFETY: the last waiter is retained by its predecessor, or is the first.
    private unowned(unsafe) var last: Waiter?
    private(set) var count = 0

    var isEmpty: Bool { first == nil }

    mutating func append(_ waiter: Waiter) {
        waiter.isQueued = true
        waiter.previous = last
        if let last { last.next = waiter } else { first = waiter }
        last = waiter
        count += 1
    }

    mutating func popFirst() -> Waiter? {
        guard let waiter = first else { return nil }
        remove(waiter)
        return waiter
    }

    /// - Returns: Whether the waiter was in the list.
    @discardableResult
    mutating func remove(_ waiter: Waiter) -> Bool {
        guard waiter.isQueued else { return false }
        let next = waiter.next
        next?.previous = waiter.previous
        if waiter === last { last = waiter.previous }
        if let previous = waiter.previous { previous.next = next } else { first = next }
        waiter.isQueued = false
        waiter.next = nil
        waiter.previous = nil
        count -= 1
        return true
    }
}
