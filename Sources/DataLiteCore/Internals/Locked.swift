public import DataLiteC
import Foundation

/// A value that several threads share. `Mutex` of the standard library needs macOS 15.
//
// SAFETY: the mutex and the state are initialized in `init` and destroyed with the storage, when no other thread can
// have a reference. The state is accessed only while the mutex is held. A value that a closure returns from it is
// Sendable, or no longer part of the state, such as a connection that is moved out.
@usableFromInline
package struct Locked<State>: @unchecked Sendable {
    @usableFromInline let storage: ManagedBuffer<pthread_mutex_t, State>

    @inlinable
    package init(_ initial: State) {
        storage = LockedStorage<State>.create(minimumCapacity: 1) { _ in pthread_mutex_t() }
        storage.withUnsafeMutablePointers { mutex, state in
            pthread_mutex_init(mutex, nil)
            state.initialize(to: initial)
        }
    }

    @inlinable
    package func withLock<R, E: Error>(_ body: (inout State) throws(E) -> R) throws(E) -> R {
        try storage.withUnsafeMutablePointers { mutex, state throws(E) in
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body(&state.pointee)
        }
    }
}

/// A mutex and a value in a single allocation.
@usableFromInline
final class LockedStorage<State>: ManagedBuffer<pthread_mutex_t, State> {
    deinit {
        withUnsafeMutablePointers { mutex, state in
            pthread_mutex_destroy(mutex)
            state.deinitialize(count: 1)
        }
    }
}

// MARK: - RelaxedAtomic

/// Access to a number that other threads may read at the same time. It orders no other memory access.
///
/// `Atomic` of the standard library needs macOS 15.
@usableFromInline
package enum RelaxedAtomic {
    @inlinable
    @inline(__always)
    package static func load(_ number: UnsafePointer<Int>) -> Int { datalite_load(number) }

    package static func store(_ value: Int, in number: UnsafeMutablePointer<Int>) {
        datalite_store(number, value)
    }

    /// For a number that only one thread changes at a time.
    package static func increment(_ number: UnsafeMutablePointer<Int>) {
        datalite_store(number, datalite_load(number) &+ 1)
    }
}

// MARK: - StopFlag

/// A flag that one thread sets to stop the statements of a connection on another thread, and the number of
/// the connection's interruptions.
///
/// `sqlite3_interrupt()` ends only the statements that are running; every step checks this flag.
//
// SAFETY: the numbers are allocated in `init`, freed in `deinit` and accessed only atomically. They order no other
// memory access: they only indicate that statements should fail.
final class StopFlag: @unchecked Sendable {
    private let value = StopFlag.makeNumber()
    private let ignored = StopFlag.makeNumber()
    private let count = StopFlag.makeNumber()

    private static func makeNumber() -> UnsafeMutablePointer<Int> {
        let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        number.initialize(to: 0)
        return number
    }

    deinit {
        value.deallocate()
        ignored.deallocate()
        count.deallocate()
    }

    @inline(__always)
    var isSet: Bool { RelaxedAtomic.load(value) != 0 }

    func set(_ isSet: Bool) { RelaxedAtomic.store(isSet ? 1 : 0, in: value) }

    /// Whether statements run although the flag is set, because they roll back.
    var isIgnored: Bool {
        get { RelaxedAtomic.load(ignored) != 0 }
        set { RelaxedAtomic.store(newValue ? 1 : 0, in: ignored) }
    }

    /// The number of times the running statements were interrupted.
    var interruptions: Int { RelaxedAtomic.load(count) }

    /// Only one thread at a time may call this.
    func countInterruption() { RelaxedAtomic.increment(count) }
}

// MARK: - ThreadFlags

/// What the current thread is doing, as far as other code must know it.
struct ThreadFlags: OptionSet {
    let rawValue: Int32

    /// A listener of the log is being called. SQLite forbids it to use SQLite.
    static let callingLog = ThreadFlags(rawValue: 1)

    /// Automatic extensions are being applied to a connection.
    static let applyingExtensions = ThreadFlags(rawValue: 2)

    /// The flags of the current thread.
    // Not inlined: each object file into which the C function is inlined has its own flags.
    @inline(never)
    private static var storage: UnsafeMutablePointer<Int32> { datalite_thread_flags() }

    /// Whether a flag of the current thread is set.
    static func isSet(_ flag: ThreadFlags) -> Bool { storage.pointee & flag.rawValue != 0 }

    /// Calls a closure with a flag of the current thread, unless the flag is already set.
    ///
    /// - Returns: `nil` if the closure was not called.
    static func with<R, E: Error>(
        _ flag: ThreadFlags, _ body: () throws(E) -> R
    ) throws(E) -> R? {
        let storage = storage
        guard storage.pointee & flag.rawValue == 0 else { return nil }
        storage.pointee |= flag.rawValue
        defer { storage.pointee &= ~flag.rawValue }
        return try body()
    }
}

// MARK: - ThreadStack

/// A stack of objects for the current thread that represent its running operations, innermost last.
//
// SAFETY: only the current thread reaches its stack. An item is a reference that `push` has retained and that only
// the `pop` of the same level releases.
package enum ThreadStack {
    /// The maximum number of kept objects.
    private static let capacity = 64

    /// The stack of the current thread.
    // Not inlined: each object file into which the C function is inlined has its own stack.
    @inline(never)
    private static var stack: UnsafeMutablePointer<datalite_stack> { datalite_thread_stack() }

    /// The number of calls of ``push(_:)`` without a matching ``pop()``.
    package static var depth: Int { stack.pointee.count }

    /// - Returns: Whether the object is kept; if not, the stack is full. Call ``pop()`` in either case.
    package static func push(_ object: AnyObject) -> Bool {
        let stack = stack
        defer { stack.pointee.count += 1 }
        guard stack.pointee.count < capacity else { return false }
        items(stack)[stack.pointee.count] = Unmanaged.passRetained(object).toOpaque()
        return true
    }

    package static func pop() {
        let stack = stack
        stack.pointee.count -= 1
        guard stack.pointee.count < capacity, let item = items(stack)[stack.pointee.count] else {
            return
        }
        Unmanaged<AnyObject>.fromOpaque(item).release()
    }

    /// Whether any object satisfies a predicate.
    package static func contains(where predicate: (AnyObject) -> Bool) -> Bool {
        let stack = stack
        return (0..<min(stack.pointee.count, capacity)).contains { position in
            guard let item = items(stack)[position] else { return false }
            return predicate(Unmanaged<AnyObject>.fromOpaque(item).takeUnretainedValue())
        }
    }

    private static func items(
        _ stack: UnsafeMutablePointer<datalite_stack>
    ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
        // The items are the first member.
        UnsafeMutableRawPointer(stack).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }
}
