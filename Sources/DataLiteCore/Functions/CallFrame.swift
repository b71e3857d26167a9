import CSQLite

/// Which call of a registered function is running, so that arguments kept beyond their call can
/// tell.
///
/// Frames lie in memory that is used again but never freed: arguments refer to theirs by a plain
/// pointer, which costs no reference counting on the way through a call, and which is good to read
/// however long it is kept.
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
    // Safe: touched only while `mutex` is held.
    nonisolated(unsafe) private static var idle: [UnsafeMutablePointer<CallFrame>] = []

    // Safe: a constant pointer, made once, to what is made for use from all threads. Null when
    // SQLite was built for a single thread; then entering it does nothing.
    nonisolated(unsafe) private static let mutex = sqlite3_mutex_alloc(SQLITE_MUTEX_FAST)

    /// A frame for a function, to be given back when the function goes.
    static func take() -> UnsafeMutablePointer<CallFrame> {
        sqlite3_mutex_enter(mutex)
        defer { sqlite3_mutex_leave(mutex) }
        let frame = idle.popLast() ?? .allocate(initializing: CallFrame())
        frame.pointee.patterns = PatternCache()
        return frame
    }

    static func giveBack(_ frame: UnsafeMutablePointer<CallFrame>) {
        frame.pointee.patterns = nil
        sqlite3_mutex_enter(mutex)
        defer { sqlite3_mutex_leave(mutex) }
        idle.append(frame)
    }
}

extension UnsafeMutablePointer {
    fileprivate static func allocate(initializing value: Pointee) -> UnsafeMutablePointer {
        let pointer = allocate(capacity: 1)
        pointer.initialize(to: value)
        return pointer
    }
}
