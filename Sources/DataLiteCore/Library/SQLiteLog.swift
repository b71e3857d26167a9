import DataLiteC

/// The log of SQLite: the messages in which it explains errors, and reports events that are not errors, such as a
/// recovered WAL or an automatic index.
///
/// ```swift
/// // First of all, before any connection is opened:
/// try SQLiteLog.install { code, message in
///     print("SQLite (\(code)): \(message)")
/// }
/// ```
///
/// There is one log in a process, for all connections. It is off until a listener is installed. Messages may contain
/// the text of statements, but no bound values.
///
/// See [The Error And Warning Log](https://www.sqlite.org/errlog.html).
public enum SQLiteLog {
    /// A closure that is called for each message.
    ///
    /// - Parameters:
    ///   - code: An error; or `SQLITE_NOTICE`, `SQLITE_WARNING` or one of their extended codes.
    ///   - message: The text, of at most a few hundred characters.
    public typealias Body = @Sendable (_ code: ResultCode, _ message: String) -> Void

    /// Adds a listener, which receives each message of every connection until it is cancelled.
    ///
    /// Install the first listener before the first connection is opened: later, versions of SQLite before 3.42 refuse
    /// it. Others can be added at any time. While the first listener is installed, no other thread may use SQLite. A
    /// function that other code has passed to `SQLITE_CONFIG_LOG` is replaced.
    ///
    /// The listener is called on the thread that uses SQLite, during the call, and by several threads at the same time.
    /// It must not use SQLite: opening a connection and preparing a statement throw `SQLITE_MISUSE` in it. To store
    /// messages in a database, send them to a task. A message that a listener causes is discarded.
    ///
    /// C: `SQLITE_CONFIG_LOG`.
    ///
    /// - Returns: The listener, to cancel it. It stays installed if the result is not used.
    /// - Throws: `SQLITE_MISUSE` if the library is already initialized.
    @discardableResult
    public static func install(_ body: @escaping Body) throws(SQLiteError) -> Listener {
        try listeners.withLock { (state) throws(SQLiteError) in
            if !state.isInstalled {
                try installCallback()
                state.isInstalled = true
            }
            state.last += 1
            state.bodies.append((state.last, body))
            return Listener(number: state.last)
        }
    }

    /// Writes a message to the log, for functions and other code that SQLite calls. Without a listener, it has no
    /// effect. C: `sqlite3_log`.
    ///
    /// SQLite truncates a message of more than a few hundred characters.
    public static func write(_ code: ResultCode, _ message: String) {
        datalite_log(code.rawValue, message)
    }

    /// A listener of the log.
    public struct Listener: Sendable {
        fileprivate let number: UInt64

        /// Removes the listener. Another thread may still be calling it when this returns.
        public func cancel() {
            // Released after the lock, because releasing the closure may run any code.
            let removed = listeners.withLock { state in
                state.bodies.firstIndex { $0.number == number }.map { state.bodies.remove(at: $0) }
            }
            withExtendedLifetime(removed) {}
        }
    }

    private struct Listeners {
        var isInstalled = false
        var last: UInt64 = 0
        var bodies: [(number: UInt64, body: Body)] = []
    }

    private static let listeners = Locked(Listeners())

    private static func installCallback() throws(SQLiteError) {
        let code = datalite_config_log { _, code, message in
            SQLiteLog.deliver(ResultCode(code), String(repairing: message) ?? "")
        }
        guard code == SQLITE_OK else {
            throw SQLiteError(
                ResultCode(code),
                message: """
                    the log of SQLite \(Connection.libraryVersion) must be installed before the library \
                    is initialized: call SQLiteLog.install before the first connection is opened
                    """)
        }
    }

    /// Calls the listeners outside the lock, so that they can cancel themselves.
    private static func deliver(_ code: ResultCode, _ message: String) {
        ThreadFlags.with(.callingLog) {
            let bodies = listeners.withLock(\.bodies)
            for (_, body) in bodies { body(code, message) }
        }
    }
}
