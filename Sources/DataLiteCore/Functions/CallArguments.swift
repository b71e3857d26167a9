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
