import DataLiteServer
import Foundation
import Testing

@Suite("A database whose WAL another program copies")
struct ReplicationTests {
    /// Does what Litestream does: keeps a read transaction open, so that nothing else can reset the WAL, copies new
    /// frames, and runs all checkpoints.
    private final class Replicator {
        private let path: String
        private let connection: Connection
        /// The salt of the WAL's header, which changes with each reset.
        private var salt = Data()
        private(set) var resets = 0
        private(set) var copied = 0

        init(path: String) throws {
            self.path = path
            connection = try Connection(path: path)
            try connection.set(.noCheckpointOnClose, isOn: true)
            try connection.execute("PRAGMA wal_autocheckpoint = 0")
            try connection.execute("CREATE TABLE IF NOT EXISTS _replica_seq(id INTEGER)")
            try beginReading()
            salt = try currentSalt()
        }

        private func beginReading() throws {
            try connection.execute("BEGIN")
            _ = try connection.rows("SELECT count(*) FROM _replica_seq")
        }

        private func currentSalt() throws -> Data {
            let wal = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
            return wal.dropFirst(16).prefix(8)
        }

        /// Copies new frames, and notes whether another program has reset the WAL.
        func copy() throws {
            let wal = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
            if wal.dropFirst(16).prefix(8) != salt { resets += 1 }
            copied = max(copied, wal.count)
        }

        /// Runs a checkpoint as Litestream does: without its read transaction, and then with a new WAL.
        func checkpoint() throws -> CheckpointResult {
            try connection.execute("COMMIT")
            let result = try connection.checkpoint(.restart)
            try connection.execute("INSERT INTO _replica_seq VALUES (1)")
            try beginReading()
            salt = try currentSalt()
            return result
        }

        func close() throws {
            try connection.execute("COMMIT")
            try connection.close()
        }
    }

    @Test("It never resets the WAL, and never blocks the checkpoints of the program")
    func replication() async throws {
        let directory = try TemporaryDirectory()
        let database = try await Database.withItems(path: directory.file()) {
            $0.checkpointPages = 1
            $0.leaveCheckpointsToOtherPrograms()
        }
        let replicator = try Replicator(path: directory.file())
        var number = 0
        for _ in 0..<5 {
            for _ in 0..<50 {
                try await database.addItem("item \(number)")
                number += 1
                try replicator.copy()
            }
            let result = try replicator.checkpoint()
            #expect(!result.wasBlocked)
            #expect(result.checkpointedPages == result.walPages)
        }
        try await database.addItem("last")
        try await database.close()
        try replicator.copy()
        #expect(replicator.resets == 0)
        #expect(replicator.copied > 100_000)
        try replicator.close()
        let size = try FileManager.default.attributesOfItem(atPath: directory.file() + "-wal")
        #expect(size[.size] as? Int ?? 0 > 0)
        let reopened = try Database(path: directory.file())
        #expect(try await reopened.read { try $0.value("SELECT count(*) FROM items") } == 251)
        try await reopened.close()
    }

    @Test("Closing it leaves the WAL for the other program")
    func closing() async throws {
        let directory = try TemporaryDirectory()
        let database = try await Database.withItems(path: directory.file()) {
            $0.leaveCheckpointsToOtherPrograms()
        }
        try await database.close()
        #expect(try directory.names.contains("test.sqlite-wal"))
        let reopened = try Database(path: directory.file())
        try await reopened.addItem("a")
        try await reopened.close()
        #expect(try directory.names == ["test.sqlite"])
    }
}
