/// A Swift object that SQLite owns as the user data of a callback: a function, a collation, and
/// whatever else is registered together with a destructor.
///
/// SQLite calls the destructor in the middle of its own work. `sqlite3_create_function_v2`, for
/// example, destroys the function that it replaces before the new one is in place. If the object
/// were released there, the `deinit` of something that it has captured could call the function that
/// is being replaced. So the destructor passes the reference on to a ``ReleaseQueue``, which
/// releases it after the C call has returned.
class CallbackContext {
    private let releases: ReleaseQueue

    init(releases: ReleaseQueue) {
        self.releases = releases
    }

    /// The pointer to register as user data. It owns a reference, which ``destroy`` consumes.
    final func retainedPointer() -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(self).toOpaque()
    }

    /// The destructor to register with the pointer.
    static let destroy: @convention(c) (UnsafeMutableRawPointer?) -> Void = { pointer in
        guard let pointer else { return }
        let context = Unmanaged<CallbackContext>.fromOpaque(pointer).takeRetainedValue()
        context.releases.release(context)
    }
}

/// Objects that SQLite has destroyed during a C call and that are released when it has returned.
///
/// Each connection handle has one. It does not refer to the handle, so the contexts that SQLite
/// owns can keep it.
final class ReleaseQueue {
    private var objects: [AnyObject] = []
    private var callDepth = 0

    /// Runs a C call that may destroy callback contexts, then releases them.
    ///
    /// Releasing runs user code, which may come back here: the connection is in a consistent state
    /// by then.
    func during<R>(_ call: () -> R) -> R {
        callDepth += 1
        let result = call()
        callDepth -= 1
        if callDepth == 0, !objects.isEmpty { releaseAll() }
        return result
    }

    /// Outside ``during(_:)`` this does nothing: the caller's own reference is the last.
    fileprivate func release(_ object: AnyObject) {
        if callDepth > 0 { objects.append(object) }
    }

    private func releaseAll() {
        let released = objects
        objects = []
        withExtendedLifetime(released) {}
    }
}
