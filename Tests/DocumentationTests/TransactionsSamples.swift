import DataLiteCore
import DataLiteTestSupport
import Testing

@Suite("The samples of the guide to transactions")
struct TransactionsSamples {
    let connection: Connection

    init() throws {
        connection = try Connection(location: .inMemory)
        try connection.execute(
            sql: """
                CREATE TABLE accounts(id INTEGER PRIMARY KEY, balance INTEGER CHECK(balance >= 0));
                INSERT INTO accounts VALUES (1, 100), (2, 0);
                """)
    }

    private func balances() throws -> [Int] {
        try connection.rows("SELECT balance FROM accounts ORDER BY id").compactMap {
            $0.lenientValue("balance")
        }
    }

    @Test("commit all changes or none")
    func transaction() throws {
        let amount = 30
        // sample: transaction
        let left: Int? = try connection.transaction {
            try connection.execute("UPDATE accounts SET balance = balance + \(amount) WHERE id = 2")
            try connection.execute("UPDATE accounts SET balance = balance - \(amount) WHERE id = 1")
            return try connection.value("SELECT balance FROM accounts WHERE id = 1")
        }
        // end
        #expect(left == 70)
        #expect(try balances() == [70, 30])
    }

    @Test("roll back to a savepoint")
    func savepoint() throws {
        // sample: savepoint
        struct Declined: Error {}

        try connection.transaction {
            try connection.execute("UPDATE accounts SET balance = balance - 10 WHERE id = 1")
            try? connection.savepoint {
                try connection.execute("UPDATE accounts SET balance = balance + 10 WHERE id = 2")
                throw Declined()  // undoes the line above, and no more
            }
            try connection.execute("UPDATE accounts SET balance = balance + 1 WHERE id = 2")
        }
        // the balances are now 90 and 1
        // end
        #expect(try balances() == [90, 1])
    }

    @Test("call closures after a transaction")
    func closures() throws {
        // sample: afterCommit
        try connection.transaction {
            try connection.execute("UPDATE accounts SET balance = 50 WHERE id = 1")
            try connection.afterCommit { print("saved") }
            try connection.afterRollback { print("undone") }
        }
        // end
        #expect(try balances() == [50, 0])
    }

    @Test("have one date in a transaction")
    func date() throws {
        let dates = try connection.transaction {
            [try connection.transactionDate, try connection.transactionDate]
        }
        print(dates[0] == dates[1])  // true
        #expect(dates[0] == dates[1])
    }

    @Test("refuse to continue after the transaction has ended")
    func lost() throws {
        // sample: lost
        do {
            try connection.transaction {
                try connection.execute("ROLLBACK")  // or a full disk, on which SQLite rolls back
                try connection.execute("UPDATE accounts SET balance = 0 WHERE id = 1")
            }
        } catch ResultCode.abortRollback {
            print("the update was not run")
        }
        // end
        #expect(try balances() == [100, 0])
    }

    @Test("begin and commit a transaction manually")
    func byHand() throws {
        // sample: by hand
        try connection.beginTransaction(.immediate)
        try connection.execute("UPDATE accounts SET balance = 5 WHERE id = 2")
        print(connection.isAutocommit)  // false
        try connection.commitTransaction()
        // end
        #expect(connection.isAutocommit)
        #expect(try balances() == [100, 5])
    }

    @Test("read one state on several connections", .enabled(if: WALSnapshot.isSupported))
    func snapshots() throws {
        try withTemporaryDirectory { directory in
            let writer = try Connection(path: directory + "/x.db")
            try writer.execute("PRAGMA journal_mode = WAL")
            try writer.execute("CREATE TABLE accounts AS SELECT 1 AS id, 100 AS balance")
            let reader = try Connection(path: directory + "/x.db")
            // sample: walSnapshot
            let snapshot = try writer.transaction(.deferred) { try writer.walSnapshot() }
            try writer.execute("UPDATE accounts SET balance = 0")
            let before: Int? = try reader.read(at: snapshot) {
                try reader.value("SELECT sum(balance) FROM accounts")
            }
            print(before ?? 0)  // 100
            // end
            #expect(before == 100)
        }
    }
}
