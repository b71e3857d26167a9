import DataLiteC

extension ConnectionHandle {
    /// The handles of all connections by their `sqlite3 *`, for statements created with the C interface.
    //
    // SAFETY: private, and accessed only within `withLock`. A connection removes its handle when it is
    // released, and a handle is looked up on the thread of its connection, so every reference is valid. If
    // SQLite was built for a single thread, the mutex does nothing, and only one thread may use the library.
    nonisolated(unsafe) private static var handles: [OpaquePointer: Unmanaged<ConnectionHandle>] =
        [:]

    private static func withLock<R>(_ body: () -> R) -> R {
        let mutex = sqlite3_mutex_alloc(SQLITE_MUTEX_STATIC_APP1)
        sqlite3_mutex_enter(mutex)
        defer { sqlite3_mutex_leave(mutex) }
        return body()
    }

    /// Returns the handle of the connection that uses a `sqlite3 *`, or else a new handle that does not close
    /// it. Call this on the connection's thread.
    static func handle(for pointer: OpaquePointer?) -> ConnectionHandle {
        let known = withLock { pointer.flatMap { handles[$0]?.takeUnretainedValue() } }
        return known ?? ConnectionHandle(pointer, ownership: .borrowed)
    }

    /// Call this when a connection starts to use the handle.
    func attach(_ connection: Connection) {
        self.connection = connection
        guard let pointer else { return }
        Self.withLock { Self.handles[pointer] = .passUnretained(self) }
    }

    /// Call this when the connection is released.
    func detach() {
        connection = nil
        if let pointer { forget(pointer) }
    }

    /// Call this after the handle is closed. Its address may then belong to another handle.
    func forget(_ pointer: OpaquePointer) {
        Self.withLock {
            guard Self.handles[pointer]?.toOpaque() == Unmanaged.passUnretained(self).toOpaque()
            else { return }
            Self.handles[pointer] = nil
        }
    }
}
