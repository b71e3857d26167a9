import DataLiteCore
import Testing

@Suite("A writer that is killed")
struct KilledWriterTests {
    @Test(
        "A killed writer leaves every acknowledged commit and no partial one, in 20 runs",
        arguments: [JournalMode.wal, .delete])
    func killed(mode: JournalMode) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            var generator = SeededGenerator(seed: 7)
            var total = 0
            for _ in 1...20 {
                let acknowledged = try run(
                    on: path, mode: mode, atLeast: .random(in: 1...40, using: &generator))
                try #require(acknowledged > total)
                let connection = try Connection(path: path)
                let first = try connection.rows("SELECT n FROM a ORDER BY n")
                try #require(try connection.rows("SELECT n FROM b ORDER BY n") == first)
                total = first.count
                try #require(total >= acknowledged)
                try #require(first.last == ["n": total])
                try #require(try connection.value("PRAGMA integrity_check") == "ok")
            }
        }
    }

    /// Runs a writer until it has acknowledged `count` commits, and kills it.
    ///
    /// - Returns: the number of the last commit that it acknowledged.
    private func run(on path: String, mode: JournalMode, atLeast count: Int) throws -> Int {
        let writer = try ChildProcess("CrashWriter", [path, mode.rawValue])
        var lines: [String] = []
        while lines.count < count, let line = writer.readLine() { lines.append(line) }
        lines += writer.kill()
        return try #require(lines.last.flatMap { Int($0) })
    }
}
