/// A Swift object that SQLite owns as the user data of a callback: a function, a collation, and
/// whatever else is registered together with a destructor.
///
/// SQLite calls the destructor in the middle of its own work. `sqlite3_create_function_v2`, for
/// example, destroys the function that it replaces before the new one is in place. If the object
/// were released there, the `deinit` of something that it has captured could call the function that
/// is being replaced. And while SQLite compiles a statement, a collation or a function that it calls
/// can replace itself. So the destructor passes the reference on to the ``CallbackLink``, which
/// releases it after the C call and the callback have returned.
class CallbackContext {
    /// The connection that calls back.
    final let link: CallbackLink

    init(_ link: CallbackLink) {
        self.link = link
    }

    /// The pointer to register as user data. It owns a reference, which ``destroy`` consumes.
    final func retainedPointer() -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(self).toOpaque()
    }

    /// The destructor to register with the pointer.
    static let destroy: @convention(c) (UnsafeMutableRawPointer?) -> Void = { pointer in
        guard let pointer else { return }
        let context = Unmanaged<CallbackContext>.fromOpaque(pointer).takeRetainedValue()
        context.link.release(context)
    }
}

/// What the callbacks of a connection know of it: its handle, and how deeply they are nested.
///
/// It does not own the handle, so the contexts that SQLite owns can keep it.
final class CallbackLink {
    /// `nil` once the handle was released: SQLite keeps functions for as long as statements of the C
    /// interface exist.
    // SAFETY: never dangling, because the handle sets this to nil in its deinit. A weak reference would cost
    // as much as the rest of a call.
    @exclusivity(unchecked)
    unowned(unsafe) var handle: ConnectionHandle?

    /// Functions and collations that SQLite has destroyed during a C call or a callback.
    private var destroyed: [AnyObject] = []

    /// How many C calls are running that may destroy functions and collations.
    private var destroyingCalls = 0

    /// How many runs may be nested: a statement, and those that functions run while it runs.
    var limit = Connection.Configuration().nestedRunLimit

    /// How many functions are being called, each by a statement that the one before it runs. Releasing objects
    /// counts too, because their `deinit` may run statements.
    // SAFETY: read by copying and written by assignment, so two accesses never overlap. The run-time check
    // would double the cost.
    @exclusivity(unchecked)
    private var depth = 0

    /// Auxiliary objects that SQLite has released during a step. Their `deinit` may run any statement, so they are
    /// released where a function can still fail, or when the run has ended.
    private var released: [AnyObject] = []

    /// Whether the transaction was rolled back while a statement writes that has called a function. SQLite goes on
    /// with the statement, and it would write without a transaction, and into tables that a rollback of the schema
    /// has freed: the function has to fail.
    var hasLostTransaction = false {
        didSet { hasUnfinishedWork = hasLostTransaction || !released.isEmpty }
    }

    /// Whether a function has to fail, or objects are to be released.
    // SAFETY: read by copying and written by assignment, so two accesses never overlap.
    @exclusivity(unchecked)
    private(set) var hasUnfinishedWork = false

    /// The function at the limit, if it is one.
    private var function: String?
}

extension CallbackLink {
    /// Whether SQLite is calling a function, or is releasing objects.
    var isNested: Bool { depth > 0 }

    /// Called before SQLite calls code that may run statements.
    @inline(__always)
    func enter(_ function: @autoclosure () -> String? = nil) {
        depth &+= 1
        if depth == limit { reachLimit(function()) }
    }

    /// Called afterwards.
    @inline(__always)
    func leave() {
        if depth == limit { handle?.executionBlocks.remove(.nestedTooDeep) }
        depth &-= 1
    }

    @inline(never)
    private func reachLimit(_ function: String?) {
        self.function = function
        handle?.executionBlocks.insert(.nestedTooDeep)
    }

    /// Called when a function has returned.
    @inline(__always)
    func finishCall() throws {
        if hasUnfinishedWork { try finishWork() }
    }

    @inline(never)
    private func finishWork() throws {
        performReleases()
        guard hasLostTransaction else { return }
        throw SQLiteError(
            .abortRollback,
            message:
                "the transaction was rolled back while the statement that calls the function was writing"
        )
    }

    /// Keeps an object until a function has returned or the run has ended.
    func releaseLater(_ object: AnyObject) {
        released.append(object)
        hasUnfinishedWork = true
    }

    /// Releases the objects. It is a nested call, because their `deinit` may run statements.
    func performReleases() {
        guard !released.isEmpty else { return }
        let objects = released
        released = []
        hasUnfinishedWork = hasLostTransaction
        enter()
        // Its reference is the last. At the end of a scope, the release would be outside the call.
        _ = consume objects
        leave()
    }

    /// Why no statement can run at the limit.
    func nestingError(_ sql: String) -> SQLiteError {
        let caller =
            function.map { "function \"\($0)\"" } ?? "an object that a statement has released"
        return SQLiteError(
            .error,
            message:
                "\(caller) cannot run SQL inside \(limit.counted("nested run")), each in a call by the "
                + "one before: the configuration's nestedRunLimit allows no more",
            sql: sql)
    }
}

// MARK: - Functions and collations that SQLite has destroyed

extension CallbackLink {
    /// Runs a C call that may destroy callback contexts, then releases them.
    ///
    /// Releasing runs user code, which may come back here: the connection is in a consistent state
    /// by then.
    func releasingDestroyed<R>(_ call: () -> R) -> R {
        destroyingCalls += 1
        let result = call()
        destroyingCalls -= 1
        releaseDestroyed()
        return result
    }

    /// Releases what SQLite has destroyed, unless it may be in use.
    func releaseDestroyed() {
        guard !destroyed.isEmpty, destroyingCalls == 0, !isCallingBack else { return }
        let released = destroyed
        destroyed = []
        withExtendedLifetime(released) {}
    }

    /// Otherwise the caller's own reference is the last.
    fileprivate func release(_ object: AnyObject) {
        if destroyingCalls > 0 || isCallingBack { destroyed.append(object) }
    }

    /// Whether SQLite is calling a function or a collation, or is releasing objects.
    private var isCallingBack: Bool {
        isNested || handle?.executionBlocks.contains(.insideCollation) == true
    }
}
