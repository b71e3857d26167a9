#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Releases the parts of a query in a loop. A query that was built in a loop is as deep as it is long, and recursive
/// deinitializers would overflow the stack.
enum ReleaseLoop {
    /// The state of the outermost release on a thread.
    private struct State {
        /// The number of releases nested in it.
        var depth = 0
        /// The contents to release when it returns.
        var pending: [any Sendable] = []
    }

    private static let greatestDepth = 8

    /// The key of the thread-specific pointer to the state of the outermost release; `nil` if the process has no key
    /// left. In that case the recursion is not limited.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    /// Releases the contents of an object from its deinitializer: immediately, or later if too many releases are
    /// nested.
    static func release<Contents: Sendable>(_ contents: inout Contents?) {
        guard let key else {
            contents = nil
            return
        }
        guard let outermost = pthread_getspecific(key) else {
            return releaseOutermost(&contents, key)
        }
        let state = outermost.assumingMemoryBound(to: State.self)
        if state.pointee.depth < greatestDepth {
            state.pointee.depth += 1
            drop(&contents)
            state.pointee.depth -= 1
        } else if let released = contents {
            state.pointee.pending.append(released)
            drop(&contents)
        }
    }

    private static func releaseOutermost<Contents: Sendable>(
        _ contents: inout Contents?, _ key: pthread_key_t
    ) {
        var state = State()
        withUnsafeMutablePointer(to: &state) { state in
            guard pthread_setspecific(key, state) == 0 else {
                contents = nil
                return
            }
            drop(&contents)
            while !state.pointee.pending.isEmpty {
                var next = state.pointee.pending.popLast()
                drop(&next)
            }
            pthread_setspecific(key, nil)
        }
    }

    /// Releases a value before this returns. If this were inlined, the optimizer could move the release beyond the
    /// changes of the state around it.
    @inline(never)
    private static func drop<Contents>(_ contents: inout Contents?) { contents = nil }
}

/// A part of a statement that is inside another part, which may itself be inside another, and so on.
///
/// SAFETY: the contents change only in `deinit`, when nothing else refers to the object. Until then, it is immutable.
@usableFromInline
final class NestedPart: @unchecked Sendable {
    private var contents: (any SQLRenderable)?

    init(_ fragment: any SQLRenderable) { contents = fragment }

    deinit { ReleaseLoop.release(&contents) }

    var fragment: any SQLRenderable { contents ?? ReleasedPart() }
}

/// Stands for a part that was released.
private struct ReleasedPart: SQLRenderable {
    func write(to writer: inout _SQLWriter) {}
}
