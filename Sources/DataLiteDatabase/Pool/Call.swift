public import DataLiteCore

extension DatabaseCall.Kind {
    var role: ConnectionRole {
        switch self {
        case .write, .groupedWrite, .writeWithoutTransaction: .writer
        case .read, .readWithoutTransaction, .snapshot, .observation: .reader
        }
    }
}

/// A call whose closure is running.
//
// The only generic function of a call is the one that runs its closure. It is inlined into the caller, so that nothing
// is boxed.
@usableFromInline
struct Call {
    let kind: DatabaseCall.Kind
    fileprivate var checkout: Checkout
    /// The kind of its transaction; `nil` if it runs without one.
    fileprivate let scope: TransactionScope.Kind?

    @usableFromInline let connection: Unmanaged<Connection>
}

extension ConnectionPool {
    /// Runs a closure with a connection on the calling thread.
    @inlinable
    @inline(__always)
    func run<R>(
        _ kind: DatabaseCall.Kind, queue: CallQueue.ID? = nil, _ body: (Connection) throws -> R
    ) throws -> R {
        var call = try begin(kind, queue)
        return try run(&call, body)
    }

    /// Runs a closure inside that of a call of another database. What interrupts the outer call interrupts this one,
    /// even while it waits.
    func run<R>(
        _ kind: DatabaseCall.Kind, inside outer: Connection, _ body: (Connection) throws -> R
    ) throws -> R {
        let handle = outer.interruptHandle
        var call = try begin(kind, queue(for: kind.role), interruptedBy: handle)
        return try run(&call) { connection in
            try handle.passing(to: connection.interruptHandle) { try body(connection) }
        }
    }

    /// Runs the closure of a call that has begun, and ends the call.
    @inlinable
    @inline(__always)
    func run<R>(_ call: inout Call, _ body: (Connection) throws -> R) throws -> R {
        let result: R
        do {
            // SAFETY: the checkout keeps the connection alive until the call ends.
            result = try call.connection._withUnsafeGuaranteedRef(body)
        } catch {
            throw fail(&call, error)
        }
        try finish(&call)
        return result
    }

    // MARK: - Beginning

    @usableFromInline
    func begin(_ kind: DatabaseCall.Kind, _ queue: CallQueue.ID?) throws -> Call {
        let queue = queue ?? self.queue(for: kind.role)
        guard !hasCancellers else { return try begin(kind, queue, interruptedBy: nil) }
        return try begin(kind, checkOut(kind.role, queue: queue), nil)
    }

    @inline(never)
    private func begin(
        _ kind: DatabaseCall.Kind, _ queue: CallQueue.ID, interruptedBy outer: InterruptHandle?
    ) throws -> Call {
        let canceller = CallCanceller(
            report: CallReport(kind, configuration.instruments, isSynchronous: true),
            canStop: configuration.timeLimit != nil)
        do {
            let checkout = try checkOut(
                kind.role, queue: queue, interruptedBy: outer, canceller.report)
            return try begin(kind, checkout, canceller)
        } catch {
            canceller.report?.begin(.ended, error)
            throw error
        }
    }

    /// - Parameter limit: The longest time that the call may take, or `nil` for the time limit of the configuration.
    // The connection must not be retained by anything but the checkout when the call ends.
    @inline(__always)
    func begin(
        _ kind: DatabaseCall.Kind, _ checkout: consuming Checkout, _ canceller: CallCanceller?,
        limit: Duration? = nil
    ) throws -> Call {
        do {
            if let canceller {
                checkout.canceller = canceller
                if let limit = shorter(limit, configuration.timeLimit) {
                    try canceller.start(limit)
                }
            }
            var connection: Unmanaged<Connection>
            let scope: TransactionScope.Kind?
            do {
                connection = try prepareConnection(of: &checkout)
                scope = try beginScope(of: connection, for: kind, canceller)
            } catch {
                connection = try repair(&checkout, after: error)
                scope = try beginScope(of: connection, for: kind, canceller)
            }
            return Call(kind: kind, checkout: checkout, scope: scope, connection: connection)
        } catch {
            let error = canceller?.end()?.error(insteadOf: error) ?? error
            canceller?.report?.begin(.ended, error)
            checkIn(&checkout)
            throw error
        }
    }

    @inline(__always)
    private func beginScope(
        of connection: Unmanaged<Connection>, for kind: DatabaseCall.Kind,
        _ canceller: CallCanceller?
    ) throws -> TransactionScope.Kind? {
        try connection._withUnsafeGuaranteedRef { connection in
            try canceller?.begin(connection)
            if kind.role == .writer { observers.writer.begin(connection) }
            return try connection.beginScope(for: kind)
        }
    }

    /// Makes a call possible that could not begin.
    ///
    /// - Returns: The connection with which the call is to begin again.
    /// - Throws: The error if there is another reason for it.
    @inline(never)
    private func repair(
        _ checkout: inout Checkout, after error: any Error
    ) throws -> Unmanaged<Connection> {
        guard let code = (error as? SQLiteError)?.resultCode, !source.isReadOnly else {
            throw error
        }
        switch (checkout.role, code.primary) {
        case (.reader, _) where code == .readonlyRollback:
            try source.rollBackHotJournals()
        case (.writer, .readonly):
            // SQLite has opened the WAL for reading only.
            guard removeUnusableConnection(&checkout) != nil else { throw error }
        case (.writer, .busy) where checkout.connection == nil && source.hasRollbackJournal:
            // If the file is in WAL mode nevertheless, idle readers prevent that its mode is set back.
            closeIdleReaders()
        default: throw error
        }
        return try prepareConnection(of: &checkout)
    }

