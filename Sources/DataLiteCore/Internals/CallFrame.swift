/// Which call of a registered function is running, so that arguments kept beyond their call can
/// tell.
///
/// Arguments refer to theirs by a plain pointer into a ``FramePool``: that costs no reference counting
/// on the way through a call.
@usableFromInline
struct CallFrame {
    /// The number of the running call; 0 when none is.
    @usableFromInline private(set) var call: UInt64 = 0

    /// The `sqlite3_context` of the running call.
    private(set) var context: OpaquePointer?

    /// The arguments of the running call.
    @usableFromInline private(set) var count: Int32 = 0
    @usableFromInline private(set) var values: UnsafeMutablePointer<OpaquePointer?>?

    /// What belongs to the function that has the frame.
    fileprivate(set) var patterns: PatternCache?

    /// Goes on when the frame passes to another function, so that no number comes twice.
    private var lastCall: UInt64 = 0

    /// A call to come back to when a call within it has ended.
    struct Suspended {
        fileprivate let call: UInt64
        fileprivate let context: OpaquePointer?
        fileprivate let count: Int32
        fileprivate let values: UnsafeMutablePointer<OpaquePointer?>?
    }

    mutating func enter(
        _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) -> Suspended {
        let outer = Suspended(
            call: call, context: self.context, count: self.count, values: self.values)
        lastCall &+= 1
        call = lastCall
        self.context = context
        self.count = count
        self.values = values
        return outer
    }

    mutating func leave(to outer: Suspended) {
        call = outer.call
        context = outer.context
        count = outer.count
        values = outer.values
    }
}

extension CallFrame {
    private static let pool = FramePool<CallFrame>()

    /// A frame for a function, to be given back when the function goes.
    static func take() -> UnsafeMutablePointer<CallFrame> {
        let frame = pool.take(CallFrame())
        frame.pointee.patterns = PatternCache()
        return frame
    }

    static func giveBack(_ frame: UnsafeMutablePointer<CallFrame>) {
        frame.pointee.patterns = nil
        pool.giveBack(frame)
    }
}
