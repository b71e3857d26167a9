import DataLite
import Testing

@Suite("Under load")
struct ConsistencyTests {
    @Test(
        "every read sees the same total, whatever is transferred", arguments: TestStorage.allCases)
    func transfers(storage: TestStorage) async throws {
        let database = try storage.open { $0.readerLimit = 3 }
        try await database.write { db in
            try db.execute("CREATE TABLE accounts(id INTEGER PRIMARY KEY, balance INTEGER)")
            for id in 1...10 { try db.execute("INSERT INTO accounts VALUES (\(id), 100)") }
        }
        let threads = ThreadGroup()
        let wrong = Shared<[Int]>([])
        for seed in 1...2 {
            threads.run {
                var generator = SeededGenerator(seed: UInt64(seed))
                for _ in 1...300 {
                    transfer(in: database, &generator)
                    let total = try? database.read { try $0.total() }
                    if total != 1000 { wrong.change { $0.append(total ?? -1) } }
                }
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...4 {
                group.addTask {
                    for _ in 1...150 {
                        let totals = try await database.read { [try $0.total(), try $0.total()] }
                        if totals != [1000, 1000] { wrong.change { $0 += totals } }
                    }
                }
            }
            try await group.waitForAll()
        }
        await reached { database.statistics.writes >= 601 }
        #expect(wrong.current == [])
        #expect(try await database.read { try $0.total() } == 1000)
    }

    /// Some transfers fail half way, and must not be seen.
    private func transfer(in database: Database, _ generator: inout SeededGenerator) {
        let (from, to) = (
            Int.random(in: 1...10, using: &generator), Int.random(in: 1...10, using: &generator)
        )
        let amount = Int.random(in: 1...50, using: &generator)
        let fails = Int.random(in: 0..<5, using: &generator) == 0
        try? database.write { db in
            try db.execute("UPDATE accounts SET balance = balance - \(amount) WHERE id = \(from)")
            if fails { throw Refused() }
            try db.execute("UPDATE accounts SET balance = balance + \(amount) WHERE id = \(to)")
        }
    }
}

extension ConnectionProtocol {
    fileprivate func total() throws(SQLiteError) -> Int {
        try value("SELECT sum(balance) FROM accounts") ?? 0
    }
}
