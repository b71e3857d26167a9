import DataLiteDatabase
import Foundation
import Testing

@Suite("A process that is killed while it writes")
struct KilledWriterTests {
    private static let runs = 50

    /// The number of processes killed at each point.
    private struct Moments {
        var insideWrite = 0
        var insideCheckpoint = 0
    }

    @Test("A killed writer loses no acknowledged write and leaves no partial transaction")
    func killed() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/library.sqlite"
            var generator = SeededGenerator(seed: 11)
            var acknowledged: Set<Int> = []
            var moments = Moments()
            for run in 1...Self.runs {
                let count = Int.random(in: 1...25, using: &generator)
                let lines = try killWriter(
                    of: path, after: count, inCheckpoint: run.isMultiple(of: 2), &moments)
                let numbers = lines.compactMap { Int($0) }
                let others = lines.filter { Int($0) == nil && !$0.hasPrefix("begun ") }
                try #require(others == [])
                try #require(numbers.count >= count)
                // A number is reused if its write was not committed.
                let begun = lines.compactMap { Int($0.dropFirst("begun ".count)) }
                if !Set(begun).isSubset(of: numbers) { moments.insideWrite += 1 }
                acknowledged.formUnion(numbers)
                try check(path, acknowledged)
            }
            #expect(moments.insideWrite > 0)
            // Only a fast machine reliably shows a process in a checkpoint: sanitizers make checkpoints rare.
            print(
                "killed inside a write: \(moments.insideWrite), inside a checkpoint: \(moments.insideCheckpoint)"
            )
        }
    }

    /// Runs a writer until it has acknowledged some writes and then, if requested, until a checkpoint is running.
    private func killWriter(
        of path: String, after count: Int, inCheckpoint: Bool, _ moments: inout Moments
    ) throws -> [String] {
        let writer = try ChildProcess("DatabaseStress", ["write", path])
        var lines: [String] = []
        var acknowledged = 0
        while acknowledged < count, let line = writer.readLine() {
            lines.append(line)
            if Int(line) != nil { acknowledged += 1 }
        }
        if inCheckpoint {
            let index = SharedIndex(of: path)
            // The limit is needed if every checkpoint is too short to be seen.
            for _ in 1...20_000 where !index.showsCheckpoint {}
            lines += writer.kill()
            if index.showsCheckpoint { moments.insideCheckpoint += 1 }
        } else {
            lines += writer.kill()
        }
        return lines
    }

    private func check(_ path: String, _ acknowledged: Set<Int>) throws {
        let database = try Database(path: path)
        try database.read { db in
            let numbers = try db.rows("SELECT n FROM a").map { $0.lenientValue(at: 0) ?? 0 }
            try #require(acknowledged.subtracting(numbers) == [])
            let difference: Int? = try db.value(
                """
                SELECT count(*) FROM (
                    SELECT * FROM (SELECT * FROM a EXCEPT SELECT * FROM b)
                    UNION ALL SELECT * FROM (SELECT * FROM b EXCEPT SELECT * FROM a))
                """)
            try #require(difference == 0)
            try #require(try db.value("PRAGMA integrity_check") == "ok")
        }
        try database.close()
    }
}

/// The WAL index, a file that the processes using a database share.
private struct SharedIndex {
    private let path: String

    init(of path: String) { self.path = path + "-shm" }

    /// Whether a checkpoint is copying pages: the file contains the numbers of copied and attempted pages. See
    /// [WAL-mode file format](https://www.sqlite.org/walformat.html#wal_index_header).
    var showsCheckpoint: Bool {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { return false }
        defer { close(file) }
        var (copied, attempted) = (UInt32(0), UInt32(0))
        guard pread(file, &copied, 4, 96) == 4, pread(file, &attempted, 4, 128) == 4 else {
            return false
        }
        return attempted > copied
    }
}
