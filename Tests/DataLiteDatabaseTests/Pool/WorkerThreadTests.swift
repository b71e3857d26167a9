import Dispatch
import Testing

@testable import DataLiteDatabase

@Suite("The threads of a database")
struct WorkerThreadTests {
    private struct ClosureJob: Job {
        let body: @Sendable () -> Void
        var refusal: @Sendable (SQLiteError) -> Void = { error in Issue.record(error) }

        func runJob() { body() }

        func refuse(_ error: SQLiteError) { refusal(error) }
    }

    /// A thread starter that can create only some threads, like a system with a limit on threads.
    private final class LimitedSystem: Sendable {
        let remaining: Shared<Int>

        init(_ count: Int) { remaining = Shared(count) }

        var startThread: ThreadStarter {
            { [self] name, body throws(SQLiteError) in
                let isPossible = remaining.change { remaining in
                    remaining -= 1
                    return remaining >= 0
                }
                guard isPossible else {
                    throw SQLiteError(.nomem, message: "no thread can be created")
                }
                try SystemThread.start(name, body)
            }
        }
    }

    @Test("A job is rejected if no thread can be created, and the next job runs")
    func noThread() {
        let system = LimitedSystem(0)
        let workers = WorkerThreads(limit: 2, name: "test", startThread: system.startThread)
        let (refused, isDone) = (Shared<[String]>([]), Gate())
        workers.submit(
            ClosureJob(
                body: { Issue.record("the job was run") },
                refusal: { error in refused.change { $0.append(error.message) } }))
        #expect(refused.current == ["no thread can be created"])
        #expect(workers.count == 0)
        system.remaining.change { $0 = 1 }
        workers.submit(ClosureJob { isDone.open() })
        isDone.wait()
        workers.stop()
    }

    @Test("Fewer threads than wanted run all jobs")
    func fewThreads() {
        let system = LimitedSystem(1)
        let workers = WorkerThreads(limit: 4, name: "test", startThread: system.startThread)
        let (end, done) = (Gate(), Shared(0))
        for _ in 1...6 {
            workers.submit(
                ClosureJob {
                    end.wait()
                    done.change { $0 += 1 }
                })
        }
        #expect(workers.count == 1)
        end.open()
        eventually { done.current == 6 }
        workers.stop()
        eventually { workers.count == 0 }
    }

    @Test(
        "A call fails if no thread can be created, and later calls succeed",
        arguments: TestStorage.allCases)
    func call(storage: TestStorage) async throws {
        let system = LimitedSystem(0)
        let database = try storage.openWithItems()
        let pool = ConnectionPool(
            database.pool.source, first: try database.pool.source.open(.writer),
            database.pool.configuration, startThread: system.startThread)
        for _ in 1...3 {
            let error = try await failure { try await pool.runAsync(.write) { try $0.addItem() } }
            #expect(error.resultCode == .nomem)
            #expect(error.message == "no thread can be created")
        }
        #expect(pool.state.withLock { $0.reservedSlots } == 0)
        // A synchronous call needs no thread.
        try pool.run(.write) { try $0.addItem() }
        system.remaining.change { $0 = 1 }
        try await pool.runAsync(.write) { try $0.addItem() }
        system.remaining.change { $0 = 0 }
        #expect(try await database.itemCount() == 2)
        try await pool.closeAsync(within: nil)
    }

    @Test("A database closes although no thread can be created")
    func closing() async throws {
        let database = try TestStorage.file.openWithItems()
        let pool = ConnectionPool(
            database.pool.source, first: try database.pool.source.open(.writer),
            database.pool.configuration, startThread: LimitedSystem(0).startThread)
        try await pool.closeAsync(within: nil)
        #expect(pool.state.withLock { $0.phase } == .closed)
    }

    @Test("Threads start on demand, up to a limit, and run all jobs")
    func limit() {
        let workers = WorkerThreads(limit: 2, name: "test")
        #expect(workers.count == 0)
        let (end, done) = (Gate(), Shared(0))
        for _ in 1...6 {
            workers.submit(
                ClosureJob {
                    end.wait()
                    done.change { $0 += 1 }
                })
        }
        #expect(workers.count == 2)
        end.open()
        eventually { done.current == 6 }
        workers.stop()
        eventually { workers.count == 0 }
    }

    @Test("Idle threads are reused")
    func reuse() {
        let workers = WorkerThreads(limit: 8, name: "test")
        for _ in 1...20 {
            let isDone = Gate()
            workers.submit(ClosureJob { isDone.open() })
            isDone.wait()
            eventually { workers.idleCount == workers.count }
        }
        #expect(workers.count == 1)
        workers.stop()
    }

    @Test("Idle threads end after a while and start again")
    func idle() {
        let workers = WorkerThreads(limit: 2, name: "test", idleTime: .milliseconds(1))
        for _ in 1...3 {
            let isDone = Gate()
            workers.submit(ClosureJob { isDone.open() })
            isDone.wait()
            eventually { workers.count == 0 }
        }
    }
}
