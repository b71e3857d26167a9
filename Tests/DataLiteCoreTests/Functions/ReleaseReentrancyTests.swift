import DataLiteCore
import Testing

@Suite("A released object that uses the connection")
struct ReleaseReentrancyTests {
    let connection: Connection

    init() throws {
        connection = try .inMemory()
        try connection.execute(sql: "CREATE TABLE t(x); INSERT INTO t VALUES (1), (2), (3)")
    }

    /// A statement on a row, whose run keeps an object that ends with it.
    private static let keeping = "SELECT x, keep('constant') FROM t"

    private func add(_ will: @escaping () -> Void) throws {
        try connection.add(function: "keep", argc: 1) { args in
            _ = args.auxiliary(at: 0) { _ in DeinitCallback(will) }
            return 1
        }
    }

    @Test("A released object cannot step or reset the statement that is being reset")
    func reset() throws {
        var own: Statement?
        var codes: [ResultCode] = []
        try add {
            guard let own else { return }
            let uses: [() throws -> Void] = [{ _ = try own.step() }, { try own.reset() }]
            codes += uses.compactMap { try? failure(of: $0).resultCode }
            #expect(own.columnValue(at: 0) == SQLiteValue.null)
        }
        own = try connection.statement(Self.keeping + " WHERE x > ?")
        try own?.bind(0, at: 1)
        #expect(try own?.step() == true)
        try own?.reset()
        #expect(codes == [.misuse, .misuse])
        #expect(try own?.step() == true)
        #expect(own?.columnValue(at: 0) == SQLiteValue.int(1))
        let last = own
        own = nil
        try last?.reset()
    }

    @Test("A released object can release another statement when all are aborted")
    func abortedStatements() throws {
        var other: Statement?
        var livesOn: [Bool] = []
        try add {
            weak var last: Statement?
            last = other
            other = nil
            livesOn.append(last != nil)
        }
        let keeping = try connection.statement(Self.keeping)
        other = try connection.statement("SELECT x FROM t")
        try connection.beginTransaction()
        #expect(try keeping.step())
        #expect(try other?.step() == true)
        try connection.forceRollback(["ROLLBACK"])
        #expect(connection.isAutocommit)
        #expect(livesOn == [false])
    }

    @Test("A released object can use the statement cache while it is being cleared")
    func clearedCache() throws {
        var counts: [Int?] = []
        try add { [unowned connection] in
            counts.append(try? connection.value("SELECT count(*) FROM t"))
        }
        _ = try connection.lease(sql: Self.keeping).step()
        connection.clearStatementCache()
        #expect(counts == [3])
    }

    @Test("A released object can use the full statement cache while it makes room")
    func fullCache() throws {
        let connection = try Connection(
            location: .inMemory, configuration: .init { $0.statementCacheCapacity = 1 })
        var values: [Int?] = []
        try connection.add(function: "keep", argc: 1) { [unowned connection] args in
            _ = args.auxiliary(at: 0) { _ in
                DeinitCallback { values.append(try? connection.value("SELECT 2")) }
            }
            return 1
        }
        _ = try connection.lease(sql: "SELECT keep('constant')").step()
        #expect(try connection.value("SELECT 1") == 1)
        #expect(values == [2])
    }

    @Test("A released object can bind another string to the statement that was reset")
    func boundText() throws {
        var own: Statement?
        try add { try? own?.bind("HI", at: 1) }
        own = try connection.prepare(sql: "SELECT ?1, keep('constant')")
        try own?.bind("hello world", at: 1)
        try own?.step()
        try own?.reset()
        #expect(own?.expandedSQL == "SELECT 'HI', keep('constant')")
        #expect(try own?.step() == true)
        #expect(own?.columnValue(at: 0) == "HI")
        let last = own
        own = nil
        try last?.reset()
    }

    @Test("A released object finds the connection closed while it is closing")
    func closing() throws {
        var messages: [String] = []
        let will = DeinitCallback { [unowned connection] in
            let uses: [() throws -> Void] = [
                { try connection.execute("SELECT 1") },
                { try connection.add(function: "late", argc: 0) { _ in 1 } },
                { try connection.close() },
            ]
            messages += uses.compactMap { try? failure(of: $0).message }
            #expect(connection.isClosed)
        }
        try connection.add(function: "holder", argc: 0) { [will] _ in
            withExtendedLifetime(will) { 1 }
        }
        _ = consume will
        try connection.close()
        #expect(messages == Array(repeating: "connection is closed", count: 3))
    }

    @Test("Releasing an error can cause another error")
    func error() throws {
        // Safe: the error stays on the thread of the test.
        final class Troubled: Error, @unchecked Sendable {
            let will: DeinitCallback

            init(_ will: DeinitCallback) { self.will = will }
        }
        var codes: [ResultCode] = []
        try connection.add(aggregate: "troubled", argc: 1, initial: 0) { _, _ in
        } finalize: { [unowned connection] _ -> Int in
            throw Troubled(
                DeinitCallback {
                    let error = try? failure { try connection.execute("SELECT nothing") }
                    codes += error.map { [$0.resultCode] } ?? []
                })
        }
        let overflow: SQL = "abs(-9223372036854775808)"
        let error = try failure {
            try connection.execute("SELECT troubled(CASE x WHEN 2 THEN \(overflow) END) FROM t")
        }
        #expect(error.message == "integer overflow")
        #expect(codes == [.error])
    }
}
