import CSQLite

/// A function as SQLite holds it: the user data of its C callbacks. SQLite owns it and lets go of
/// it when the function is removed or replaced, or the connection closes.
final class FunctionRegistration {
    private let implementation: Function.Definition.Implementation
    private let frame = CallFrame()

    /// Weak, because the handle owns the `sqlite3` that owns this.
    private weak var handle: ConnectionHandle?

    init(_ definition: Function.Definition, handle: ConnectionHandle) {
        self.implementation = definition.implementation
        self.handle = handle
    }

    /// The registration behind a `sqlite3_context`.
    static func of(_ context: OpaquePointer?) -> FunctionRegistration {
        Unmanaged.fromOpaque(sqlite3_user_data(context)).takeUnretainedValue()
    }
}

// MARK: - Scalar functions

extension FunctionRegistration {
    func invoke(
        _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        guard case .scalar(let body) = implementation else { return }
        answer(context) {
            try body(Arguments(frame: frame, count: count, values: values))
        }
    }
}

// MARK: - Aggregates and window functions

/// The instance of a group, behind the `sqlite3_aggregate_context` of the group.
private final class Group {
    let instance: any Function.AggregateInstance
    let window: (any Function.WindowInstance)?

    /// Once a call has failed, the instance is only waiting to be let go of.
    var hasFailed = false

    init(aggregate instance: any Function.AggregateInstance) {
        self.instance = instance
        self.window = nil
    }

    init(window instance: any Function.WindowInstance) {
        self.instance = instance
        self.window = instance
    }
}

extension FunctionRegistration {
    func step(
        _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        guard let group = currentGroup(context) else { return }
        perform(context, group) {
            try group.instance.step(
                args: Arguments(frame: frame, count: count, values: values))
        }
    }

    func inverse(
        _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        guard let group = currentGroup(context) else { return }
        perform(context, group) {
            try group.window?.inverse(
                args: Arguments(frame: frame, count: count, values: values))
        }
    }

    func value(_ context: OpaquePointer?) {
        guard let group = currentGroup(context), !group.hasFailed else { return }
        answer(context) { try group.window?.windowValue() }
    }

    /// SQLite calls this once for each group, also for one that failed or was given up: so it is
    /// the place to let go of the instance. A group without rows has none yet.
    func finalize(_ context: OpaquePointer?) {
        let slot = Self.slot(context, allocating: false)
        let group = slot?.pointee?.takeRetainedValue() ?? makeGroup()
        slot?.pointee = nil
        guard let group, !group.hasFailed else { return }
        answer(context) { try group.instance.aggregateResult() }
    }

    private func perform(
        _ context: OpaquePointer?, _ group: Group, _ body: () throws -> Void
    ) {
        guard !group.hasFailed else { return }
        let outer = frame.enter(context)
        defer { frame.leave(to: outer) }
        do {
            try body()
        } catch {
            group.hasFailed = true
            fail(context, error)
        }
    }

    /// The group's memory, zeroed by SQLite when it is first asked for.
    private static func slot(
        _ context: OpaquePointer?, allocating: Bool
    ) -> UnsafeMutablePointer<Unmanaged<Group>?>? {
        typealias Slot = Unmanaged<Group>?
        let size = allocating ? Int32(MemoryLayout<Slot>.size) : 0
        return sqlite3_aggregate_context(context, size)?.assumingMemoryBound(to: Slot.self)
    }

    private func currentGroup(_ context: OpaquePointer?) -> Group? {
        guard let slot = Self.slot(context, allocating: true) else {
            sqlite3_result_error_nomem(context)
            return nil
        }
        if let group = slot.pointee { return group.takeUnretainedValue() }
        guard let group = makeGroup() else { return nil }
        slot.pointee = Unmanaged.passRetained(group)
        return group
    }

    private func makeGroup() -> Group? {
        switch implementation {
        case .scalar: nil
        case .aggregate(let make): Group(aggregate: make())
        case .window(let make): Group(window: make())
        }
    }
}

// MARK: - Results

extension FunctionRegistration {
    /// Gives what a call returns, or throws, to SQLite.
    private func answer(_ context: OpaquePointer?, _ body: () throws -> (any SQLiteBindable)?) {
        let outer = frame.enter(context)
        defer { frame.leave(to: outer) }
        do {
            FunctionResult.set(try body()?.sqliteValue ?? .null, on: context)
        } catch {
            fail(context, error)
        }
    }

    private func fail(_ context: OpaquePointer?, _ error: any Error) {
        let message = FunctionResult.setError(error, on: context)
        handle?.pendingFailure = .init(origin: .function(message: message), error: error)
    }
}