    /// The connection of a checkout, ready to use. The checkout retains it.
    private func prepareConnection(of checkout: inout Checkout) throws -> Unmanaged<Connection> {
        // Not a copy of the reference, which would be retained and released.
        if let connection = checkout.connection.map(Unmanaged.passUnretained) {
            try connection._withUnsafeGuaranteedRef { connection in
                connection.isActive = true
                if checkout.role == .writer { try requireSameFile(connection) }
            }
            return connection
        }
        guard !isSnapshot(checkout.slot) else { throw SQLiteError.snapshotEnded }
        let connection = try source.open(checkout.role)
        if checkout.role == .writer { try addTriggers(to: connection) }
        checkout.connection = connection
        let (slot, role) = (checkout.slot, checkout.role)
        let isStopped = state.withLock { state in
            state.slots[slot].isStopped
        }
        // The database was suspended while the connection was opened.
        if isStopped { throw SQLiteError.suspended }
        let delegates = state.withLock { state in
            state.statistics.openedConnections += 1
            state.slots[slot].setReference(to: connection, for: role)
            return role == .writer ? state.writerDelegates.take() : nil
        }
        if let delegates { connection.add(delegates) }
        return .passUnretained(connection)
    }

    /// Adds the triggers of a dropped writer. After a failure, the next writer connection gets them.
    private func addTriggers(to writer: Connection) throws {
        guard let triggers = state.withLock({ $0.writerTriggers.take() }) else { return }
        do {
            try writer.add(triggers)
        } catch {
            state.withLock { $0.writerTriggers = triggers }
            throw error
        }
    }

    private func requireSameFile(_ writer: Connection) throws(SQLiteError) {
        do {
            try source.requireSameFile()
        } catch {
            // The WAL is separated immediately, in case the program ends without closing the database. If readers
            // prevent it, the WAL is separated when the database is closed.
            try? source.separateMovedFile(writer)
            throw error
        }
    }
}

extension Connection {
    fileprivate func beginScope(for kind: DatabaseCall.Kind) throws(SQLiteError)
        -> TransactionScope.Kind?
    {
        switch kind {
        case .read:
            guard hasAttachments else { return try beginReadCall() }
            try requireNoHotJournal()
            let scope = try beginReadCall()
            beginAttachedReads()
            return scope
        case .write, .groupedWrite:
            let scope = try beginWriteCall()
            resolveNamesAgain()
            return scope
        case .writeWithoutTransaction, .readWithoutTransaction, .observation:
            guard hasAttachments else { return nil }
            if kind.role == .reader { try requireNoHotJournal() }
            resolveNamesAgain()
            return nil
        case .snapshot:
            guard !isAutocommit else { throw SQLiteError.snapshotEnded }
            return try beginSavepointCall()
        }
    }
}

// MARK: - Ending

extension ConnectionPool {
    /// Commits and ends the call. Call this after the closure returns.
    @usableFromInline
    func finish(_ call: inout Call) throws {
        let reason = call.checkout.canceller?.end()
        do {
            if let scope = call.scope {
                if let reason {
                    call.connection._withUnsafeGuaranteedRef { $0.undo(scope) }
                    throw reason.error
                }
                try call.finish(scope)
            } else if call.endOpenTransaction() {
                // A closure that was stopped may have ignored that its COMMIT failed.
                throw reason?.error ?? SQLiteError.transactionLeftOpen
            }
        } catch {
            let error = reason?.error(insteadOf: error) ?? error
            call.checkout.canceller?.report?.begin(.ended, error)
            checkIn(&call.checkout)
            throw error
        }
        checkIn(&call.checkout)
    }

    /// Rolls back and ends the call. Call this after the closure throws.
    ///
    /// - Returns: The error of the call.
    @usableFromInline
    func fail(_ call: inout Call, _ error: any Error) -> any Error {
        let reason = call.checkout.canceller?.end()
        if let scope = call.scope {
            call.connection._withUnsafeGuaranteedRef { $0.undo(scope) }
        } else {
            // The error of the closure takes precedence over an open transaction.
            _ = call.endOpenTransaction()
        }
        let error = reason?.error(insteadOf: error) ?? error
        call.checkout.canceller?.report?.begin(.ended, error)
        checkIn(&call.checkout)
        return error
    }
}

extension Call {
    fileprivate func finish(_ scope: TransactionScope.Kind) throws(SQLiteError) {
        // `_withUnsafeGuaranteedRef` cannot rethrow a typed error.
        try connection._withUnsafeGuaranteedRef { connection in
            Result { () throws(SQLiteError) in try connection.finish(scope) }
        }.get()
    }

    /// - Returns: Whether the closure left a transaction open.
    fileprivate func endOpenTransaction() -> Bool {
        connection._withUnsafeGuaranteedRef { connection in
            guard !connection.isAutocommit else { return false }
            _ = connection.endStatementsAndTransaction()
            return true
        }
    }
}
