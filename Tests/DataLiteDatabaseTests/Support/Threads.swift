import Dispatch
import Foundation
import Testing

/// A gate that one thread waits for and another thread opens. It stays open.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    /// Blocks the thread until the gate is open. The limit only keeps a failing test from hanging.
    func wait(sourceLocation: SourceLocation = #_sourceLocation) {
        let isOpen = semaphore.wait(timeout: .now() + 600) == .success
        #expect(isOpen, "the gate was not opened", sourceLocation: sourceLocation)
        semaphore.signal()
    }
}

/// Runs each closure on its own thread and waits for all of them.
final class ThreadGroup: Sendable {
    private let group = DispatchGroup()

    func run(_ body: @escaping @Sendable () -> Void) {
        group.enter()
        Thread { [group] in
            body()
            group.leave()
        }.start()
    }

    func wait(sourceLocation: SourceLocation = #_sourceLocation) {
        let isFinished = group.wait(timeout: .now() + 60) == .success
        #expect(isFinished, "a thread has not ended", sourceLocation: sourceLocation)
    }
}

/// A value that several threads share.
final class Shared<Value: Sendable>: @unchecked Sendable {
    // SAFETY: `value` is accessed only while `lock` is held.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func change<R: Sendable>(_ body: (inout Value) -> R) -> R {
        lock.withLock { body(&value) }
    }

    var current: Value { change { $0 } }
}

/// Yields the processor until a condition holds. The limit only keeps a failing test from hanging.
func eventually(
    _ condition: () throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) rethrows {
    let limit = DispatchTime.now() + 120
    while try !condition() {
        guard DispatchTime.now() < limit else {
            Issue.record("the condition was never true", sourceLocation: sourceLocation)
            return
        }
        sched_yield()
    }
}

/// Yields to other tasks, including tasks of the caller's actor, until a condition holds. The limit only keeps a
/// failing test from hanging.
func reached(
    isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
) async {
    let limit = DispatchTime.now() + 600
    while !condition() {
        guard DispatchTime.now() < limit else {
            Issue.record("the condition was never true", sourceLocation: sourceLocation)
            return
        }
        await Task.yield()
    }
}
