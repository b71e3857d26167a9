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
    final func begin(
        _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) -> Unmanaged<CallArguments> {
        let arguments = arguments.isInUse ? nested() : Unmanaged.passUnretained(arguments)
        arguments._withUnsafeGuaranteedRef { $0.begin(context, count, values) }
        return arguments
    }

    @inline(__always)
    final func end(_ current: Unmanaged<CallArguments>) {
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
    final func fail(_ context: OpaquePointer?, _ error: any Error) {
        let (message, code) = FunctionResult.setError(error, on: context)
        link.handle?.willFail(.function(message: message, code: code), error)
    }
}

extension OpaquePointer? {
    /// Calls `body` with the registration of a `sqlite3_context`, without retaining it: SQLite keeps a
    /// function while it is being called.
    @inline(__always)
    func with<R: RegisteredFunction>(_ type: R.Type, _ body: (R) -> Void) {
        guard let data = sqlite3_user_data(self) else { return }
        Unmanaged<R>.fromOpaque(data)._withUnsafeGuaranteedRef(body)
    }
}

// MARK: - Scalar functions

typealias FunctionCallback =
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

    static let invoke: FunctionCallback = { context, count, values in
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

    static let invoke: FunctionCallback = { context, count, values in
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
