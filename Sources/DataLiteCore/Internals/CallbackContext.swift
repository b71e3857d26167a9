import Foundation

/// A Swift object that SQLite owns as the user data of a callback: a function, a collation, or another object
/// that is registered together with a destructor.
///
/// SQLite calls the destructor in the middle of its own work. `sqlite3_create_function_v2`, for example,
/// destroys the function that it replaces before the new one is in place. If the object were released there,
/// the `deinit` of a captured object could call the function that is being replaced. And while SQLite
/// compiles a statement, a collation or a function that it calls can replace itself. So the destructor passes
/// the reference on to the ``CallbackLink``, which releases it after the C call and the callback return.
class CallbackContext {
    /// The link to the connection that calls back.
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

/// The state of a connection that its callbacks use: the handle and the depth of nested calls.
///
/// A link does not own the handle, so the contexts that SQLite owns can retain the link.
final class CallbackLink {
    /// The handle, or `nil` after it was released: SQLite keeps functions while statements created with the C
    /// interface exist.
    // SAFETY: never dangling, because the handle sets this to nil in its deinit. A weak reference would cost
    // as much as the rest of a call.
    @exclusivity(unchecked)
    unowned(unsafe) var handle: ConnectionHandle?

    /// Functions and collations that SQLite has destroyed during a C call or a callback.
    private var destroyed: [AnyObject] = [] {
        didSet { hasDestroyed = !destroyed.isEmpty }
    }

    // SAFETY: read by copying and written by assignment, so two accesses never overlap. The run-time check of the array
    // would take a hundred instructions for each statement.
    @exclusivity(unchecked)
    private var hasDestroyed = false

    /// The number of running C calls that may destroy functions and collations.
    private var destroyingCalls = 0

    /// The maximum depth of nested runs: a statement, and the statements that functions run while it runs.
    var limit = Connection.Configuration().nestedRunLimit

    /// The number of nested function calls, each by a statement that the previous function runs. Releasing
    /// objects is also counted, because their `deinit` may run statements.
    // SAFETY: read by copying and written by assignment, so two accesses never overlap. The run-time check
    // would double the cost.
    @exclusivity(unchecked)
    private var depth = 0

    /// Auxiliary objects that SQLite has released during a step. Their `deinit` may run any statement, so
    /// they are released where a function can still fail, or when the run ends.
    private var released: [AnyObject] = []

    /// Whether the transaction was rolled back while a statement that called a function is writing. SQLite
    /// continues the statement, which would write without a transaction, and into tables that a rollback of
    /// the schema has freed, so the function must fail.
    var hasLostTransaction = false {
        didSet { hasUnfinishedWork = hasLostTransaction || !released.isEmpty }
    }

    /// The number of tokenizers that are being made, each for the previous one.
    var tokenizerNesting = 0

    /// Whether a function must fail, or objects must be released.
    // SAFETY: read by copying and written by assignment, so two accesses never overlap.
    @exclusivity(unchecked)
    private(set) var hasUnfinishedWork = false

    /// The name of the function that reached the limit, if a function did.
    private var function: String?

    /// Whether SQLite is calling a function, or is releasing objects.
    var isNested: Bool { depth > 0 }

    /// The number of nested function calls. Each statement runs its steps at one depth.
    var nesting: Int { depth }

    /// Called before SQLite calls code that may run statements.
    @inline(__always)
    func enter(_ function: @autoclosure () -> String? = nil) {
        depth &+= 1
        if depth == limit { reachLimit(function()) }
    }

    /// Called after such code returns.
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

    /// Called when a function returns.
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

    /// Keeps an object until a function returns or the run ends.
    func releaseLater(_ object: AnyObject) {
        released.append(object)
        hasUnfinishedWork = true
    }

    /// Releases the objects as a nested call, because their `deinit` may run statements.
    @inline(__always)
    func performReleases() {
        if hasUnfinishedWork { releaseAll() }
    }

    @inline(never)
    private func releaseAll() {
        guard !released.isEmpty else { return }
        var objects = released
        released = []
        hasUnfinishedWork = hasLostTransaction
        enter()
        Self.drop(&objects)
        leave()
    }

    /// Releases objects before this returns. If this were inlined, the optimizer could move it beyond ``leave()``.
    @inline(never)
    private static func drop(_ objects: inout [AnyObject]) { objects = [] }

