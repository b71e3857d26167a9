import DataLiteDatabase
import DatabaseStress
import Testing

@Suite("A database under load")
struct ConsistencyTests {
    @Test(
        "Every read sees the same total during transfers", arguments: TestStorage.allCases)
    func transfers(storage: TestStorage) async throws {
        let database = try storage.open { $0.readerLimit = 3 }
        try TransferLoad.createAccounts(in: database)
        let report = await TransferLoad(database: database, rounds: 200).run()
        #expect(report.problems == [])
        #expect(report.reads == 2 * 200 + 3 * 400)
        #expect(report.transfers == 3 * 200)
        #expect(try await database.total() == TransferLoad.total)
    }

    @Test("Every read sees the same total during transfers of another process")
    func processes() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/accounts.sqlite"
            let database = try Database(
                path: path,
                configuration: .init {
                    $0.checkpointPages = 20
                    $0.walPageLimit = 60
                    $0.busyTimeout = .seconds(600)
                })
            try TransferLoad.createAccounts(in: database)
            let other = try ChildProcess("DatabaseStress", ["transfer", path, "400"])
            try #require(other.readLine() == "ready")
            let report = await TransferLoad(database: database, rounds: 400, seed: 1).run()
            let (status, lines) = other.wait()
            #expect(report.problems == [])
            #expect(lines.last == "1200 transfers, 3200 reads, no problems")
            #expect(status == 0)
            #expect(try await database.total() == TransferLoad.total)
            let check = try await database.read { db in
                try db.value("PRAGMA integrity_check", as: String.self)
            }
            #expect(check == "ok")
        }
    }
}

extension Database {
    fileprivate func total() async throws -> Int? {
        try await read { db in try db.value("SELECT sum(balance) FROM accounts") }
    }
}
