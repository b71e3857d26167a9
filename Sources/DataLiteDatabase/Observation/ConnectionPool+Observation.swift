import DataLiteCore
import Dispatch

extension ConnectionPool {
    /// Checks for commits of other processes. Called regularly while there are observers.
    func pollForeignCommits() {
        let (foreign, writer) = (observers.foreign, observers.writer)
        foreign.monitor.stop { !observers.delivery.isWatched }
        guard foreign.record(foreign.monitor.changedSchemas(), known: writer.schemas) else {
            return
        }
        // A running write attributes the commits when it ends.
        withIdleWriter { writer.attributeCommits($0) }
    }

    /// Runs a closure with the writer connection, unless it is in use.
    private func withIdleWriter(_ body: (Connection) -> Void) {
        // A constant would keep a reference to the connection after the checkout ends, while another call counts the
        // references.
        guard
            var checkout = state.withLock({ state -> Checkout? in
                guard state.phase == .open, let slot = state.reserveSlot(in: 0) else { return nil }
                let now = DispatchTime.now().uptimeNanoseconds
                return state.take(slot, .writer, ThreadID.current, now)
            })
        else { return }
        if let connection = checkout.connection {
            connection.isActive = true
            body(connection)
            connection.isActive = false
        }
        let actions = state.withLock { state -> DeferredActions in
            state.slots[checkout.slot].putConnection(&checkout.connection, for: .writer)
            return state.release(checkout.slot)
        }
        perform(actions)
    }
}
