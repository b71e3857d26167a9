import DataLiteCore
import DataLiteTesting
import Foundation
import Testing

@Suite("The settings of a spy")
struct SpySettingsTests {
    private let mock: MockConnection

    init() throws { mock = try MockConnection.spy(schema: "CREATE TABLE t(a)") }

    private static let endlessQuery: SQL =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT count(*) FROM n"

    @Test("Query limits and progress handlers end statements of the spy")
    func limits() throws {
        let limits = #expect(throws: SQLiteError.self) {
            try mock.withQueryLimits(QueryLimits(instructions: 10_000)) {
                try mock.rows(Self.endlessQuery)
            }
        }
        #expect(limits?.resultCode == .interrupt)
        var calls = 0
        let progress = #expect(throws: SQLiteError.self) {
            try mock.withProgressHandler(
                every: 100,
                {
                    calls += 1
                    return calls < 3
                }
            ) { try mock.rows(Self.endlessQuery) }
        }
        #expect(progress?.resultCode == .interrupt && calls == 3)
        #expect(try mock.value("SELECT 1") == 1)
        mock.verifyRan(.prefix("WITH RECURSIVE"), times: 2)
        mock.verify()
    }

    @Test("An authorizer denies statements of the spy")
    func authorizer() throws {
        let error = #expect(throws: SQLiteError.self) {
            try mock.withAuthorizer(.readOnly) { try mock.execute("INSERT INTO t VALUES (1)") }
        }
        #expect(error?.resultCode == .auth)
        try mock.execute("INSERT INTO t VALUES (1)")
        try mock.setBusyHandler { _ in true }
        mock.verify()
    }

    @Test("The date of a transaction is the same until it ends, even for a spy of a spy")
    func transactionDate() throws {
        var dates = [Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2)].makeIterator()
        nonisolated(unsafe) let next = { dates.next() ?? Date(timeIntervalSince1970: 3) }
        let connection = try Connection(
            location: .inMemory, configuration: .init { $0.transactionClock = { next() } })
        let outer = MockConnection(spyingOn: MockConnection(spyingOn: connection))
        for second in [1.0, 2.0] {
            let found = try outer.transaction {
                [try outer.transactionDate, try outer.transactionDate]
            }
            #expect(found == Array(repeating: Date(timeIntervalSince1970: second), count: 2))
        }
    }

    @Test("A mock without a database has no such settings")
    func stub() {
        let stub = MockConnection { _ in .done }
        for body: (MockConnection) throws -> Void in [
            { try $0.withQueryLimits(QueryLimits()) {} },
            { try $0.withProgressHandler({ true }) {} },
            { try $0.withAuthorizer(.readOnly) {} }, { _ = try $0.transactionDate },
            { try $0.setBusyHandler(nil) },
        ] {
            let error = #expect(throws: SQLiteError.self) { try body(stub) }
            #expect(error?.resultCode == .misuse)
        }
    }
}
