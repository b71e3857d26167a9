public import DataLiteC

/// The running call of a registered function.
///
/// Arguments refer to their frame by a plain pointer, which saves reference counting in each call.
/// They may be kept beyond their call, and even beyond their function. So frames are recycled but
/// never freed, and no call number recurs in a frame: arguments whose number is not the frame's read
/// as NULL.
@usableFromInline
struct CallFrame {
    /// The number of the running call; 0 if there is none. To be accessed through a pointer, by
    /// `runningCall`. The first property, so that it has the address of the frame.
    private var call: UInt64 = 0

    fileprivate var lastCall: UInt64 = 0

    /// The `sqlite3_context` of the running call.
    fileprivate(set) var context: OpaquePointer?

    /// The arguments of the running call.
    @usableFromInline fileprivate(set) var count: Int32 = 0
    @usableFromInline fileprivate(set) var values: UnsafeMutablePointer<OpaquePointer?>?

    /// The outer call, to be restored when a nested call of the same function has ended.
    struct Suspended {
        fileprivate let call: UInt64
        fileprivate let context: OpaquePointer?
        fileprivate let count: Int32
        fileprivate let values: UnsafeMutablePointer<OpaquePointer?>?
    }
}

extension UnsafePointer<CallFrame> {
    /// The number of the running call; 0 if there is none.
    ///
    /// Atomic, because arguments that were kept may look at it on another thread than the one that
    /// uses the recycled frame now. Relaxed, because a thread that has such arguments has seen the
    /// end of their call, and the number does not recur. It costs as much as a plain access.
    @inlinable
    var runningCall: UInt64 {
        datalite_atomic_load(UnsafeRawPointer(self).assumingMemoryBound(to: UInt64.self))
    }
}

extension UnsafeMutablePointer<CallFrame> {
    private var runningCall: UInt64 {
        get { UnsafePointer(self).runningCall }
        nonmutating set {
            datalite_atomic_store(
                UnsafeMutableRawPointer(self).assumingMemoryBound(to: UInt64.self), newValue)
        }
    }

    func enter(
        _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) -> CallFrame.Suspended {
        let outer = CallFrame.Suspended(
            call: runningCall, context: pointee.context, count: pointee.count,
            values: pointee.values)
        pointee.lastCall &+= 1
        runningCall = pointee.lastCall
        pointee.context = context
        pointee.count = count
        pointee.values = values
        return outer
    }

    func leave(to outer: CallFrame.Suspended) {
        runningCall = outer.call
        pointee.context = outer.context
        pointee.count = outer.count
        pointee.values = outer.values
    }
}

extension CallFrame {
    private static let pool = FramePool<CallFrame>()

    /// A frame for a function, to be recycled when the function is destroyed.
    static func make() -> UnsafeMutablePointer<CallFrame> { pool.take(CallFrame()) }

    static func recycle(_ frame: UnsafeMutablePointer<CallFrame>) { pool.giveBack(frame) }
}
