import DataLiteCore
import DataLiteTesting
import Foundation
import Testing

@Suite("A fault")
struct FaultTests {
    private static func spy() throws -> MockConnection {
        try .spy(schema: "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)")
    }

    private static let strikes: [(FaultPoint, @Sendable (MockConnection) throws -> Void)] = [
        (.prepare, { _ = try $0.prepare(sql: "SELECT a FROM t") }),
        (.bind, { try $0.prepare(sql: "SELECT ?").bind(1, at: 1) }),
        (.step, { _ = try $0.prepare(sql: "SELECT a FROM t").step() }),
        (
            .step(row: 2),
            { mock in
                let statement = try mock.prepare(sql: "SELECT a FROM t")
                _ = try statement.step()
                _ = try statement.step()
                _ = try statement.step()
            }
        ),
        (
            .reset,
            { mock in
                let statement = try mock.prepare(sql: "SELECT a FROM t")
                _ = try statement.step()
                try statement.reset()
            }
        ),
        (.close, { try $0.close() }),
    ]

    @Test("A fault occurs once at its call", arguments: strikes)
    func places(
        place: FaultPoint, action: @Sendable (MockConnection) throws -> Void
    ) throws {
        let mock = try Self.spy()
        mock.fail(place, with: .ioerrRead, message: "the disk is gone")
        let error = #expect(throws: SQLiteError.self) { try action(mock) }
        #expect(error?.resultCode == .ioerrRead)
        #expect(error?.message == "the disk is gone")
        try action(mock)
    }

    @Test("A fault occurs a number of times before calls succeed")
    func busy() throws {
        let mock = try Self.spy()
        mock.fail(.step, "DELETE FROM t", with: .busy, times: 3)
        for _ in 1...3 {
            let error = #expect(throws: SQLiteError.self) { try mock.execute("DELETE FROM t") }
            #expect(error?.resultCode == .busy)
        }
        #expect(try mock.value("SELECT count(*) FROM t") == 3)
        try mock.execute("DELETE FROM t")
        #expect(try mock.value("SELECT count(*) FROM t") == 0)
    }

    @Test("A fault can skip calls, occur every time and be removed")
    func counting() throws {
        let mock = try Self.spy()
        mock.fail(.prepare, "SELECT 1", with: .nomem, skipping: 2, times: nil)
        for _ in 1...2 { _ = try mock.rows("SELECT 1") }
        for _ in 1...3 { #expect(throws: SQLiteError.self) { try mock.rows("SELECT 1") } }
        _ = try mock.rows("SELECT 2")
        mock.clearFaults()
        _ = try mock.rows("SELECT 1")
    }

    @Test(
        "A fatal fault rolls back the transaction, as in SQLite",
        arguments: [ResultCode.full, .ioerrFsync, .nomem], [true, false])
    func fatal(code: ResultCode, isSpy: Bool) throws {
        let mock = isSpy ? try Self.spy() : MockConnection { _ in .done }
        mock.fail(.step, "DELETE FROM t", with: code)
        let error = #expect(throws: SQLiteError.self) {
            try mock.transaction {
                try mock.execute("INSERT INTO t VALUES (4)")
                _ = try? mock.execute("DELETE FROM t")
                #expect(mock.isAutocommit)
                try mock.execute("INSERT INTO t VALUES (5)")
            }
        }
        #expect(error?.resultCode == .abortRollback)
        if isSpy { #expect(try mock.value("SELECT count(*) FROM t") == 3) }
    }

    @Test("A nonfatal fault leaves the transaction open, as in SQLite", arguments: [true, false])
    func notFatal(isSpy: Bool) throws {
        let mock = isSpy ? try Self.spy() : MockConnection { _ in .done }
        mock.fail(.step, "DELETE FROM t", with: .constraintUnique)
        try mock.transaction {
            #expect(throws: SQLiteError.self) { try mock.execute("DELETE FROM t") }
            #expect(!mock.isAutocommit)
        }
        #expect(mock.isAutocommit)
    }

    @Test("A fault can be a delay that an interrupt ends")
    func interrupt() throws {
        let mock = try Self.spy()
        mock.stall(.step(row: 1), for: .seconds(600))
        let cursor = try mock.cursor("SELECT a FROM t")
        #expect(try cursor.step())
        let handle = mock.interruptHandle
        let thread = Thread { handle.interrupt() }
        thread.start()
        let error = #expect(throws: SQLiteError.self) { try cursor.step() }
        #expect(error?.resultCode == .interrupt)
        #expect(try mock.rows("SELECT a FROM t").count == 3)
    }

    @Test("A fault can be a delay that passes")
    func delay() throws {
        let mock = try Self.spy()
        mock.stall(for: .milliseconds(1))
        #expect(try mock.rows("SELECT a FROM t").count == 3)
    }

    @Test("A fault does not count as the expected call")
    func expectation() throws {
        let mock = MockConnection()
        mock.expectExecute("DELETE FROM t").returning(changes: 3)
        mock.fail(.step, with: .busy)
        #expect(throws: SQLiteError.self) { try mock.execute("DELETE FROM t") }
        try mock.execute("DELETE FROM t")
        #expect(mock.changes == 3)
        #expect(mock.problems.isEmpty)
    }

    @Test("A fault is recorded in the log")
    func log() throws {
        let mock = MockConnection { _ in .done }
        mock.fail(.step, with: .busyTimeout)
        #expect(throws: SQLiteError.self) { try mock.execute("DELETE FROM t") }
        #expect(
            mock.log == [.prepare("DELETE FROM t"), .failure(.busyTimeout, "DELETE FROM t")])
    }

    @Test("A fault during a run ends the run, and the next step starts over")
    func middle() throws {
        let mock = try Self.spy()
        mock.fail(.step(row: 1), with: .ioerrRead)
        let statement = try mock.prepare(sql: "SELECT a FROM t")
        #expect(try statement.step())
        #expect(throws: SQLiteError.self) { try statement.step() }
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) == 1)
    }

    @Test("A fault can be removed by its own predicate")
    func predicate() throws {
        let mock = MockConnection { _ in .done }
        mock.fail(
            .step,
            .where("the first") { _ in
                mock.clearFaults()
                return true
            }, with: .busy, times: nil)
        #expect(throws: SQLiteError.self) { try mock.execute("DELETE FROM t") }
        try mock.execute("DELETE FROM t")
    }

    @Test("A fault of closing ignores the pattern")
    func closing() throws {
        let mock = MockConnection { _ in .done }
        mock.fail(.close, "DELETE FROM t", with: .busy)
        #expect(throws: SQLiteError.self) { try mock.close() }
        try mock.close()
    }
}
