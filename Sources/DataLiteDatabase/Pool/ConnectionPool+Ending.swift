import DataLiteCore
import Dispatch
import Foundation

extension ConnectionPool {
    func checkIn(_ checkout: inout Checkout) {
        if checkout.role == .writer {
            observers.writer.end(checkout.connection)
            limitWAL(checkout.connection)
        }
        let dropped = removeUnusableConnection(&checkout)
        let time = PoolClock.now
        let (actions, delaysWriter) = state.withLock { state -> (DeferredActions, Bool) in
            state.slots[checkout.slot].putConnection(&checkout.connection, for: checkout.role)
            state.count(checkout.role, nanoseconds: time - min(checkout.start, time))
            let actions = state.release(checkout.slot)
            return (actions, checkout.role == .reader && state.mayDelayWriter)
        }
        withExtendedLifetime(dropped) {}
        perform(actions)
        // Threads that read without a pause would leave the only writer one share of many.
        if delaysWriter { sched_yield() }
    }

    /// Ends what a closure has left open. A connection that cannot be used again, that something outside the pool
    /// refers to, or whose settings were changed, is closed and removed from the checkout; the next call opens another
    /// one.
    private func removeUnusableConnection(_ checkout: inout Checkout) -> Connection? {
        guard checkout.connection != nil else { return nil }
        let isEnded =
            isSnapshot(checkout.slot)
            ? checkout.connection?.isAutocommit == false
            : checkout.connection?.endStatementsAndTransaction() == true
        // The test is all that other calls pay.
        let isRestored =
            checkout.connection?.isChanged == false
            || (isEnded && checkout.connection?.restoreSettings() == true)
        // Statements and cursors refer to their connection, so they count, too. A weak reference could be made
        // strong while the connection serves another call.
        if isEnded, isRestored, isKnownUniquelyReferenced(&checkout.connection),
            checkout.connection?.hasNewWeakReference == false
        {
            checkout.connection?.isActive = false
            return nil
        }
        var dropped: Connection?
        swap(&dropped, &checkout.connection)
        if checkout.role == .writer { observers.writer.removeTracker() }
        // What this commits is reported to the delegates while they can still run SQL.
        dropped?.abortStatements()
        if let dropped { abandon(dropped, checkout.role) }
        if checkout.role == .writer, let dropped { writerWasDropped(dropped) }
        return dropped
    }

    private func writerWasDropped(_ writer: Connection) {
        observers.writer.writerWasDropped()
        // A write adds delegates to the writer, whichever connection that is.
        let delegates = writer.takeDelegates()
        guard !delegates.isEmpty else { return }
        state.withLock { $0.writerDelegates = delegates }
    }

    /// Closes a connection that is not used again. Objects that refer to it fail from now on.
    private func abandon(_ connection: Connection, _ role: ConnectionRole) {
        _ = connection.endStatementsAndTransaction()
        do {
            try close(connection, role)
        } catch {
            connection.abortStatements()
            if error.resultCode.primary == .busy { state.withLock { $0.kept.append(connection) } }
        }
        connection.isActive = false
    }

    /// Closes a connection. It is closed even if this throws another error than `SQLITE_BUSY`.
    func close(_ connection: Connection, _ role: ConnectionRole) throws(SQLiteError) {
        connection.isActive = true
        var failure: SQLiteError?
        if role == .writer {
            do { try source.separateMovedFile(connection) } catch { failure = error }
        }
        try connection.closeAbandoned()
        if let failure { throw failure }
    }

    /// Releases a reserved slot that the call does not use.
    func release(_ slot: Int) {
        perform(state.withLock { $0.release(slot) })
    }

    /// What is to be done outside the lock.
    struct DeferredActions {
        var woken: [Waiter] = []
        var readersFinished: DispatchSemaphore?
        var dropped: Connection?
        var closesConnections = false
    }

    func perform(_ actions: DeferredActions) {
        for waiter in actions.woken { waiter.wake() }
        actions.readersFinished?.signal()
        if actions.closesConnections { closeConnections() }
    }
}
