import DataLiteC

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
