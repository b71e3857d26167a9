import DataLiteC

/// The arguments with which SQLite calls a function: `sqlite3_value **`.
///
/// Two words without references, so that `any ArgumentsProtocol` holds them without an allocation
/// and without reference counting.
@usableFromInline
struct CallArguments: ArgumentsProtocol {
    @usableFromInline let frame: UnsafePointer<CallFrame>
    @usableFromInline let call: UInt64

    /// The arguments of the call that is running in `frame`.
    init(in frame: UnsafePointer<CallFrame>) {
        self.frame = frame
        self.call = frame.runningCall
    }

    /// The values are valid only during the call, but the arguments may have been kept.
    @inlinable
    var isAlive: Bool { frame.runningCall == call }

    @inlinable
    func pointer(at index: Int) -> OpaquePointer? {
        guard isAlive, index >= 0, index < frame.pointee.count else { return nil }
        return frame.pointee.values?[index]
    }

    /// A view to borrow at once, within the call.
    @inlinable
    func view(at index: Int) -> SQLiteValueView { SQLiteValueView(pointer(at: index)) }

    /// The number of arguments; 0 once the call is over.
    @usableFromInline
    var count: Int { isAlive ? Int(frame.pointee.count) : 0 }

    @usableFromInline
    subscript(index: Int) -> SQLiteValue { view(at: index).value }

    /// `arguments` as this type, if they are: reading one then needs no witness call.
    @inlinable
    @inline(__always)
    static func real<A: ArgumentsProtocol>(_ arguments: A) -> CallArguments? {
        guard A.self == CallArguments.self else { return nil }
        // SAFETY: the cast is from a type to itself; the line above has compared them.
        return unsafeBitCast(arguments, to: CallArguments.self)
    }
}

// MARK: - The function and its connection

extension CallArguments {
    /// The function that is being called.
    var registration: FunctionRegistration? {
        guard isAlive, let data = sqlite3_user_data(frame.pointee.context) else { return nil }
        return Unmanaged<FunctionRegistration>.fromOpaque(data).takeUnretainedValue()
    }

    @usableFromInline
    var connection: any ConnectionProtocol {
        get throws(SQLiteError) {
            guard isAlive else {
                throw SQLiteError(.misuse, message: "the call with these arguments has ended")
            }
            guard let connection = registration?.handle?.connection else {
                throw SQLiteError(.misuse, message: "the connection has been released")
            }
            return connection
        }
    }
}

// MARK: - Auxiliary objects

extension CallArguments {
    @usableFromInline
    func _auxiliaryObject(at index: Int) -> AnyObject? {
        guard pointer(at: index) != nil,
            let object = sqlite3_get_auxdata(
                frame.pointee.context, Int32(truncatingIfNeeded: index))
        else { return nil }
        return Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
    }

    @usableFromInline
    func _setAuxiliaryObject(_ object: AnyObject, at index: Int) {
        guard pointer(at: index) != nil else { return }
        // SQLite destroys the previous object before it stores the new one. The `deinit` of what it
        // holds may look here again, so it has to run after the C call.
        let previous = _auxiliaryObject(at: index)
        sqlite3_set_auxdata(
            frame.pointee.context, Int32(truncatingIfNeeded: index),
            Unmanaged.passRetained(object).toOpaque(),
            { $0.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
        withExtendedLifetime(previous) {}
    }
}
