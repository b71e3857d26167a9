import Foundation
import Testing

@testable import DataLiteDatabase

@Suite("Changing a key", .enabled(if: Connection.hasCodec))
struct RekeyTests {
    @Test("A key is changed while the database is open")
    func rekey() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/x.sqlite"
            let old = Database.Configuration { $0.key = .passphrase("old") }
            let database = try Database(path: path, configuration: old)
            try await database.write { db in
                try db.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name)")
                try db.addItem()
            }
            var counts = database.itemCounts().makeAsyncIterator()
            let first = try await counts.next()
            let snapshot = try await database.snapshot()
            let busy = try await failure { try await database.rekey(.passphrase("new")) }
            #expect(busy.resultCode == .busy)
            snapshot.close()
            try await database.rekey(.passphrase("new"))
            try await database.write { try $0.addItem() }
            let second = try await counts.next()
            #expect(first == 1 && second == 2)
            let copy: Int? = try await database.temporaryCopy().itemCount()
            #expect(copy == 2)
            try await database.close()
            #expect(throws: SQLiteError.self) { try Database(path: path, configuration: old) }
            let new = Database.Configuration { $0.key = .passphrase("new") }
            let count: Int? = try await Database(path: path, configuration: new).itemCount()
            #expect(count == 2)
        }
    }

    @Test(
        "A key with another salt is read by new connections", arguments: [JournalMode.wal, .delete])
    func salt(mode: JournalMode) async throws {
        try await withTemporaryDirectory { directory in
            var configuration = Database.Configuration {
                $0.key = .passphrase("old")
                $0.journalMode = mode
            }
            let path = directory + "/x.sqlite"
            let database = try Database(path: path, configuration: configuration)
            try await database.write {
                try $0.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name)")
            }
            let keys: [Connection.Key] = [
                .rawKey(Data(repeating: 7, count: 48)), .passphrase("new"),
                .rawKey(Data(repeating: 1, count: 32)), .passphrase("newer"),
            ]
            for (count, key) in keys.enumerated() {
                try await database.rekey(key)
                try await database.write { try $0.addItem() }
                let found: Int? = try await database.itemCount()
                #expect(found == count + 1)
                configuration.key = key
            }
            try await database.close()
            let found: Int? = try await Database(path: path, configuration: configuration)
                .itemCount()
            #expect(found == keys.count)
        }
    }

    @Test("A snapshot that is being opened keeps the key")
    func openingSnapshot() async throws {
        try await withTemporaryDirectory { directory in
            let (isOpening, mayOpen) = (Gate(), Gate())
            let waits = Shared(false)
            let configuration = Database.Configuration {
                $0.key = .passphrase("old")
                // The test must see that reads are paused.
                $0.busyTimeout = .seconds(600)
                $0.onOpen = { _ in
                    guard
                        waits.change({ waits in
                            defer { waits = false }
                            return waits
                        })
                    else { return }
                    isOpening.open()
                    mayOpen.wait()
                }
            }
            let database = try Database(path: directory + "/x.sqlite", configuration: configuration)
            try await database.write {
                try $0.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name)")
            }
            _ = try await database.itemCount()
            waits.change { $0 = true }
            let opening = Task { try await database.snapshot() }
            await withCheckedContinuation { (started: CheckedContinuation<Void, Never>) in
                Thread {
                    isOpening.wait()
                    started.resume()
                }.start()
            }
            let rekeying = Task { try await database.rekey(.passphrase("new")) }
            // The writer waits for the read that opens the snapshot.
            await reached { database.pool.state.withLock { $0.queues[1].isPaused } }
            mayOpen.open()
            let snapshot = try await opening.value
            let busy = try await failure { try await rekeying.value }
            #expect(busy.resultCode == .busy)
            let count: Int? = try await snapshot.read { try $0.value("SELECT count(*) FROM items") }
            #expect(count == 0)
        }
    }

    @Test("An encrypted in-memory database refuses snapshots before it writes")
    func memory() async throws {
        let configuration = Database.Configuration { $0.key = .passphrase("old") }
        let database = try Database.inMemory(configuration: configuration)
        try await database.write {
            try $0.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name)")
        }
        let first = try await failure { try await database.snapshot() }
        let second = try await failure {
            try await database.writeThenRead {
                try $0.addItem()
            } read: { _, _ in
            }
        }
        #expect(first.resultCode == .misuse && second.resultCode == .misuse)
        let count: Int? = try await database.temporaryCopy().itemCount()
        #expect(count == 0)
    }
}
