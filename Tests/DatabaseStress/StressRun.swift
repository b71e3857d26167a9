import DataLiteDatabase
import DataLiteTestSupport
import Foundation

/// The stress test: concurrent transfers in two processes, then random cancellations, for a given time.
struct StressRun {
    let seconds: Int

    func run() async throws {
        try await withTemporaryDirectory { directory in
            try await transfers(directory + "/accounts.sqlite")
            try await cancellations(directory + "/items.sqlite")
        }
    }

    /// Runs transfers for two thirds of the time.
    private func transfers(_ path: String) async throws {
        let end = ContinuousClock.now + .seconds(seconds) * 2 / 3
        let database = try Database(path: path)
        try TransferLoad.createAccounts(in: database)
        var round: UInt64 = 0
        while ContinuousClock.now < end {
            round += 1
            let other = try ChildProcess("DatabaseStress", ["transfer", path, "2000"])
            let load = TransferLoad(database: database, rounds: 2000, seed: round, end: end)
            let outcome = await load.run()
            let (status, lines) = other.wait()
            report("round \(round): \(outcome); other process: \(lines.last ?? "exit \(status)")")
            guard outcome.problems.isEmpty, status == 0,
                lines.last?.hasSuffix("no problems") == true
            else { exit(70) }
        }
        let check = try await database.read {
            try $0.value("PRAGMA integrity_check", as: String.self)
        }
        guard check == "ok" else {
            report("integrity_check: \(check ?? "")")
            exit(70)
        }
        try await database.close()
    }

    private func cancellations(_ path: String) async throws {
        let end = ContinuousClock.now + .seconds(seconds) / 3
        let database = try Database(path: path)
        try CancellationLoad.createTable(in: database)
        var (rows, seed) = (0, UInt64(0))
        while ContinuousClock.now < end {
            seed += 1
            let outcome = await CancellationLoad(database: database, count: 5000, seed: seed).run()
            rows += outcome.rows
            let saved = try await database.read { try $0.value("SELECT count(*) FROM items") ?? 0 }
            report(
                "\(outcome.cancelled) calls cancelled, \(outcome.completed) completed, \(saved) rows"
            )
            guard outcome.problems.isEmpty, saved == rows else {
                report("expected \(rows) rows; \(outcome.problems)")
                exit(70)
            }
        }
        try await database.close()
    }
}
