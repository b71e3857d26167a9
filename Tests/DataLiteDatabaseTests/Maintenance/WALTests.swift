import DataLiteDatabase
import Foundation
import Testing

@Suite("The WAL")
struct WALTests {
    @Test("A checkpoint copies the WAL and reports the result", arguments: CheckpointMode.allCases)
    func checkpoint(mode: CheckpointMode) throws {
        let database = try TestStorage.file.openWithItems()
        try database.write { db in try db.addItem() }
        let before = database.statistics.walPages
        #expect(before > 0)
        let result = try database.checkpoint(mode)
        #expect(!result.wasBlocked)
        #expect(result.walPages == result.checkpointedPages)
        #expect(result.walPages == (mode == .truncate ? 0 : before))
        #expect(try database.itemCount() == 1)
    }

    @Test("The WAL is limited even if checkpoints are set to begin later")
    func limitBelowCheckpoints() throws {
        let database = try TestStorage.file.openWithItems {
            $0.checkpointPages = 1000
            $0.walPageLimit = 10
        }
        for _ in 1...100 { try database.write { db in try db.addItem() } }
        #expect(database.statistics.walPages <= 20)
    }

    @Test("An in-memory database has no WAL")
    func memory() throws {
        let database = try TestStorage.memory.openWithItems()
        #expect(try database.checkpoint(.truncate).walPages == 0)
    }

    @Test("An asynchronous checkpoint copies the WAL")
    func async() async throws {
        let database = try TestStorage.file.openWithItems()
        let result = try await database.checkpoint(.truncate)
        #expect(!result.wasBlocked)
    }

    @Test(
        "A checkpoint truncates the WAL after the reads end, and writes do not wait",
        arguments: [true, false])
    func waitingCheckpoint(isAsync: Bool) async throws {
        let database = try TestStorage.file.openWithItems { $0.busyTimeout = .seconds(3600) }
        try await database.write { db in try db.addItem() }
        let (isReading, end) = (Gate(), Gate())
        let threads = ThreadGroup()
        threads.run {
            try? database.read { db in
                _ = try db.value("SELECT count(*) FROM items", as: Int.self)
                isReading.open()
                end.wait()
            }
        }
        isReading.wait()
        try await database.write { db in try db.addItem() }
        let checkpoint = Task {
            guard isAsync else {
                return try { () throws in try database.checkpoint(.truncate) }()
            }
            return try await database.checkpoint(.truncate)
        }
        let writes = database.statistics.writes
        // The attempts count as writes.
        await reached { database.statistics.writes >= writes + 2 }
        for _ in 1...20 { try await database.write { db in try db.addItem() } }
        end.open()
        let result = try await checkpoint.value
        #expect(!result.wasBlocked)
        #expect(result.walPages == 0)
        threads.wait()
        #expect(try await database.itemCount() == 22)
    }

    @Test("The WAL does not grow without bound while reads always overlap")
    func overlappingReads() throws {
        let database = try TestStorage.file.openWithItems {
            $0.readerLimit = 2
            $0.checkpointPages = 20
            $0.walPageLimit = 100
        }
        // Each reader ends only after the other one has begun, so that one is always reading.
        let isFinished = Shared(false)
        let turns = Shared(0)
        let threads = ThreadGroup()
        for _ in 1...2 {
            threads.run {
                while !isFinished.current {
                    try? database.read { db in
                        _ = try db.value("SELECT count(*) FROM items", as: Int.self)
                        let begun = turns.change { turns in
                            turns += 1
                            return turns
                        }
                        // If the other reader is paused, it cannot begin: the WAL is about to be reset.
                        for _ in 1...100 where turns.current == begun && !isFinished.current {
                            sched_yield()
                        }
                    }
                }
            }
        }
        eventually { turns.current > 2 }
        var largest = 0
        for _ in 1...300 {
            try database.write { db in
                for _ in 1...5 { try db.addItem(String(repeating: "x", count: 1000)) }
            }
            largest = max(largest, database.statistics.walPages)
        }
        isFinished.change { $0 = true }
        threads.wait()
        #expect(try database.itemCount() == 1500)
        #expect(database.statistics.walResets > 0)
        // Without resets, the WAL would have more than 2,000 pages. Its size depends on how long the reads take on a
        // busy machine.
        #expect(largest < 1500)
    }

    @Test("The WAL is not reset during a snapshot, and reads do not wait")
    func snapshots() throws {
        let database = try TestStorage.file.openWithItems {
            $0.checkpointPages = 5
            $0.walPageLimit = 10
        }
        let snapshot = try database.snapshot()
        for _ in 1...30 { try database.write { db in try db.addItem() } }
        #expect(database.statistics.walResets == 0)
        #expect(database.statistics.walPages > 30)
        snapshot.close()
        for _ in 1...2 { try database.write { db in try db.addItem() } }
        #expect(database.statistics.walPages < 30)
    }
}
