extension Connection {
    /// Adds a delegate, which is held weakly. Adding it again changes nothing.
    public func add(delegate: any ConnectionDelegate) {
        delegates.add(delegate)
        noteDelegateOfCall()
    }

    /// Removes a delegate, if it was added.
    public func remove(delegate: any ConnectionDelegate) { delegates.remove(delegate) }

    /// Adds a delegate that is called for every statement and is held weakly. Adding it again changes
    /// nothing. C: `sqlite3_trace_v2`. SQLite has one trace callback per connection, so a callback that was
    /// set with the C API is replaced.
    public func add(traceDelegate: any ConnectionTraceDelegate) {
        delegates.add(tracer: traceDelegate)
        noteDelegateOfCall()
    }

    /// A reader of a pool keeps a delegate until the end of the call that has added it, a snapshot until its end.
    private func noteDelegateOfCall() {
        guard isPooled, isReadonly, !handle.refusesChanges else { return }
        handle.changes.insert(.delegates)
    }

    /// Removes a trace delegate, if it was added.
    public func remove(traceDelegate: any ConnectionTraceDelegate) {
        delegates.remove(tracer: traceDelegate)
    }
}

/// The delegates and hooks of a connection that is being replaced by another connection, and the closures that wait for
/// its next transaction.
package struct ConnectionDelegates {
    let observers: WeakList<WeakConnectionDelegate>
    let tracers: WeakList<WeakTraceDelegate>
    package var closures: [TransactionClosures]
    let registrations: [ObserverRegistration]
    let hooks: HookLists

    package var isEmpty: Bool {
        observers.isEmpty && tracers.isEmpty && closures.isEmpty && registrations.isEmpty
            && hooks.isEmpty
    }
}

extension Connection {
    /// Removes and returns all delegates.
    package func takeDelegates() -> ConnectionDelegates { delegates.takeAll() }

    /// Ends the open transaction, if there is one, and removes and returns the closures that wait for the next.
    package func takeTransactionClosures() -> [TransactionClosures] {
        guard !delegates.closures.isEmpty else { return [] }
        _ = endStatementsAndTransaction()
        return delegates.closures.takeWaiting()
    }

    /// Adds the delegates of another connection.
    package func add(_ others: ConnectionDelegates) {
        for delegate in others.observers.alive { add(delegate: delegate) }
        for delegate in others.tracers.alive { add(traceDelegate: delegate) }
        for closures in others.closures { try? delegates.add(closures) }
        for registration in others.registrations { try? delegates.add(registration) }
        delegates.add(others.hooks)
    }
}
