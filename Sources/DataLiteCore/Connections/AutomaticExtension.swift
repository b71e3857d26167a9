/// A closure that sets up each connection of the process: see ``Connection/addAutomaticExtension(_:)``.
public struct AutomaticExtension: Hashable, Sendable {
    fileprivate let number: UInt64

    /// Removes the closure: it does not run for connections that are opened later. What it has added to open
    /// connections stays there.
    ///
    /// - Returns: Whether the closure was registered.
    @discardableResult
    public func cancel() -> Bool {
        // Released after the lock, because releasing the closure may run any code.
        let removed = Self.registered.withLock { state in
            state.bodies.firstIndex { $0.number == number }.map { state.bodies.remove(at: $0) }
        }
        return withExtendedLifetime(removed) { removed != nil }
    }

    typealias Body = @Sendable (Connection) throws -> Void

    fileprivate struct Registered {
        var last: UInt64 = 0
        var bodies: [(number: UInt64, body: Body)] = []
    }

    fileprivate static let registered = Locked(Registered())

    /// The registered closures.
    static var bodies: [Body] { registered.withLock { $0.bodies.map(\.body) } }
}

extension Connection {
    /// Registers a closure that sets up each connection of the process that is opened later: it can add functions and
    /// collations, and load extensions.
    ///
    /// ```swift
    /// let slugs = Connection.addAutomaticExtension { connection in
    ///     try connection.add(function: Slugify.self)
    /// }
    /// ```
    ///
    /// The closures run in the order in which they were added, on the thread that opens the connection: after the key
    /// and the switches of the configuration were applied, and before its `onOpen`. Connections of a `Database` are set
    /// up, too. A connection that a closure opens is not. If a closure throws an error, opening fails with it.
    ///
    /// Connections that other code opens with the C interface are not set up, unless they are passed to
    /// ``init(unsafeHandle:ownership:configuration:)`` with a configuration. SQLite's own list of automatic extensions,
    /// `sqlite3_auto_extension`, can call only C functions without a context, and stays as it is.
    ///
    /// - Returns: The registration, to cancel it. It lasts if the result is not used.
    @discardableResult
    public static func addAutomaticExtension(
        _ setUp: @escaping @Sendable (Connection) throws -> Void
    ) -> AutomaticExtension {
        AutomaticExtension.registered.withLock { state in
            state.last += 1
            state.bodies.append((state.last, setUp))
            return AutomaticExtension(number: state.last)
        }
    }

    /// Cancels all registrations of ``addAutomaticExtension(_:)``.
    public static func removeAutomaticExtensions() {
        let removed = AutomaticExtension.registered.withLock { state in
            defer { state.bodies = [] }
            return state.bodies
        }
        withExtendedLifetime(removed) {}
    }
}
