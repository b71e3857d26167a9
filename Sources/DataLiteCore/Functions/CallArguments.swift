import DataLiteC

/// The arguments with which SQLite calls a function: `sqlite3_value **`.
///
/// A function reuses one object for its calls, so a call allocates nothing. The object is empty after the
/// call. If the call kept a reference to it, even a weak one, the function creates a new object for the next
/// call. So retained arguments read as NULL and share no memory with later calls, which may be on another
/// thread.
@usableFromInline
final class CallArguments: ArgumentsProtocol {
    // SAFETY: an access copies or assigns one trivial value and runs no other code, so accesses cannot
    // overlap. Run-time checks would raise the cost of a call with two arguments from 35 ns to 90 ns.
    @exclusivity(unchecked)
    @usableFromInline private(set) var count = 0
    @exclusivity(unchecked)
    @usableFromInline private(set) var values: UnsafeMutablePointer<OpaquePointer?>?

    /// The `sqlite3_context` of the call; `nil` when there is none.
    @exclusivity(unchecked)
    private(set) var context: OpaquePointer?

    /// What the function sets in addition to its result.
    @exclusivity(unchecked)
    private var addition: ResultAddition?

    /// Whether a call is using the object.
    var isInUse: Bool { context != nil }

    func begin(
        _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        self.context = context
        self.count = Int(count)
        self.values = values
    }

    func end() {
        context = nil
        count = 0
        values = nil
    }

    // MARK: - The result

    /// - Returns: Whether a call of a scalar function is using the object.
    func add(toResult addition: ResultAddition) -> Bool {
        guard registration is any ScalarCalling else { return false }
        // Released after the change, because releasing an object may call this.
        let replaced = self.addition
        self.addition = addition
        withExtendedLifetime(replaced) {}
        return true
    }

    /// Whether the function has set something in addition to its result.
    @inline(__always)
    var hasAddition: Bool { addition != nil }

    func takeAddition() -> ResultAddition? {
        defer { addition = nil }
        return addition
    }

    // MARK: - Reading

    @usableFromInline
    subscript(index: Int) -> SQLiteValue { SQLiteValueView(pointer(at: index)).value }

    @inlinable
    func pointer(at index: Int) -> OpaquePointer? {
        guard index >= 0, index < count else { return nil }
        return values?[index]
    }

    /// `arguments` as an instance of this class; `nil` if it is of another class. Reading the instance needs no witness
    /// call and no reference counting.
    @inlinable
    @inline(__always)
    static func real(_ arguments: AnyObject) -> Unmanaged<CallArguments>? {
        let isReal = ObjectIdentifier(type(of: arguments)) == ObjectIdentifier(CallArguments.self)
        guard _fastPath(isReal) else { return nil }
        return .fromOpaque(Unmanaged.passUnretained(arguments).toOpaque())
    }

    /// A view to borrow immediately, within the call.
    @inlinable
    static func view(of arguments: Unmanaged<CallArguments>, at index: Int) -> SQLiteValueView {
        SQLiteValueView(arguments._withUnsafeGuaranteedRef { $0.pointer(at: index) })
    }

    // MARK: - The function and its connection

    /// The function that is being called.
    var registration: RegisteredFunction? {
        guard let data = context.flatMap(sqlite3_user_data) else { return nil }
        return Unmanaged<RegisteredFunction>.fromOpaque(data).takeUnretainedValue()
    }

    @usableFromInline
    var connection: any ConnectionProtocol {
        get throws(SQLiteError) {
            guard let registration else {
                throw SQLiteError.misuse("the call with these arguments has ended")
            }
            guard let connection = registration.link.handle?.connection else {
                throw SQLiteError.misuse("the connection has been released")
            }
            return connection
        }
    }

    // MARK: - Auxiliary objects

    @usableFromInline
    func _auxiliaryObject(at index: Int) -> AnyObject? {
        guard pointer(at: index) != nil,
            let holder = sqlite3_get_auxdata(context, Int32(truncatingIfNeeded: index))
        else { return nil }
        return Unmanaged<ObjectHolder>.fromOpaque(holder).takeUnretainedValue().object
    }

    @usableFromInline
    func _setAuxiliaryObject(_ object: AnyObject, at index: Int) {
        guard pointer(at: index) != nil, let registration else { return }
        // SQLite releases the previous object before it stores the new one.
        sqlite3_set_auxdata(
            context, Int32(truncatingIfNeeded: index),
            ObjectHolder(object, registration.link).retainedPointer(), ObjectHolder.destroy)
    }
}

// MARK: - AggregateRegistration

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
