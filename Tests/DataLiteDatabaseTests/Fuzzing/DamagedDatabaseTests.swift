import DataLiteDatabase
import DataLiteTestSupport
import Foundation
import Testing

@Suite("A database on a damaged file")
struct DamagedDatabaseTests {
    private static func images() throws -> [DatabaseImage] {
        [try DatabaseImage(hasLog: false), try DatabaseImage(hasLog: true)]
    }

    @Test("A database on a damaged file reports errors and can be closed")
    func errorsOnly() async throws {
        let images = try Self.images()
        try await FuzzRun("damaged file, Database", count: 60).rounds { seed, generator in
            let image = images[Int.random(in: 0...1, using: &generator)].damaged(using: &generator)
            try await withTemporaryDirectory { directory in
                let path = directory + "/a.db"
                try image.write(to: path)
                guard let database = Self.database(path) else { return }
                let watchdog = Watchdog { database.interrupt() }
                for _ in 0..<8 {
                    // Any failure must be reported as an error.
                    try? await call(database, directory, &generator)
                }
                watchdog.stop()
                // A failed call leaves no transaction open.
                try? await database.writeWithoutTransaction { db in
                    #expect(db.isAutocommit, "DATALITE_FUZZ_SEED=\(seed)")
                }
                try? await database.close()
            }
        }
    }

    @Test(
        "Observers of a damaged database end or receive errors"
    )
    func observation() async throws {
        let images = try Self.images()
        try await FuzzRun("damaged file, observation", count: 30).rounds { seed, generator in
            let whole = images[Int.random(in: 0...1, using: &generator)]
            let damaged = whole.damaged(using: &generator)
            let isDamagedLater = Bool.random(using: &generator)
            try await withTemporaryDirectory { directory in
                let path = directory + "/a.db"
                try (isDamagedLater ? whole : damaged).write(to: path)
                guard let database = Self.database(path) else { return }
                let watchdog = Watchdog { database.interrupt() }
                let queries = (0..<3).map { _ in FuzzSQL.query(using: &generator) }
                let observers = queries.map { query in Self.observe(query, in: database) }
                for step in 0..<6 {
                    if step == 2, isDamagedLater { Self.overwrite(path, with: damaged) }
                    let change = FuzzSQL.change(using: &generator)
                    _ = try? await database.write { db in try db.execute(SQL(raw: change)) }
                }
                observers.forEach { $0.cancel() }
                watchdog.stop()
                try? await database.close()
            }
        }
    }

    private static func database(_ path: String) -> Database? {
        try? Database(
            path: path,
            configuration: Database.Configuration {
                $0.readerLimit = 2
                $0.connection.busyTimeout = .milliseconds(50)
            })
    }

    private static func observe(_ query: String, in database: Database) -> DatabaseObservation {
        database.observe(
            fetch: { db in
                let cursor = try db.cursor(SQL(raw: query))
                var count = 0
                while count < 200, try cursor.next() != nil { count += 1 }
                try cursor.close()
                return count
            }, onError: { _ in }, onChange: { _ in })
    }

    /// Replaces the pages of an open file without changing its size: accessing a lost page of a memory mapping would
    /// raise a signal.
    private static func overwrite(_ path: String, with image: DatabaseImage) {
        guard let file = FileHandle(forUpdatingAtPath: path) else { return }
        defer { try? file.close() }
        try? file.write(contentsOf: Data(image.database))
    }

    private func call(
        _ database: Database, _ directory: String, _ generator: inout SeededGenerator
    ) async throws {
        let query = FuzzSQL.query(using: &generator)
        let changes = (0..<2).map { _ in FuzzSQL.change(using: &generator) }
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: try await database.read { db in try Self.read(query, db) }
        case 1, 2:
            try await database.write { db in
                try db.execute(SQL(raw: changes[0]))
                try Self.read(query, db)
                try db.execute(SQL(raw: changes[1]))
            }
        case let kind:
            try callSynchronously(kind, database, directory, query, changes)
        }
    }

    private func callSynchronously(
        _ kind: Int, _ database: Database, _ directory: String, _ query: String, _ changes: [String]
    ) throws {
        switch kind {
        case 3: try database.read { db in try Self.read(query, db) }
        case 4:
            try database.writeWithoutTransaction { db in try db.execute(SQL(raw: changes[0])) }
        case 5:
            var migrator = Migrator()
            for (index, change) in changes.enumerated() {
                migrator.add("\(index)") { db in try db.execute(SQL(raw: change)) }
            }
            _ = try? migrator.rehearse(database)
            _ = try migrator.migrate(database)
        case 6:
            let snapshot = try database.snapshot()
            _ = try? database.write { db in try db.execute(SQL(raw: changes[0])) }
            try snapshot.read { db in try Self.read(query, db) }
        default:
            _ = try? database.checkpoint(.truncate)
            try? database.vacuum(into: directory + "/copy.db")
            try database.backup(to: directory + "/backup.db")
        }
    }

    private static func read(_ query: String, _ db: any ConnectionProtocol) throws {
        let cursor = try db.cursor(SQL(raw: query))
        for _ in 0..<200 where try cursor.next() == nil { break }
        try cursor.close()
    }
}
