import Foundation

/// Runs code on a thread with a small stack, as in many programs.
package enum SmallStack {
    /// The size in bytes: 512 KB, as for a secondary thread on macOS. Sanitizers make frames several times larger.
    package static let size = isSanitized ? 4 << 20 : 512 << 10

    private static var isSanitized: Bool {
        ["__asan_init", "__tsan_init"].contains { (symbol: String) in
            dlsym(dlopen(nil, RTLD_NOW), symbol) != nil
        }
    }

    /// Runs `body` on a thread with a small stack, and returns its result or throws its error.
    package static func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) throws -> Value {
        let outcome = Outcome<Value>()
        let thread = Thread {
            outcome.set(Result { try body() })
        }
        thread.stackSize = size
        thread.start()
        return try outcome.get()
    }

    /// SAFETY: the semaphore lets one thread write the value before the other reads it.
    private final class Outcome<Value: Sendable>: @unchecked Sendable {
        private let done = DispatchSemaphore(value: 0)
        private var result: Result<Value, any Error>?

        func set(_ result: Result<Value, any Error>) {
            self.result = result
            done.signal()
        }

        func get() throws -> Value {
            done.wait()
            guard let result else { throw CancellationError() }
            return try result.get()
        }
    }
}
