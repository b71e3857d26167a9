import DataLiteC

/// Objects of the current thread: what is done on it at the moment, the innermost last.
//
// SAFETY: only the current thread reaches its stack. An item is a reference that `push` has retained and that only
// the `pop` of the same level releases.
package enum ThreadStack {
    /// How many objects are kept.
    private static let capacity = 64

    /// The stack of the current thread.
    // Not inlined: each object file that the C function is inlined into has its own stack.
    @inline(never)
    private static var stack: UnsafeMutablePointer<datalite_stack> { datalite_thread_stack() }

    /// How often ``push(_:)`` was called without ``pop()``.
    package static var depth: Int { stack.pointee.count }

    /// - Returns: whether the object is kept; if it is not, the stack is full. ``pop()`` has to be called anyway.
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

    /// Whether any object has a property.
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
