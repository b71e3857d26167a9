import DataLiteC

/// The delegates of a connection, and the hooks that reach them. A hook is installed only while
/// someone listens.
///
/// The hooks hold this object without owning it, so whoever owns it calls ``uninstall()`` before
/// letting it go.
final class DelegateList {
    /// The connection to hand to the delegates. It owns this list.
    weak var connection: Connection?

    private let handle: ConnectionHandle
    private var observers = WeakList<any ConnectionDelegate>()
    private var tracers = WeakList<any ConnectionTraceDelegate>()

    init(handle: ConnectionHandle) {
        self.handle = handle
    }

    func add(_ delegate: any ConnectionDelegate) {
        observers.add(delegate)
        installHooks()
    }

    func remove(_ delegate: any ConnectionDelegate) {
        observers.remove(delegate)
        installHooks()
    }

    func add(tracer delegate: any ConnectionTraceDelegate) {
        tracers.add(delegate)
        installTrace()
    }

    func remove(tracer delegate: any ConnectionTraceDelegate) {
        tracers.remove(delegate)
        installTrace()
    }

    func uninstall() {
        uninstallHooks()
        uninstallTrace()
    }

    /// Keeps the rollback that closing is from being reported. If it does not close after all, the
    /// delegates listen again.
    func whileClosing(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        uninstallHooks()
        do {
            try body()
        } catch {
            installHooks()
            throw error
        }
    }
}

extension Connection {
    /// Adds a delegate, which is held weakly. Adding it again changes nothing.
    public func add(delegate: any ConnectionDelegate) { delegates.add(delegate) }

    /// Removes a delegate. One that is not there is no error.
    public func remove(delegate: any ConnectionDelegate) { delegates.remove(delegate) }

    /// Adds a delegate that is told of every statement, and held weakly. Adding it again changes
    /// nothing.
    public func add(traceDelegate: any ConnectionTraceDelegate) {
        delegates.add(tracer: traceDelegate)
    }

    /// Removes a trace delegate. One that is not there is no error.
    public func remove(traceDelegate: any ConnectionTraceDelegate) {
        delegates.remove(tracer: traceDelegate)
    }
}

// MARK: - Calling the delegates

extension DelegateList {
    private func didUpdate(_ action: SQLiteAction) {
        notify { observer, connection in
            observer.connection(connection, didUpdate: action)
        }
    }

    /// - Returns: whether the commit may go on.
    private func willCommit() -> Bool {
        do {
            try notify { observer, connection in try observer.connectionWillCommit(connection) }
            return true
        } catch {
            handle.willFail(.commitHook, error)
            return false
        }
    }

    private func didRollback() {
        notify { observer, connection in observer.connectionDidRollback(connection) }
    }

    private func trace(_ trace: @autoclosure () -> SQLTrace) {
        let tracers = tracers.alive
        guard !tracers.isEmpty else { return uninstallTrace() }
        let trace = trace()
        call { connection in
            for tracer in tracers { tracer.connection(connection, trace: trace) }
        }
    }

    private func notify(
        _ body: (any ConnectionDelegate, Connection) throws -> Void
    ) rethrows {
        let observers = observers.alive
        guard !observers.isEmpty else { return uninstallHooks() }
        try call { connection in
            for observer in observers { try body(observer, connection) }
        }
    }

    private func call(_ body: (Connection) throws -> Void) rethrows {
        guard let connection else { return }
        handle.barrier.insert(.insideHook)
        defer { handle.barrier.remove(.insideHook) }
        try body(connection)
    }
}

// MARK: - The C contact

extension DelegateList {
    private static func list(_ context: UnsafeMutableRawPointer?) -> DelegateList? {
        context.map { Unmanaged<DelegateList>.fromOpaque($0).takeUnretainedValue() }
    }

    private func installHooks() {
        guard let pointer = handle.pointer else { return }
        guard !observers.isEmpty else { return uninstallHooks() }
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_update_hook(
            pointer,
            { context, operation, database, table, rowID in
                guard
                    let action = SQLiteAction(
                        operation, database: database, table: table, rowID: rowID)
                else { return }
                DelegateList.list(context)?.didUpdate(action)
            }, context)
        sqlite3_commit_hook(
            pointer, { DelegateList.list($0)?.willCommit() ?? true ? 0 : 1 }, context)
        sqlite3_rollback_hook(pointer, { DelegateList.list($0)?.didRollback() }, context)
    }

    private func uninstallHooks() {
        guard let pointer = handle.pointer else { return }
        sqlite3_update_hook(pointer, nil, nil)
        sqlite3_commit_hook(pointer, nil, nil)
        sqlite3_rollback_hook(pointer, nil, nil)
    }

    /// For `SQLITE_TRACE_STMT`, P is the statement and X its unexpanded text, or the comment that
    /// stands for a trigger's statement.
    private func installTrace() {
        guard let pointer = handle.pointer else { return }
        guard !tracers.isEmpty else { return uninstallTrace() }
        sqlite3_trace_v2(
            pointer, UInt32(SQLITE_TRACE_STMT),
            { _, context, statement, text in
                DelegateList.list(context)?.trace(
                    SQLTrace(
                        statement: statement.map(OpaquePointer.init),
                        text: text?.assumingMemoryBound(to: CChar.self)))
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func uninstallTrace() {
        guard let pointer = handle.pointer else { return }
        sqlite3_trace_v2(pointer, 0, nil, nil)
    }
}

extension SQLiteAction {
    fileprivate init?(
        _ operation: Int32, database: UnsafePointer<CChar>?, table: UnsafePointer<CChar>?,
        rowID: Int64
    ) {
        let database = String(repairing: database) ?? ""
        let table = String(repairing: table) ?? ""
        switch operation {
        case SQLITE_INSERT: self = .insert(db: database, table: table, rowID: rowID)
        case SQLITE_UPDATE: self = .update(db: database, table: table, rowID: rowID)
        case SQLITE_DELETE: self = .delete(db: database, table: table, rowID: rowID)
        default: return nil
        }
    }
}

extension SQLTrace {
    fileprivate init(statement: OpaquePointer?, text: UnsafePointer<CChar>?) {
        let unexpanded = String(repairing: text) ?? ""
        // A trigger's statement has no text of its own: P is the statement that set it off.
        guard unexpanded == String(repairing: sqlite3_sql(statement)),
            let expanded = sqlite3_expanded_sql(statement)
        else {
            self.init(unexpandedSQL: unexpanded, expandedSQL: unexpanded)
            return
        }
        defer { sqlite3_free(expanded) }
        self.init(unexpandedSQL: unexpanded, expandedSQL: String(repairing: expanded) ?? unexpanded)
    }
}
