import Foundation

/// Runs `body` on a thread with a small stack.
package func onSmallStack<R>(_ body: @escaping () throws -> R) throws -> R {
    let result = TestBox<Result<R, any Error>?>(nil)
    let work = TestBox(body)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
        result.value = Result { try work.value() }
        done.signal()
    }
    thread.stackSize = SmallStack.size
    thread.start()
    done.wait()
    guard let value = result.value else { throw CancellationError() }
    return try value.get()
}
