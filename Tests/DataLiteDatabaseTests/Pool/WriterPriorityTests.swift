import Foundation
import Testing

@testable import DataLiteDatabase

@Suite("Reads during a write", .timeLimit(.minutes(20)))
struct WriterPriorityTests {
    @Test("Reads yield to the writer while more closures run than there are processors")
    func yielding() throws {
        let readers = ProcessInfo.processInfo.activeProcessorCount
        let database = try Database.temporary(configuration: .init { $0.readerLimit = readers })
        let (begun, end) = (DispatchSemaphore(value: 0), Gate())
        let threads = ThreadGroup()
        for _ in 0..<readers {
            threads.run {
                try? database.read { _ in
                    begun.signal()
                    end.wait()
                }
            }
        }
        for _ in 0..<readers { begun.wait() }
        #expect(!database.mayDelayWriter)
        try database.write { _ in #expect(database.mayDelayWriter) }
        #expect(!database.mayDelayWriter)
        end.open()
        threads.wait()
        try database.write { _ in #expect(database.mayDelayWriter == (readers == 1)) }
    }
}

extension Database {
    fileprivate var mayDelayWriter: Bool { pool.state.withLock { $0.mayDelayWriter } }
}