    /// The error of a statement that cannot run at the limit.
    func nestingError(_ sql: String) -> SQLiteError {
        let caller =
            function.map { "function \"\($0)\"" } ?? "an object that a statement has released"
        return SQLiteError(
            .error,
            message:
                "\(caller) cannot run SQL inside \(limit.counted("nested run")), the limit set by the "
                + "configuration's nestedRunLimit",
            sql: sql)
    }

    // MARK: - Functions and collations that SQLite has destroyed

    /// Runs a C call that may destroy callback contexts, then releases them.
    ///
    /// Releasing runs user code, which may call this again: the connection is in a consistent state by then.
    func releasingDestroyed<R>(_ call: () -> R) -> R {
        destroyingCalls += 1
        let result = call()
        destroyingCalls -= 1
        releaseDestroyed()
        return result
    }

    /// Releases the contexts that SQLite has destroyed, unless they may be in use.
    @inline(__always)
    func releaseDestroyed() {
        if hasDestroyed { releaseAllDestroyed() }
    }

    @inline(never)
    private func releaseAllDestroyed() {
        guard destroyingCalls == 0, !isCallingBack else { return }
        let released = destroyed
        destroyed = []
        withExtendedLifetime(released) {}
    }

    /// Releases an object later if SQLite is calling back. Otherwise the caller's reference is the last.
    fileprivate func release(_ object: AnyObject) {
        if destroyingCalls > 0 || isCallingBack { destroyed.append(object) }
    }

    /// Whether SQLite is calling a function or a collation, or is releasing objects.
    private var isCallingBack: Bool {
        isNested || handle?.executionBlocks.contains(.insideCollation) == true
    }
}

// MARK: - ParameterBytes

/// Memory for short strings and BLOBs that are bound to the parameters of a statement.
///
/// SQLite would allocate a copy of each value and free it at the next binding, which costs more than the rest
/// of the call. These bytes stay in place until the same parameter is bound again, so SQLite need not copy
/// them.
///
/// Each parameter alternates between two slots: SQLite may refuse to bind a value because a run has begun,
/// and that run still reads the previous value.
struct ParameterBytes {
    private static let slotSize = 128
    private static let slotLimit = 128

    private var slots: UnsafeMutableRawPointer?
    private var count = 0

    /// A bit for each parameter: the index of its bound slot.
    private var boundSlots = (UInt64(0), UInt64(0))

    /// Copies bytes into the free slot of a parameter; `nil` if there are too many bytes or the index is too
    /// high. Call ``didBind(_:)`` once SQLite has accepted the copy.
    mutating func copy(
        _ bytes: UnsafeRawBufferPointer, for index: Int32, of statement: Statement
    ) -> UnsafeRawPointer? {
        guard bytes.count <= Self.slotSize, let start = bytes.baseAddress else { return nil }
        let slots = slots ?? makeSlots(Int(statement.parameterCount()))
        guard index >= 1, index <= count else { return nil }
        let position = Int(index) &- 1
        let bits = position < 64 ? boundSlots.0 : boundSlots.1
        let isSecond = bits &>> UInt64(truncatingIfNeeded: position) & 1 == 0
        let slot = slots + (2 &* position &+ (isSecond ? 1 : 0)) &* Self.slotSize
        slot.copyMemory(from: start, byteCount: bytes.count)
        return UnsafeRawPointer(slot)
    }

    /// Exchanges the slots of a parameter.
    mutating func didBind(_ index: Int32) {
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index &- 1)
        if index <= 64 { boundSlots.0 ^= bit } else { boundSlots.1 ^= bit }
    }

    /// Most statements bind no strings, so the memory is allocated when the first string is bound.
    private mutating func makeSlots(_ parameters: Int) -> UnsafeMutableRawPointer {
        count = min(parameters, Self.slotLimit)
        let slots = UnsafeMutableRawPointer.allocate(
            byteCount: count * 2 * Self.slotSize, alignment: 1)
        self.slots = slots
        return slots
    }

    /// Call this after the statement is finalized.
    func deallocate() { slots?.deallocate() }
}

// MARK: - CStringList

enum CStringList {
    /// Calls a closure with strings as C strings and their number. A NULL follows the last one.
    static func with<R>(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>, Int) -> R
    ) -> R {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        var list: [UnsafePointer<CChar>?] = copies.map { UnsafePointer($0) } + [nil]
        return list.withUnsafeMutableBufferPointer { list in
            // SAFETY: the list has at least one element.
            body(list.baseAddress.unsafelyUnwrapped, strings.count)
        }
    }
}
