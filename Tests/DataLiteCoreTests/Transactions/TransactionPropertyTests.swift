import DataLiteCore
import Testing

/// Random trees of transactions and savepoints, some of which fail, compared with a model that is a set of
/// ids: the file always contains the data that the outermost scope has committed.
@Suite("Nested savepoints with random failures")
struct TransactionPropertyTests {
    /// A random walk, on the connection and on the model.
    private final class Walk {
        let connection: Connection
        var generator: SeededGenerator
        var model: Set<Int> = []
        var cursors: [Cursor<SQLiteRow>] = []
        private(set) var outcomes: Set<String> = []

        init(connection: Connection, seed: UInt64) {
            self.connection = connection
            generator = SeededGenerator(seed: seed)
        }

        func random(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

        /// Runs a scope. If the scope fails, the model is reset to its earlier state.
        func scope(depth: Int, _ open: (() throws -> Void) throws -> Void) throws {
            let before = model
            do {
                try open {
                    for _ in 0..<random(1..<5) { try act(depth: depth) }
                }
                outcomes.insert("kept")
            } catch {
                model = before
                outcomes.insert(Walk.kind(of: error))
                throw error
            }
        }

        private static func kind(of error: any Error) -> String {
            guard let error = error as? SQLiteError else { return "closure" }
            return error.resultCode.name
        }

        private func act(depth: Int) throws {
            let id = random(0..<40)
            switch random(0..<24) {
            case 0..<9:
                try connection.execute("INSERT OR IGNORE INTO t(id) VALUES (\(id))")
                model.insert(id)
            case 9..<13:
                try connection.execute("DELETE FROM t WHERE id = \(id)")
                model.remove(id)
            case 13..<19 where depth < 5:
                // A failed scope sometimes makes the outer one fail.
                do {
                    let isSavepoint = random(0..<2) == 0
                    try scope(depth: depth + 1) { body in
                        if isSavepoint {
                            try connection.savepoint(body)
                        } else {
                            try connection.transaction(nil, body)
                        }
                    }
                } catch {
                    if random(0..<2) == 0 { throw error }
                }
            case 19:
                throw Refused()
            case 20:
                // A statement that fails undoes only its own changes.
                _ = try? connection.execute("INSERT INTO t(id) VALUES (\(id)), (\(id))")
            case 21:
                cursors.append(try connection.cursor("SELECT id FROM t"))
                _ = try cursors.last?.step()
            case 22 where random(0..<3) == 0:
                try connection.execute("INSERT OR ROLLBACK INTO t(id) VALUES (\(id)), (\(id))")
            case 23 where random(0..<3) == 0:
                connection.interrupt()
            default:
                _ = try connection.ids()
            }
        }
    }

    @Test(
        "Nested savepoints leave on disk exactly what the outermost scope has committed",
        arguments: 0..<24 as Range<UInt64>
    )
    func matchesModel(seed: UInt64) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let connection = try Connection(
                path: path,
                configuration: .init {
                    $0.synchronous = .off
                    if seed % 2 == 0 { $0.journalMode = .wal }
                })
            try connection.makeSample(count: 0)
            let walk = Walk(connection: connection, seed: seed)
            for _ in 0..<40 {
                if walk.random(0..<2) == 0 {
                    try? walk.scope(depth: 0) { try connection.transaction(nil, $0) }
                } else {
                    try? walk.scope(depth: 0) { try connection.savepoint($0) }
                }
                walk.cursors = []
                #expect(connection.isAutocommit)
                try #require(try idsOnDisk(path) == walk.model.sorted())
            }
            #expect(walk.outcomes.isSuperset(of: ["kept", "closure"]))
        }
    }
}
