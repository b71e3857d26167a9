/// Which call of a registered function is running, so that arguments kept beyond their call can
/// tell.
final class CallFrame {
    /// The number of the running call; 0 when none is.
    private(set) var call: UInt32 = 0

    /// The `sqlite3_context` of the running call.
    private(set) var context: OpaquePointer?

    private var lastCall: UInt32 = 0

    let patterns = PatternCache()

    /// A call and its context, to come back to when a call within it has ended.
    struct Suspended {
        fileprivate let call: UInt32
        fileprivate let context: OpaquePointer?
    }

    func enter(_ context: OpaquePointer?) -> Suspended {
        let outer = Suspended(call: call, context: self.context)
        lastCall &+= 1
        if lastCall == 0 { lastCall = 1 }
        call = lastCall
        self.context = context
        return outer
    }

    func leave(to outer: Suspended) {
        call = outer.call
        context = outer.context
    }
}
