import DataLiteC
import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@Suite("A hook of commits to the WAL")
struct WALHookTests {
    private func fill(_ connection: Connection, pages: Int) throws {
        try connection.execute("INSERT INTO t VALUES (zeroblob(\(pages * 4096)))")
    }

    private func size(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.size] as? Int)
    }

    private func automatic(_ connection: Connection) throws -> Int? {
        try connection.get(pragma: .walAutocheckpoint)
    }

    @Test("A WAL hook receives the schema and the growing number of pages")
    func commits() throws {
        try withWALFile { connection, path in
            try connection.execute("ATTACH \(path + "2") AS other")
            try connection.execute(
                script: "PRAGMA other.journal_mode = WAL; CREATE TABLE other.u(x);")
            var commits: [(schema: String, pages: Int)] = []
            let hook = try connection.onWALCommit { commits.append(($0.schema, $0.pages)) }
            try fill(connection, pages: 3)
            try connection.transaction {
                try fill(connection, pages: 1)
                try connection.execute("INSERT INTO other.u VALUES (1)")
            }
            _ = try connection.rows("SELECT 1 FROM t")
            hook.cancel()
            try fill(connection, pages: 1)
            #expect(commits.map(\.schema) == ["main", "main", "other"])
            #expect(commits[0].pages >= 3)
            #expect(commits[1].pages > commits[0].pages)
            #expect(commits[2].pages >= 1)
        }
    }

    @Test(
        "A WAL hook runs a checkpoint of the commit's database", arguments: CheckpointMode.allCases)
    func checkpoint(_ mode: CheckpointMode) throws {
        try withWALFile { connection, path in
            var results: [CheckpointResult] = []
            let hook = try connection.onWALCommit { commit in
                do { results.append(try commit.checkpoint(mode)) } catch { Issue.record(error) }
            }
            try fill(connection, pages: 5)
            #expect(results.count == 1)
            #expect(results.first?.wasBlocked == false)
            #expect(results.first?.walPages == results.first?.checkpointedPages)
            let size = try size(path)
            #expect(size > 5 * 4096)
            withExtendedLifetime(hook) {}
        }
    }

    @Test("A checkpoint inside a WAL hook is refused while a statement reads")
    func checkpointWhileReading() throws {
        try withWALFile { connection, _ in
            try fill(connection, pages: 1)
            let cursor = try connection.cursor("SELECT x FROM t")
            #expect(try cursor.next() != nil)
            var codes: [ResultCode?] = []
            let hook = try connection.onWALCommit { commit in
                do throws(SQLiteError) {
                    try commit.checkpoint()
                    codes.append(nil)
                } catch {
                    codes.append(error.resultCode)
                }
            }
            try fill(connection, pages: 1)
            #expect(codes == [] || codes == [.locked])
            try cursor.close()
            withExtendedLifetime(hook) {}
        }
    }

    @Test("A WAL hook cannot run SQL, and the commit that called it stays")
    func reentrancy() throws {
        try withWALFile { connection, _ in
            var codes: [ResultCode] = []
            let hook = try connection.onWALCommit { [unowned connection] _ in
                let error = try? failure { try connection.execute("INSERT INTO t VALUES (2)") }
                if let error { codes.append(error.resultCode) }
            }
            try connection.execute("INSERT INTO t VALUES (1)")
            #expect(codes == [.misuse])
            #expect(try connection.value("SELECT count(*) FROM t") == 1)
            withExtendedLifetime(hook) {}
        }
    }

    @Test("A WAL hook can be cancelled by its own call")
    func cancellingInside() throws {
        try withWALFile { connection, _ in
            var hook: Connection.Hook?
            var count = 0
            hook = try connection.onWALCommit { _ in
                count += 1
                hook?.cancel()
            }
            try fill(connection, pages: 1)
            try fill(connection, pages: 1)
            #expect(count == 1)
            #expect(try automatic(connection) == 1000)
        }
    }

    @Test("Automatic checkpoints continue with a WAL hook, and after it")
    func automaticCheckpoints() throws {
        try withWALFile { connection, path in
            try connection.execute("PRAGMA wal_autocheckpoint = 20")
            let hook = try connection.onWALCommit { _ in }
            try fill(connection, pages: 5)
            #expect(try size(path) < 10 * 4096)
            try fill(connection, pages: 30)
            #expect(try size(path) > 30 * 4096)
            hook.cancel()
            #expect(try automatic(connection) == 20)
            let before = try size(path)
            try fill(connection, pages: 40)
            #expect(try size(path) > before + 30 * 4096)
        }
    }

    @Test("A WAL hook outlasts PRAGMA wal_autocheckpoint, which sets its checkpoints")
    func pragma() throws {
        try withWALFile { connection, path in
            var count = 0
            let hook = try connection.onWALCommit { _ in count += 1 }
            try connection.set(pragma: .walAutocheckpoint, value: 10)
            try fill(connection, pages: 1)
            try connection.execute("pragma main.wal_autocheckpoint(0)")
            try fill(connection, pages: 100)
            #expect(count == 2)
            let size = try size(path)
            #expect(size < 50 * 4096)
            hook.cancel()
            #expect(try automatic(connection) == 0)
        }
    }

    @Test("A commit by resetting a statement is reported when the next statement ends")
    func reset() throws {
        try withWALFile { connection, _ in
            var count = 0
            let hook = try connection.onWALCommit { _ in count += 1 }
            let statement = try connection.statement("INSERT INTO t VALUES (1), (2) RETURNING x")
            _ = try statement.step()
            try statement.reset()
            #expect(count == 0)
            #expect(try connection.rows("SELECT x FROM t").count == 2)
            #expect(count == 1)
            withExtendedLifetime(hook) {}
        }
    }

    @Test("A WAL hook is not called for a rollback journal or a rollback")
    func others() throws {
        try withWALFile { connection, _ in
            var count = 0
            let hook = try connection.onWALCommit { _ in count += 1 }
            try? connection.transaction {
                try fill(connection, pages: 1)
                throw Refused()
            }
            try connection.setJournalMode(.delete)
            try fill(connection, pages: 1)
            #expect(count == 0)
            withExtendedLifetime(hook) {}
        }
    }

    @Test("A checkpoint of an unknown or empty database name is an error")
    func names() throws {
        try withWALFile { connection, _ in
            let codes = try ["nix", "", "a\0"].map { name in
                try failure { try connection.checkpoint(of: name) }.resultCode
            }
            #expect(codes == [.error, .misuse, .misuse])
            let result = try connection.checkpoint(.truncate)
            #expect(result.walPages == 0)
        }
    }
}
