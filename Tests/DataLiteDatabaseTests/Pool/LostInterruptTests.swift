import DataLiteC
import DatabaseStress
import Foundation
import Testing

@testable import DataLiteCore
@testable import DataLiteDatabase

@Suite("An interrupt that arrives before a statement begins", .timeLimit(.minutes(20)))
struct LostInterruptTests {
    enum Stop: CaseIterable {
        case cancellation, timeLimit, suspension
    }

    /// Runs a query without an end in a connection that is already stopped, as a step does that has found the connection
    /// running just before.
    private static func runEndlessQuery(_ db: any ConnectionProtocol) throws {
        let connection = try #require(db as? Connection)
        let statement = try connection.prepare(sql: endlessQuery.text)
        while !connection.interruptHandle.isStopped { usleep(1000) }
        let code = sqlite3_step(statement.pointer)
        throw SQLiteError(ResultCode(code), message: "")
    }

    @Test("A stop is repeated until the call ends", arguments: Stop.allCases, TestStorage.allCases)
    func repeated(stop: Stop, storage: TestStorage) async throws {
        let database = try storage.openWithItems {
            // Long enough for the other calls of the test.
            if stop == .timeLimit { $0.timeLimit = .seconds(5) }
        }
        let hasBegun = Shared(false)
        let reading = Task {
            try await database.read { db in
                hasBegun.change { $0 = true }
                try Self.runEndlessQuery(db)
            }
        }
        await reached { hasBegun.current }
        switch stop {
        case .cancellation: reading.cancel()
        case .timeLimit: break
        case .suspension: try await database.suspend(within: .seconds(60))
        }
        let error = await #expect(throws: (any Error).self) { try await reading.value }
        if stop == .cancellation {
            #expect(error is CancellationError)
        } else {
            #expect((error as? SQLiteError)?.resultCode == .interrupt)
        }
        database.resume()
        #expect(try await database.itemCount() == 0)
    }

    @Test("A stop is repeated until it is resumed, whatever other stops are in effect")
    func ended() throws {
        let connection = try Connection(location: .inMemory)
        let handle = connection.interruptHandle
        let first = handle.stop()
        let second = handle.stop()
        #expect(handle.interruptAgain(first))
        handle.resume(first)
        #expect(!handle.interruptAgain(first))
        #expect(handle.interruptAgain(second))
        #expect(handle.isStopped)
        #expect(throws: SQLiteError.self) { try connection.execute("SELECT 1") }
        handle.resume(second)
        #expect(!handle.isStopped)
        try connection.execute("SELECT 1")
    }

    @Test("Statements that ignore a stop are not interrupted", arguments: [true, false])
    func firstInterrupt(isStop: Bool) throws {
        let connection = try Connection(location: .inMemory)
        let handle = connection.interruptHandle
        try connection.add(function: "interrupt", argc: 0) { _ in
            if isStop { handle.stop() } else { handle.interrupt() }
            return 1
        }
        let query: SQL = """
            WITH RECURSIVE n(i) AS (SELECT interrupt() UNION ALL SELECT i + 1 FROM n LIMIT 10000)
            SELECT count(*) FROM n
            """
        #expect(
            try connection.ignoringStop { try connection.value(query, as: Int.self) } == 10000)
        if isStop { #expect(handle.isStopped) }
        #expect(throws: SQLiteError.self) { try connection.value(query, as: Int.self) }
    }

    @Test("A rollback is not interrupted again", arguments: [true, false])
    func rollback(rollsBack: Bool) throws {
        let connection = try Connection(location: .inMemory)
        let handle = connection.interruptHandle
        var stop = 0
        try connection.add(function: "stop_again", argc: 1) { [unowned connection] arguments in
            connection.handle.ignoresStop = rollsBack
            #expect(handle.interruptAgain(stop))
            connection.handle.ignoresStop = false
            return arguments[0]
        }
        stop = handle.stop()
        // The statement ignores the first interrupt, because it begins later.
        let result = Result {
            try connection.ignoringStop {
                try connection.value(
                    """
                    WITH RECURSIVE n(i) AS (SELECT stop_again(1) UNION ALL SELECT i + 1 FROM n LIMIT 10000)
                    SELECT count(*) FROM n
                    """, as: Int.self)
            }
        }
        handle.resume(stop)
        if rollsBack {
            #expect(try result.get() == 10000)
        } else {
            #expect(throws: SQLiteError.self) { try result.get() }
        }
    }
}
