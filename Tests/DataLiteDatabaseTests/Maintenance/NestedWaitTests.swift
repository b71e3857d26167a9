import DataLiteTestSupport
import Foundation
import Testing

@testable import DataLiteCore
@testable import DataLiteDatabase

@Suite("A backup that waits for the other database", .timeLimit(.minutes(20)))
struct NestedWaitTests {
    /// Two databases in memory, whose calls run one at a time, in the order in which a backup takes them.
    private func databases() throws -> (outer: Database, inner: Database) {
        let (first, second) = (
            try TestStorage.memory.openWithItems(), try TestStorage.memory.openWithItems()
        )
        let isFirst = ObjectIdentifier(first.pool) < ObjectIdentifier(second.pool)
        return isFirst ? (first, second) : (second, first)
    }

    /// Calls a closure while a write of a database runs.
    private func whileWriting(
        _ database: Database, _ body: () async throws -> Void
    ) async throws {
        let (isWriting, end) = (Shared(false), Gate())
        let write = Task {
            try await database.write { _ in
                isWriting.change { $0 = true }
                end.wait()
            }
        }
        await reached { isWriting.current }
        try await body()
        end.open()
        try await write.value
    }

    private func backup(
        _ outer: Database, _ inner: Database, outerIsSource: Bool
    ) async throws {
        if outerIsSource {
            try await outer.backup(to: inner)
        } else {
            try await inner.backup(to: outer)
        }
    }

    @Test("Cancelling the task ends the wait", arguments: [true, false])
    func cancelled(outerIsSource: Bool) async throws {
        let (outer, inner) = try databases()
        try await whileWriting(inner) {
            let task = Task { try await backup(outer, inner, outerIsSource: outerIsSource) }
            await reached { inner.statistics.waits == 1 }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            let count: Int? = try await outer.itemCount()
            #expect(count == 0)
        }
        try await backup(outer, inner, outerIsSource: outerIsSource)
    }

    @Test("Suspending the database that is held ends the wait", arguments: [true, false])
    func suspended(outerIsSource: Bool) async throws {
        let (outer, inner) = try databases()
        try await whileWriting(inner) {
            let task = Task { try await backup(outer, inner, outerIsSource: outerIsSource) }
            await reached { inner.statistics.waits == 1 }
            try await outer.suspend(within: .seconds(60))
            let error = try await failure { try await task.value }
            #expect(error.resultCode == .interrupt)
            outer.resume()
        }
        #expect(try await outer.itemCount() == 0)
    }

    @Test("The limit of waiting ends the wait")
    func waitLimit() async throws {
        let (outer, inner) = try databases()
        let limited = try Database.inMemory(
            configuration: .init { $0.waitLimit = .milliseconds(20) })
        for other in [outer, inner] where other.pool.isTaken(before: limited.pool) {
            try await whileWriting(limited) {
                let error = try await failure { try await other.backup(to: limited) }
                #expect(error.resultCode == .busy)
            }
        }
    }

    @Test("A stop is passed to the connection that a closure uses, and ends with it")
    func passing() throws {
        let (first, second) = (
            try Connection(location: .inMemory), try Connection(location: .inMemory)
        )
        let (handle, other) = (first.interruptHandle, second.interruptHandle)
        let stop = handle.passing(to: other) {
            #expect(!other.isStopped)
            let stop = handle.stop()
            #expect(other.isStopped && handle.interruptAgain(stop))
            return stop
        }
        #expect(!other.isStopped && handle.isStopped)
        handle.passing(to: other) {
            #expect(other.isStopped)
            handle.resume(stop)
            #expect(!other.isStopped)
        }
        let count = other.interruptions
        handle.passing(to: other) { handle.interrupt() }
        #expect(other.interruptions == count + 1)
        handle.interrupt()
        #expect(other.interruptions == count + 1)
        try second.execute("SELECT 1")
    }

    @Test("A stop of a closed connection is not repeated")
    func closed() throws {
        let connection = try Connection(location: .inMemory)
        let handle = connection.interruptHandle
        let stop = handle.stop()
        try connection.close()
        #expect(!handle.interruptAgain(stop))
    }
}
