import DataLiteCore
import Foundation
import Testing

@Suite("A connection that waits for a lock")
struct InterruptedWaitTests {
    @Test(
        "An interrupted connection stops waiting for a lock, long before its timeout",
        .timeLimit(.minutes(20)))
    func interrupted() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let owner = try Connection(path: path)
            try owner.beginTransaction(.exclusive)
            let waiting = try Connection(
                path: path, configuration: .init { $0.busyTimeout = .seconds(3600) })
            let interruptHandle = waiting.interruptHandle
            // Safe: the connection and the result are used here only after the thread has signaled its end.
            nonisolated(unsafe) let connection = waiting
            nonisolated(unsafe) var error: SQLiteError?
            let hasEnded = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                error = try? failure { try connection.beginTransaction(.immediate) }
                hasEnded.signal()
            }
            // An interruption before the wait has no effect.
            while hasEnded.wait(timeout: .now() + .milliseconds(1)) == .timedOut {
                interruptHandle.interrupt()
            }
            #expect(error?.resultCode == .interrupt)
            try owner.commitTransaction()
            try waiting.transaction { try waiting.execute("CREATE TABLE t(x)") }
        }
    }
}
