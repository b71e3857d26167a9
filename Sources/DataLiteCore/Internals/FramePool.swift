import DataLiteC

/// Frames in memory that is used again but never freed: a plain pointer to one is good to read
/// however long it is kept, and costs no reference counting to hand around. Whoever has a frame puts a
/// number into it that never comes twice, so that those who kept the pointer can tell.
// Safe: `idle` is touched only while `mutex` is held. An SQLite that was set up for a single thread gives a
// mutex that does nothing, or none; then only one thread may use it, and so come here.
package final class FramePool<Frame>: @unchecked Sendable {
    private var idle: [UnsafeMutablePointer<Frame>] = []

    private let mutex = sqlite3_mutex_alloc(SQLITE_MUTEX_FAST)

    package init() {}

    deinit { sqlite3_mutex_free(mutex) }

    /// A frame: one that was given back, as it was left, or a new one.
    package func take(_ new: @autoclosure () -> Frame) -> UnsafeMutablePointer<Frame> {
        if let frame = used() { return frame }
        let frame = UnsafeMutablePointer<Frame>.allocate(capacity: 1)
        frame.initialize(to: new())
        return frame
    }

    package func giveBack(_ frame: UnsafeMutablePointer<Frame>) {
        sqlite3_mutex_enter(mutex)
        defer { sqlite3_mutex_leave(mutex) }
        idle.append(frame)
    }

    private func used() -> UnsafeMutablePointer<Frame>? {
        sqlite3_mutex_enter(mutex)
        defer { sqlite3_mutex_leave(mutex) }
        return idle.popLast()
    }
}
