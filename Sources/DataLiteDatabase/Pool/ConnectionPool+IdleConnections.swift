import DataLiteCore
import Dispatch

extension ConnectionPool {
    /// Calls a closure with each connection that no call uses, one at a time. Calls that need it wait.
    func forEachIdleConnection(_ body: (Connection) -> Void) {
        let count = state.withLock { $0.slots.count }
        for slot in 0..<count {
            for role in [ConnectionRole.writer, .reader] { withIdleConnection(slot, role, body) }
        }
    }

    /// Calls a closure with the connection of a slot, unless a call uses the slot.
    ///
    /// - Returns: Whether the closure was called.
    @discardableResult
    func withIdleConnection(
        _ slot: Int, _ role: ConnectionRole, _ body: (Connection) -> Void
    ) -> Bool {
        let now = DispatchTime.now().uptimeNanoseconds
        // A constant would keep a reference to the connection after the checkout ends, while another call counts the
        // references.
        guard
            var checkout = state.withLock({ state -> Checkout? in
                guard state.reserveIdleSlot(slot, role) else { return nil }
                return state.take(slot, role, ThreadID.current, now)
            })
        else { return false }
        if let connection = checkout.connection {
            connection.isActive = true
            body(connection)
            connection.isActive = false
        }
        let actions = state.withLock { state -> DeferredActions? in
            state.slots[checkout.slot].putConnection(&checkout.connection, for: role)
            return state.release(checkout.slot)
        }
        if let actions { perform(actions) }
        return true
    }
}

extension ConnectionPool.State {
    /// Reserves a slot that is free and has an open connection.
    fileprivate mutating func reserveIdleSlot(_ slot: Int, _ role: ConnectionRole) -> Bool {
        let queue = slots[slot].queue
        guard phase == .open, queues[queue].waiters.isEmpty, !queues[queue].isPaused,
            (role == .writer ? slots[slot].writer : slots[slot].reader) != nil,
            let place = queues[queue].freeSlots.firstIndex(of: slot)
        else { return false }
        queues[queue].freeSlots.remove(at: place)
        reservedSlots += 1
        return true
    }
}
