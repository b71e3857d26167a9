import DataLiteCore
import Foundation
import Testing

@Suite("The date of a transaction")
struct TransactionDateTests {
    /// A clock that advances by a second with each reading.
    private final class Clock: @unchecked Sendable {
        // SAFETY: used by one thread at a time.
        nonisolated(unsafe) private var seconds = 0.0

        func now() -> Date {
            seconds += 1
            return Date(timeIntervalSince1970: seconds)
        }
    }

    private let connection: Connection

    init() throws {
        let clock = Clock()
        connection = try Connection(
            location: .inMemory, configuration: .init { $0.transactionClock = clock.now })
        try connection.execute("CREATE TABLE t(x)")
    }

    private func seconds() throws -> Double {
        try connection.transactionDate.timeIntervalSince1970
    }

    @Test("It is the same in a transaction, and the time of the use outside")
    func constant() throws {
        #expect(try seconds() == 1)
        #expect(try seconds() == 2)
        for first in [3.0, 4.0] {
            try connection.transaction {
                #expect(try seconds() == first)
                try connection.execute("INSERT INTO t VALUES (1)")
                #expect(try seconds() == first)
                let inner = try connection.savepoint { try seconds() }
                try? connection.savepoint {
                    _ = try seconds()
                    throw CancellationError()
                }
                #expect(inner == first)
                #expect(try seconds() == first)
            }
        }
        #expect(try seconds() == 5)
    }

    @Test("It ends with the transaction, however that ends")
    func ends() throws {
        // A transaction that only reads, and one that does nothing.
        for sql in ["SELECT 1", "SELECT count(*) FROM t"] {
            try connection.execute("BEGIN")
            let first = try seconds()
            try connection.execute(script: sql)
            #expect(try seconds() == first)
            try connection.execute("COMMIT")
            #expect(try seconds() == first + 1)
        }
        try connection.execute("BEGIN IMMEDIATE")
        let rolledBack = try seconds()
        try connection.execute("INSERT INTO t VALUES (1)")
        try connection.execute("ROLLBACK")
        try connection.execute("BEGIN")
        #expect(try seconds() == rolledBack + 1)
        try connection.execute("COMMIT")
        try connection.execute("SAVEPOINT a")
        let savepoint = try seconds()
        #expect(try seconds() == savepoint)
        try connection.execute("RELEASE a")
        #expect(try seconds() == savepoint + 1)
    }

    @Test("A closure after the commit has its own date, even in a transaction")
    func afterCommit() throws {
        var dates: [Double] = []
        try connection.transaction {
            try connection.afterCommit { db in
                dates.append((try? db.transactionDate.timeIntervalSince1970) ?? -1)
                try? db.transaction {
                    dates.append(try db.transactionDate.timeIntervalSince1970)
                    dates.append(try db.transactionDate.timeIntervalSince1970)
                }
            }
            try connection.execute("INSERT INTO t VALUES (1)")
            #expect(try seconds() == 1)
        }
        #expect(dates == [2, 3, 3])
        #expect(try seconds() == 4)
    }

    /// Reads the date when a transaction is about to be committed, and in a transaction after it.
    private final class Reader: ConnectionDelegate {
        var dates: [Double] = []

        private func read(_ connection: any ConnectionProtocol) {
            dates.append((try? connection.transactionDate.timeIntervalSince1970) ?? -1)
        }

        func connectionWillCommit(_ connection: any ConnectionProtocol) throws { read(connection) }

        func connectionDidCommit(_ connection: any ConnectionProtocol) {
            guard dates.count == 1 else { return }
            try? connection.transaction {
                read(connection)
                read(connection)
            }
        }
    }

    @Test("Delegates have the date of the transaction that is committed, and then another")
    func delegates() throws {
        let reader = Reader()
        connection.add(delegate: reader)
        try connection.transaction {
            #expect(try seconds() == 1)
            try connection.execute("INSERT INTO t VALUES (1)")
        }
        #expect(reader.dates == [1, 2, 2, 2])
        #expect(try connection.transaction { try seconds() } == 3)
    }

    @Test("Without a clock, it is the time of the system")
    func system() throws {
        let connection = try Connection(location: .inMemory)
        let before = Date()
        let date = try connection.transaction { try connection.transactionDate }
        #expect(date >= before && date <= Date())
        try connection.close()
        #expect(throws: SQLiteError.self) { try connection.transactionDate }
    }
}
