import DataLiteServer
import Foundation

/// The memory of 100,000 calls that wait for a connection, and that of as many tasks that only wait.
enum Queue {
    private static let count = 100_000

    static func measureTasks() async throws {
        let before = memory()
        let waiting = Continuations()
        let tasks = (0..<count).map { _ in
            Task { await withCheckedContinuation { waiting.append($0) } }
        }
        while waiting.count < count { try await Task.sleep(for: .milliseconds(1)) }
        print("\(count) suspended tasks: \(memory() - before) MB")
        waiting.resumeAll()
        for task in tasks { await task.value }
    }

    static func measureWrites() async throws {
        let database = try Database.temporary()
        try await database.write { db in try db.execute("CREATE TABLE t(x)") }
        let end = DispatchSemaphore(value: 0)
        let isHeld = DispatchSemaphore(value: 0)
        let holder = Task {
            try await database.write { _ in
                isHeld.signal()
                end.wait()
            }
        }
        while isHeld.wait(timeout: .now()) != .success { await Task.yield() }
        let before = memory()
        let tasks = (0..<count).map { number in
            Task {
                try await database.write { db in try db.execute("INSERT INTO t VALUES (\(number))")
                }
            }
        }
        while database.statistics.waits < count { try await Task.sleep(for: .milliseconds(1)) }
        print("\(count) waiting writes: \(memory() - before) MB")
        end.signal()
        try await holder.value
        for task in tasks { _ = try await task.value }
    }

    /// The resident size in megabytes.
    private static func memory() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1024
    }

    private final class Continuations: @unchecked Sendable {
        private let lock = NSLock()
        private var continuations: [CheckedContinuation<Void, Never>] = []

        var count: Int { lock.withLock { continuations.count } }

        func append(_ continuation: CheckedContinuation<Void, Never>) {
            lock.withLock { continuations.append(continuation) }
        }

        func resumeAll() {
            for continuation in lock.withLock({ continuations }) { continuation.resume() }
        }
    }
}
