import DataLiteServer
import Foundation
import InMemoryLogging
import Logging
import Synchronization
import Testing

/// A directory that is deleted with the object.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String = "test.sqlite") -> String { path + "/" + name }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }
}

/// A value that several threads share.
final class Shared<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }

    func change(_ body: @Sendable (inout Value) -> Void) { value.withLock { body(&$0) } }

    var current: Value { value.withLock { $0 } }
}

/// A gate that threads wait for. It stays open.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    func wait() {
        #expect(semaphore.wait(timeout: .now() + 600) == .success, "the gate was not opened")
        semaphore.signal()
    }
}

/// Runs each part of a task on the thread that starts or resumes it: when a task was created, its first call waits.
final class InlineExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }
}

/// Yields until a condition holds. The limit only keeps a failing test from hanging.
func reached(_ condition: () throws -> Bool) async throws {
    let limit = ContinuousClock.now + .seconds(600)
    while try !condition() {
        guard ContinuousClock.now < limit else {
            Issue.record("the condition was never true")
            return
        }
        try await Task.sleep(for: .milliseconds(1))
    }
}

extension Database {
    /// A database in memory or in a file with the table `items(id INTEGER PRIMARY KEY, name TEXT UNIQUE)`.
    static func withItems(
        path: String? = nil, _ change: (inout Configuration) -> Void = { _ in }
    ) async throws -> Database {
        let configuration = Configuration(change)
        let database =
            try path.map { try Database(path: $0, configuration: configuration) }
            ?? Database.inMemory(configuration: configuration)
        try await database.write { db in
            try db.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
        }
        return database
    }

    func addItem(_ name: String) async throws {
        try await write { db in try db.execute("INSERT INTO items(name) VALUES (\(name))") }
    }

    /// Holds the writer until the gate is open.
    func holdWriter(until gate: Gate) async throws -> Task<Void, any Error> {
        let isWriting = Shared(false)
        let task = Task {
            try await self.write { _ in
                isWriting.change { $0 = true }
                gate.wait()
            }
        }
        try await reached { isWriting.current }
        return task
    }
}

/// A logger whose messages are kept.
struct TestLog {
    let handler = InMemoryLogHandler()
    let logger: Logger

    init(_ level: Logger.Level = .info) {
        let handler = handler
        var logger = Logger(label: "test", factory: { _ in handler })
        logger.logLevel = level
        self.logger = logger
    }

    var messages: [String] { handler.entries.map { "\($0.level): \($0.message)" } }

    /// Everything that was logged.
    var text: String { handler.entries.map { "\($0.message) \($0.metadata)" }.joined() }

    func metadata(_ key: String) -> [String] {
        handler.entries.compactMap { $0.metadata[key].map { "\($0)" } }
    }
}

/// The error of a call.
func failure(_ body: () async throws -> Void) async -> SQLiteError? {
    do {
        try await body()
    } catch {
        return error as? SQLiteError
    }
    return nil
}
