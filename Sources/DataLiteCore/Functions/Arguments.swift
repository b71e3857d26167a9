import DataLiteC

/// The arguments that SQLite hands to a function: `sqlite3_value **`.
///
/// Two words without references, so that `any ArgumentsProtocol` holds them without an allocation
/// and without counting anything.
public struct Arguments: ArgumentsProtocol {
    @usableFromInline let frame: UnsafePointer<CallFrame>
    @usableFromInline let call: UInt64

    /// The arguments of the call that `frame` is in.
    init(in frame: UnsafePointer<CallFrame>) {
        self.frame = frame
        self.call = frame.pointee.call
    }

    /// The values die with the call, but the arguments may have been kept.
    @inlinable
    var isAlive: Bool { frame.pointee.call == call }

    @inlinable
    func pointer(at index: Int) -> OpaquePointer? {
        guard isAlive, index >= 0, index < frame.pointee.count else { return nil }
        return frame.pointee.values?[index]
    }

    /// The number of arguments; 0 once the call is over.
    public var count: Int { isAlive ? Int(frame.pointee.count) : 0 }

    public subscript(index: Int) -> SQLiteValue {
        _argumentView(at: index).value
    }

    @inlinable
    public func _argumentView(at index: Int) -> SQLiteValueView {
        SQLiteValueView(pointer(at: index))
    }

    /// Arguments as this type, if they are: reading one then needs no witness call.
    @inlinable
    @inline(__always)
    static func real<A: ArgumentsProtocol>(_ arguments: A) -> Arguments? {
        guard A.self == Arguments.self else { return nil }
        // Right: both types have just been found to be one.
        return unsafeBitCast(arguments, to: Arguments.self)
    }

    public func _auxiliaryObject(at index: Int) -> AnyObject? {
        guard pointer(at: index) != nil,
            let object = sqlite3_get_auxdata(
                frame.pointee.context, Int32(truncatingIfNeeded: index))
        else { return nil }
        return Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
    }

    public func _setAuxiliaryObject(_ object: AnyObject, at index: Int) {
        guard pointer(at: index) != nil else { return }
        sqlite3_set_auxdata(
            frame.pointee.context, Int32(truncatingIfNeeded: index),
            Unmanaged.passRetained(object).toOpaque(),
            { $0.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
    }

    /// The cache of patterns that lives as long as the function's registration.
    var patterns: PatternCache? { isAlive ? frame.pointee.patterns : nil }
}
