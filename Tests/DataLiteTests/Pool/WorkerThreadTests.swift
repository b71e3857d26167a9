import Dispatch
import Testing

@testable import DataLite

@Suite("The threads of a database")
struct WorkerThreadTests {
    private struct ClosureJob: Job {
        let body: @Sendable () -> Void

        func run() { body() }
    }

    @Test("start when they are needed, up to a limit, and run all jobs")
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

    @Test("are used again")
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

    @Test("end when they were idle for a while, and start again")
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
