import DataLiteC

/// The user data of a function's C callbacks. SQLite owns it and destroys it when the function is removed or
/// replaced, or when the connection closes.
class RegisteredFunction: CallbackContext {
    /// The arguments object for the next call, unless a call is using it.
    private var arguments = CallArguments()

    /// The name in SQL.
    final let name: String

    /// The data that the function keeps between calls: for `REGEXP`, its compiled patterns.
    var cache: AnyObject?

    init(_ name: String, _ link: CallbackLink) {
        self.name = name
        super.init(link)
    }

    /// The arguments of a call, valid until ``end(_:)``. They are not retained, because the registration owns
    /// them, unless the call is nested in another call of the same function.
    @inline(__always)
    fileprivate final func begin(
        _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) -> Unmanaged<CallArguments> {
        let arguments = arguments.isInUse ? nested() : Unmanaged.passUnretained(arguments)
        arguments._withUnsafeGuaranteedRef { $0.begin(context, count, values) }
        return arguments
    }

    @inline(__always)
    fileprivate final func end(_ current: Unmanaged<CallArguments>) {
        let isKeptWeakly = current._withUnsafeGuaranteedRef { arguments in
            arguments.end()
            return hasWeakReference(arguments)
        }
        let isOwn = current.toOpaque() == Unmanaged.passUnretained(arguments).toOpaque()
        if !isOwn || isKeptWeakly || !isKnownUniquelyReferenced(&arguments) {
            replace(current, isOwn: isOwn)
        }
    }

    /// Releases the arguments of a nested call, or arguments to which the call kept a reference.
    @inline(never)
    private final func replace(_ current: Unmanaged<CallArguments>, isOwn: Bool) {
        if isOwn { arguments = CallArguments() } else { current.release() }
    }

    @inline(never)
    private final func nested() -> Unmanaged<CallArguments> { .passRetained(CallArguments()) }

    @inline(never)
    fileprivate final func fail(_ context: OpaquePointer?, _ error: any Error) {
        let (message, code) = FunctionResult.setError(error, on: context)
        link.handle?.willFail(.function(message: message, code: code), error)
    }
}

extension OpaquePointer? {
    /// Calls `body` with the registration of a `sqlite3_context`, without retaining it: SQLite keeps a
    /// function while it is being called.
    @inline(__always)
    fileprivate func with<R: RegisteredFunction>(_ type: R.Type, _ body: (R) -> Void) {
        guard let data = sqlite3_user_data(self) else { return }
        Unmanaged<R>.fromOpaque(data)._withUnsafeGuaranteedRef(body)
    }
}

// MARK: - Scalar functions

typealias ScalarCallback =
    @convention(c) (
        OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
    ) -> Void

/// The user data of a scalar function.
final class ScalarRegistration: RegisteredFunction {
    typealias Body = (any ArgumentsProtocol) throws -> SQLiteValue

    private let body: Body

    init(_ body: @escaping Body, _ name: String, _ link: CallbackLink) {
        self.body = body
        super.init(name, link)
    }

    static let invoke: ScalarCallback = { context, count, values in
        ScalarRegistration.call(context, count, values) { function, arguments in
            try function.body(arguments)
        }
    }
}

/// The user data of a scalar function that is defined by a type. Calling its method directly, without a
/// closure, saves 30 of 250 instructions.
final class ScalarTypeRegistration: RegisteredFunction {
    private let type: Function.Scalar.Type

    init(_ type: Function.Scalar.Type, _ name: String, _ link: CallbackLink) {
        self.type = type
        super.init(name, link)
    }

    static let invoke: ScalarCallback = { context, count, values in
        ScalarTypeRegistration.call(context, count, values) { function, arguments in
            try function.type.invoke(args: arguments)?.sqliteValue ?? .null
        }
    }
}

protocol ScalarCalling: RegisteredFunction {}
extension ScalarRegistration: ScalarCalling {}
extension ScalarTypeRegistration: ScalarCalling {}

extension ScalarCalling {
    /// Calls the function of a `sqlite3_context`.
    ///
    /// Neither the registration nor the arguments are retained: SQLite keeps the registration during the
    /// call, and the arguments of ``begin(_:_:_:)`` are valid until ``end(_:)``.
    @inline(__always)
    fileprivate static func call(
        _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?,
        _ body: (Self, any ArgumentsProtocol) throws -> SQLiteValue
    ) {
        guard let data = sqlite3_user_data(context) else { return }
        let function = Unmanaged<Self>.fromOpaque(data)
        let arguments = function._withUnsafeGuaranteedRef { function in
            function.link.enter(function.name)
            return function.begin(context, count, values)
        }
        do {
            let result = try function._withUnsafeGuaranteedRef { function in
                let result = try arguments._withUnsafeGuaranteedRef { try body(function, $0) }
                try function.link.finishCall()
                return result
            }
            let hasAddition = arguments._withUnsafeGuaranteedRef { $0.hasAddition }
            guard !hasAddition else {
                function._withUnsafeGuaranteedRef { $0.setBoth(result, arguments, context) }
                return
            }
            function._withUnsafeGuaranteedRef { $0.end(arguments) }
            FunctionResult.set(result, on: context)
        } catch {
            function._withUnsafeGuaranteedRef {
                let addition = arguments._withUnsafeGuaranteedRef { $0.takeAddition() }
                $0.end(arguments)
                $0.fail(context, error)
                if case .object(let object) = addition { $0.link.releaseLater(object) }
            }
        }
        function._withUnsafeGuaranteedRef { $0.link.leave() }
    }
}

extension RegisteredFunction {
    /// Sets the result and its addition, and ends the call.
    @inline(never)
    fileprivate final func setBoth(
        _ result: SQLiteValue, _ arguments: Unmanaged<CallArguments>, _ context: OpaquePointer?
    ) {
        let addition = arguments._withUnsafeGuaranteedRef { $0.takeAddition() }
        end(arguments)
        FunctionResult.set(result, on: context)
        addition?.apply(to: context, link)
        link.leave()
    }
}

// MARK: - Aggregates and window functions

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
        if group.window != nil, group.hasFailed, !hadFailed { link.handle?.hasWindowFailure = true }
    }
}

extension AggregateRegistration {
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

    static let step:
        @convention(c) (
            OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
        ) -> Void = { context, count, values in
            context.with(AggregateRegistration.self) { $0.step(context, count, values) }
        }

    static let inverse:
        @convention(c) (
            OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
        ) -> Void = { context, count, values in
            context.with(AggregateRegistration.self) { $0.inverse(context, count, values) }
        }

    static let value: @convention(c) (OpaquePointer?) -> Void = { context in
        context.with(AggregateRegistration.self) { $0.value(context) }
    }

    static let finalize: @convention(c) (OpaquePointer?) -> Void = { context in
        context.with(AggregateRegistration.self) { $0.finalize(context) }
    }
}
