import CSQLite

/// The arguments that SQLite hands to a function: `sqlite3_value **`.
///
/// Three words, so that `any ArgumentsProtocol` holds them without an allocation.
public struct Arguments: ArgumentsProtocol {
    private let frame: CallFrame
    private let values: UnsafeMutablePointer<OpaquePointer?>?
    private let argc: Int32
    private let call: UInt32

    init(frame: CallFrame, count: Int32, values: UnsafeMutablePointer<OpaquePointer?>?) {
        self.frame = frame
        self.values = values
        self.argc = count
        self.call = frame.call
    }

    /// The pointers die with the call, but the arguments may have been kept.
    private var isAlive: Bool { frame.call == call }

    private func pointer(at index: Int) -> OpaquePointer? {
        guard isAlive, index >= 0, index < argc else { return nil }
        return values?[index]
    }

    /// The number of arguments.
    public var count: Int { Int(argc) }

    public subscript(index: Int) -> SQLiteValue {
        _argumentView(at: index).value
    }

    public func _argumentView(at index: Int) -> SQLiteValueView {
        guard let pointer = pointer(at: index) else { return SQLiteValueView(.null) }
        return SQLiteValueView(pointer)
    }

    public func _auxiliaryObject(at index: Int) -> AnyObject? {
        guard pointer(at: index) != nil,
            let object = sqlite3_get_auxdata(frame.context, Int32(truncatingIfNeeded: index))
        else { return nil }
        return Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
    }

    public func _setAuxiliaryObject(_ object: AnyObject, at index: Int) {
        guard pointer(at: index) != nil else { return }
        sqlite3_set_auxdata(
            frame.context, Int32(truncatingIfNeeded: index),
            Unmanaged.passRetained(object).toOpaque(),
            { $0.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
    }

    /// The cache of patterns that lives as long as the function's registration.
    var patterns: PatternCache { frame.patterns }
}
