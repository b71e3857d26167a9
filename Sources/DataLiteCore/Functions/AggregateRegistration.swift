import DataLiteC

/// The user data of an aggregate or a window function.
final class AggregateRegistration: RegisteredFunction {
    /// The instance of a group, stored in the group's `sqlite3_aggregate_context`.
    final class Group {
        let instance: any Function._AggregateInstance
        let window: (any Function._WindowInstance)?

        /// Whether a call has failed; the instance is not called again after that.
        var hasFailed = false

        init(aggregate instance: any Function._AggregateInstance) {
            self.instance = instance
            self.window = nil
        }

        init(window instance: any Function._WindowInstance) {
            self.instance = instance
            self.window = instance
        }
    }

    private let makeGroup: () -> Group

    init(_ name: String, _ link: CallbackLink, _ makeGroup: @escaping () -> Group) {
        self.makeGroup = makeGroup
        super.init(name, link)
    }

    private func step(
        _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        withGroup(context, count, values) { group, args in
            try group.instance.step(args: args)
        }
    }

    private func inverse(
        _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        withGroup(context, count, values) { group, args in
            try group.window?.inverse(args: args)
        }
    }

    private func value(_ context: OpaquePointer?) {
        withGroup(context, 0, nil) { group, _ in
            FunctionResult.set(try group.window?._windowValue()?.sqliteValue ?? .null, on: context)
        }
    }

    /// SQLite calls this exactly once for each group, even if it failed or was abandoned, so the instance is
    /// released here. A group without rows has no instance yet.
    private func finalize(_ context: OpaquePointer?) {
        link.enter(name)
        defer { link.leave() }
        let slot = Self.slot(context, allocating: false)
        var group: Group? = slot?.pointee?.takeRetainedValue() ?? makeGroup()
        slot?.pointee = nil
        if let group { setResult(of: group, context) }
        // The instance may run statements when it is released.
        group = nil
        do {
            try link.finishCall()
        } catch {
            fail(context, error)
        }
    }

    private func setResult(of group: Group, _ context: OpaquePointer?) {
        let hadFailed = group.hasFailed
        perform(context, 0, nil, on: group) { group, _ in
            FunctionResult.set(
                try group.instance._aggregateResult()?.sqliteValue ?? .null, on: context)
        }
        if group.window != nil, group.hasFailed, !hadFailed { link.handle?.hasHiddenFailure = true }
    }

    private func perform(
        _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?,
        on group: Group, _ body: (Group, CallArguments) throws -> Void
    ) {
        guard !group.hasFailed else { return }
        let arguments = begin(context, count, values)
        do {
            try arguments._withUnsafeGuaranteedRef { try body(group, $0) }
            try link.finishCall()
            end(arguments)
        } catch {
            end(arguments)
            group.hasFailed = true
            fail(context, error)
        }
    }

    private func withGroup(
        _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?,
        _ body: (Group, CallArguments) throws -> Void
    ) {
        link.enter(name)
        defer { link.leave() }
        guard let slot = Self.slot(context, allocating: true) else {
            sqlite3_result_error_nomem(context)
            return
        }
        let group = slot.pointee ?? Unmanaged.passRetained(makeGroup())
        slot.pointee = group
        group._withUnsafeGuaranteedRef { perform(context, count, values, on: $0, body) }
    }

    /// The group's memory, zeroed by SQLite at the first request.
    private static func slot(
        _ context: OpaquePointer?, allocating: Bool
    ) -> UnsafeMutablePointer<Unmanaged<Group>?>? {
        typealias Slot = Unmanaged<Group>?
        let size = allocating ? Int32(MemoryLayout<Slot>.size) : 0
        return sqlite3_aggregate_context(context, size)?.assumingMemoryBound(to: Slot.self)
    }

    static let step: FunctionCallback = { context, count, values in
        context.with(AggregateRegistration.self) { $0.step(context, count, values) }
    }

    static let inverse: FunctionCallback = { context, count, values in
        context.with(AggregateRegistration.self) { $0.inverse(context, count, values) }
    }

    static let value: @convention(c) (OpaquePointer?) -> Void = { context in
        context.with(AggregateRegistration.self) { $0.value(context) }
    }

    static let finalize: @convention(c) (OpaquePointer?) -> Void = { context in
        context.with(AggregateRegistration.self) { $0.finalize(context) }
    }
}
