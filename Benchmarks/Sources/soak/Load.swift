import DataLiteDatabase
import Foundation
import Synchronization

/// A database that is read, written, observed, copied, cancelled and misused by several tasks.
final class Load: Sendable {
    private let directory: String
    private let database: Database
    private let count = Atomic(0)

    /// The number of calls so far.
    var calls: Int { count.load(ordering: .relaxed) }

    init(directory: String) throws {
        self.directory = directory
        database = try Database(
            path: directory + "/load.db",
            configuration: .init {
                $0.synchronous = .normal
                $0.onOpen = { connection in
                    try connection.add(function: "twice") { (x: Int) in x &* 2 }
                }
            })
        try database.write { db in
            try db.execute(
                script: """
                    CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT, size INTEGER);
                    CREATE INDEX by_name ON items(name);
                    CREATE TABLE files(id INTEGER PRIMARY KEY, data BLOB);
                    CREATE VIRTUAL TABLE words USING fts5(text);
                    """)
        }
    }

    func close() throws { try database.close() }

    /// Runs all kinds of calls until a time. An error that is not expected ends it.
    func run(until end: ContinuousClock.Instant) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for kind in Kind.allCases {
                group.addTask {
                    while ContinuousClock.now < end {
                        try await self.call(kind)
                        self.count.add(1, ordering: .relaxed)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private enum Kind: CaseIterable {
        case write, read, fail, cancel, observe, blob, copy, open, script
    }

    private func call(_ kind: Kind) async throws {
        switch kind {
        case .write: try await write()
        case .read: try await read()
        case .fail: await fail()
        case .cancel: await cancel()
        case .observe: try await observe()
        case .blob: try await writeBlob()
        case .copy: try await copy()
        case .open: try open()
        case .script: try await runScript()
        }
    }

    private func write() async throws {
        let id = Int.random(in: 1...5000)
        try await database.write { db in
            try db.execute(
                """
                INSERT INTO items VALUES (\(id), \("item \(id)"), twice(\(id)))
                ON CONFLICT DO UPDATE SET size = size + 1
                """)
            try db.execute("INSERT INTO words VALUES (\("word \(id % 100)"))")
            try db.execute("DELETE FROM words WHERE rowid <= last_insert_rowid() - 1000")
        }
    }

    private func read() async throws {
        _ = try await database.read { db in
            try db.rows(
                "SELECT * FROM items WHERE name > \("item \(Int.random(in: 0..<5000))") LIMIT 20")
        }
        _ = try await database.read { db in
            // A new text each time, so that statements leave the cache.
            try db.value(
                SQL(raw: "SELECT count(*) + \(Int.random(in: 0..<1_000_000)) FROM words"),
                as: Int.self)
        }
    }

    private struct Expected: Error {}

    /// Calls that fail, each in its own way.
    private func fail() async {
        try? await database.write { db in
            try db.execute("INSERT INTO items(id) VALUES (-1)")
            throw Expected()
        }
        _ = try? await database.read { db in try db.execute("DELETE FROM items") }
        _ = try? await database.read { db in try db.rows(SQL(raw: "SELECT missing FROM items")) }
        _ = try? await database.write { db in
            try db.execute("INSERT INTO items(id, name) VALUES (1, twice('x'))")
        }
    }

    private func cancel() async {
        let task = Task {
            try await database.read { db in
                try db.value(
                    """
                    WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n)
                    SELECT count(*) FROM n
                    """, as: Int.self)
            }
        }
        try? await Task.sleep(for: .milliseconds(Int.random(in: 0..<5)))
        task.cancel()
        _ = try? await task.value
    }

    /// Ends after three values, or by cancellation.
    private func observe() async throws {
        let values = database.values { db in
            try db.value("SELECT max(size) FROM items", as: Int.self)
        }
        let task = Task {
            var received = 0
            for try await _ in values {
                received += 1
                if received == 3 { break }
            }
        }
        try await Task.sleep(for: .milliseconds(20))
        task.cancel()
        do { try await task.value } catch is CancellationError {}
    }

    private func writeBlob() async throws {
        let id = Int64.random(in: 1...20)
        try await database.write { db in
            try db.execute("INSERT OR REPLACE INTO files VALUES (\(id), zeroblob(100000))")
            try db.withBlob(in: "files", column: "data", row: id, access: .readWrite) { blob in
                try blob.write(Data(repeating: 7, count: 1000), at: 50_000)
            }
        }
        for try await chunk in database.blobChunks(in: "files", column: "data", row: id) {
            guard !chunk.isEmpty else { break }
        }
    }

    private func copy() async throws {
        let path = directory + "/copy.db"
        try await database.backup(to: path)
        try FileManager.default.removeItem(atPath: path)
        try await Task.sleep(for: .milliseconds(100))
    }

    private func open() throws {
        let connection = try Connection(path: directory + "/load.db")
        defer { try? connection.close() }
        let cursor = try connection.cursor("SELECT * FROM items LIMIT 3")
        while try cursor.next() != nil {}
        try connection.add(aggregate: "total_length", argc: 1, initial: 0) { total, args in
            total += (args[0] as String?)?.utf8.count ?? 0
        } finalize: {
            $0
        }
        _ = try connection.value("SELECT total_length(name) FROM items", as: Int.self)
    }

    private func runScript() async throws {
        let memory = try Database.inMemory()
        try await memory.write { db in
            try db.execute(script: "CREATE TABLE t(x); INSERT INTO t VALUES (1), (2)")
            try db.execute("CREATE TABLE u AS SELECT x FROM t")
        }
        try await memory.close()
    }
}
