import DataLiteCore
import Dispatch
import Foundation

extension ConnectionPool {
    /// Passes the scans of a call to the closure of the configuration, unless that closure made the call.
    func report(_ scans: [ScanReport]) {
        let id = ObjectIdentifier(self)
        guard !scans.isEmpty, let reporting = configuration.scans,
            Database.Configuration.ScanReporting.pool != id
        else { return }
        Database.Configuration.ScanReporting.$pool.withValue(id) {
            for scan in scans { reporting.report(scan) }
        }
    }

    func checkIn(_ checkout: inout Checkout) {
        if checkout.role == .writer {
            observers.writer.end(checkout.connection)
            limitWAL(checkout.connection)
        }
        let dropped = removeUnusableConnection(&checkout)
        let scans =
            configuration.scans == nil
            ? [] : (dropped ?? checkout.connection)?.takeScanReports() ?? []
        // The next thread that uses the connection must not read the report, which this one has yet to end.
        if checkout.canceller != nil { checkout.connection?.call = nil }
        let time = PoolClock.now
        let (actions, delaysWriter) = state.withLock { state -> (DeferredActions?, Bool) in
            state.slots[checkout.slot].putConnection(&checkout.connection, for: checkout.role)
            state.count(checkout.role, nanoseconds: time - min(checkout.start, time))
            let actions = state.release(checkout.slot)
            return (actions, checkout.role == .reader && state.mayDelayWriter)
        }
        withExtendedLifetime(dropped) {}
        if let actions { perform(actions) }
        // Without this, threads that read continuously would starve the single writer of processor time.
        if delaysWriter { sched_yield() }
        guard scans.isEmpty, checkout.canceller == nil else {
            return didEnd(checkout.canceller, scans)
        }
    }

    @inline(never)
    private func didEnd(_ canceller: CallCanceller?, _ scans: [ScanReport]) {
        canceller?.report?.begin(.ended)
        if let reports = canceller?.scans {
            reports.withLock { $0 += scans }
        } else {
            report(scans)
        }
    }

    /// Ends the statements and the transaction that a closure left open. A connection that cannot be reused, is still
    /// referenced outside the pool, or whose changed settings cannot be restored, is closed and removed from the
    /// checkout. The next call opens another connection.
    func removeUnusableConnection(_ checkout: inout Checkout) -> Connection? {
        guard checkout.connection != nil else { return nil }
        let (slot, role) = (checkout.slot, checkout.role)
        let isEnded =
            isSnapshot(slot)
            ? checkout.connection?.isAutocommit == false
            : checkout.connection?.endStatementsAndTransaction() == true
        // For an unchanged connection, only this condition is evaluated.
        let isRestored =
            checkout.connection?.isChanged == false
            || (isEnded
                && checkout.connection?.restoreSettings(keepsTriggers: role == .writer) == true)
        // Statements and cursors retain their connection, so they are detected, too. A weak reference could become
        // strong while another call uses the connection.
        if isEnded, isRestored, isKnownUniquelyReferenced(&checkout.connection),
            checkout.connection?.hasNewWeakReference == false
        {
            checkout.connection?.isActive = false
            return nil
        }
        var dropped: Connection?
        swap(&dropped, &checkout.connection)
        state.withLock { $0.slots[slot].setReference(to: nil, for: role) }
        if role == .writer { observers.writer.removeTracker() }
        // Commits made here are reported to the delegates while they can still run SQL.
        dropped?.abortStatements()
        guard role == .writer, let writer = dropped else {
            if let dropped { abandon(dropped, role) }
            return dropped
        }
        dropWriter(writer)
        return dropped
    }

    /// Closes a writer connection. The delegates and temporary triggers that were added in a write belong to the writer
    /// role, so the next writer connection gets them.
    private func dropWriter(_ writer: Connection) {
        // Closing would release the closures that wait for the next transaction, and drop the triggers.
        let closures = writer.takeTransactionClosures()
        let triggers = writer.writerTriggers()
        abandon(writer, .writer)
        observers.writer.writerWasDropped()
        var delegates = writer.takeDelegates()
        delegates.closures += closures
        state.withLock { state in
            if !delegates.isEmpty { state.writerDelegates = delegates }
            if !triggers.isEmpty { state.writerTriggers = triggers }
        }
    }

    /// Closes a connection that will not be reused. Objects that still refer to it throw when they are used.
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

    /// Closes a connection. If this throws an error other than `SQLITE_BUSY`, the connection is closed nevertheless.
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
        if let actions = state.withLock({ $0.release(slot) }) { perform(actions) }
    }

    /// The actions to perform outside the lock.
    //
    // Most calls have none of the rare ones. Without the box, each call would spend 200 instructions on them.
    struct DeferredActions {
        fileprivate final class Rare {
            var readersFinished: DispatchSemaphore?
            var idleWaiters: [CloseWaiter] = []
            var dropped: Connection?
            var closesConnections = false
        }

        var woken: [Waiter] = []
        fileprivate var rare: Rare?

        var readersFinished: DispatchSemaphore? {
            get { rare?.readersFinished }
            set { box().readersFinished = newValue }
        }

        /// A connection to be closed, whose reservation then ends.
        var dropped: Connection? {
            get { rare?.dropped }
            set { if newValue != nil || rare != nil { box().dropped = newValue } }
        }

        var hasDropped: Bool { rare?.dropped != nil }

        var idleWaiters: [CloseWaiter] {
            get { rare?.idleWaiters ?? [] }
            set { box().idleWaiters = newValue }
        }

        var closesConnections: Bool {
            get { rare?.closesConnections ?? false }
            set { if newValue || rare != nil { box().closesConnections = newValue } }
        }

        private mutating func box() -> Rare {
            if let rare { return rare }
            let created = Rare()
            rare = created
            return created
        }
    }

    func perform(_ actions: DeferredActions) {
        for waiter in actions.woken { waiter.wake() }
        if let rare = actions.rare { perform(rare) }
    }

    @inline(never)
    private func perform(_ actions: DeferredActions.Rare) {
        actions.readersFinished?.signal()
        for waiter in actions.idleWaiters { waiter.wake() }
        if actions.closesConnections { closeConnections() }
        guard actions.dropped != nil else { return }
        closing { actions.dropped = nil }
        perform(
            state.withLock { state in
                var next = DeferredActions()
                state.endReservation(&next)
                return next
            })
    }
}

// MARK: - HandOver

/// A value that a task waits for and another thread provides.
///
/// A continuation alone would be safe, but if it is resumed before the task begins to wait, the thread sanitizer does
/// not detect that the value was written before it is read. The lock makes the order visible.
struct HandOver<Value: Sendable>: Sendable {
    private let value: Locked<Value>
    private let continuation: CheckedContinuation<Void, Never>

    /// Waits for the value.
    ///
    /// - Parameters:
    ///   - initial: A placeholder, which ``resume(returning:)`` replaces.
    ///   - body: Passes the `HandOver` to the code that provides the value.
    static func wait(
        _ initial: Value, _ body: (HandOver<Value>) -> Void
    ) async -> Value {
        let value = Locked(initial)
        await withCheckedContinuation { body(HandOver(value: value, continuation: $0)) }
        return value.withLock { $0 }
    }

    /// Provides the value. Call this exactly once.
    func resume(returning newValue: Value) {
        value.withLock { $0 = newValue }
        continuation.resume()
    }
}
