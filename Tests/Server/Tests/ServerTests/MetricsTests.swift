import DataLiteServer
import MetricsTestKit
import Testing

@Suite("The metrics of a database")
struct MetricsTests {
    private let back = TestMetrics()
    private static let pool = [
        ("db.system.name", "sqlite"), ("db.client.connection.pool.name", "app"),
    ]

    private func database(path: String? = nil) async throws -> (Database, DatabaseMetrics) {
        let metrics = DatabaseMetrics(pool: "app", factory: back)
        let database = try await Database.withItems(path: path) { $0.instruments = [metrics] }
        return (database, metrics)
    }

    private func dimensions(_ other: (String, String)...) -> [(String, String)] {
        Self.pool + other
    }

    @Test("Each call has a duration by operation and type of error")
    func durations() async throws {
        let (database, _) = try await database()
        try await database.addItem("a")
        #expect(await failure { try await database.addItem("a") } != nil)
        _ = try await database.read { db in try db.rows("SELECT * FROM items") }
        let label = "db.client.operation.duration"
        let writes = try back.expectTimer(label, dimensions(("db.operation.name", "write")))
        #expect(writes.values.count == 2)
        #expect(writes.values.allSatisfy { $0 > 0 })
        let reads = try back.expectTimer(label, dimensions(("db.operation.name", "read")))
        #expect(reads.values.count == 1)
        let failed = try back.expectTimer(
            label,
            dimensions(("db.operation.name", "write"), ("error.type", "SQLITE_CONSTRAINT")))
        #expect(failed.values.count == 1)
    }

    @Test("Waiting calls and used connections are counted")
    func connections() async throws {
        let directory = try TemporaryDirectory()
        let (database, metrics) = try await database(path: directory.file())
        let gate = Gate()
        let holder = try await database.holdWriter(until: gate)
        let pending = try back.expectMeter(
            "db.client.connection.pending_requests", Self.pool)
        let used = try back.expectMeter(
            "db.client.connection.count", dimensions(("db.client.connection.state", "used")))
        let waiting = Task { try await database.addItem("a") }
        try await reached { pending.lastValue == 1 }
        #expect(used.lastValue == 1)
        let cancelled = Task { try await database.addItem("b") }
        try await reached { pending.lastValue == 2 }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(pending.lastValue == 1)
        gate.open()
        try await holder.value
        try await waiting.value
        _ = try await database.read { db in try db.rows("SELECT * FROM items") }
        #expect(pending.lastValue == 0)
        #expect(used.lastValue == 0)
        let waits = try back.expectTimer("db.client.connection.wait_time", Self.pool)
        #expect(waits.values.count == 2)
        metrics.poll(database)
        let idle = try back.expectMeter(
            "db.client.connection.count", dimensions(("db.client.connection.state", "idle")))
        #expect(idle.lastValue == 2)
        try await database.close()
    }

    @Test("A grouped write has a duration, and only its transaction uses a connection")
    func groupedWrites() async throws {
        let (database, _) = try await database()
        let used = try back.expectMeter(
            "db.client.connection.count", dimensions(("db.client.connection.state", "used")))
        try await database.write(.grouped) { db in
            try db.execute("INSERT INTO items(name) VALUES ('a')")
            #expect(used.lastValue == 1)
        }
        #expect(used.lastValue == 0)
        // Another write has created the table.
        for (operation, count) in [("groupedWrite", 1), ("write", 2)] {
            let timer = try back.expectTimer(
                "db.client.operation.duration", dimensions(("db.operation.name", operation)))
            #expect(timer.values.count == count)
        }
    }

    @Test("A call that a lock stops is counted as busy")
    func busy() async throws {
        let metrics = DatabaseMetrics(pool: "app", factory: back)
        let database = try await Database.withItems {
            $0.instruments = [metrics]
            $0.waitLimit = .zero
        }
        let gate = Gate()
        let holder = try await database.holdWriter(until: gate)
        #expect(await failure { try await database.addItem("a") }?.resultCode == .busy)
        gate.open()
        try await holder.value
        #expect(try back.expectCounter("datalite.busy", Self.pool).totalValue == 1)
    }

    @Test("Checkpoints have a duration, and say whether they were blocked")
    func checkpoints() async throws {
        let directory = try TemporaryDirectory()
        let (database, _) = try await database(path: directory.file())
        try await database.checkpoint(.truncate)
        let timer = try back.expectTimer(
            "datalite.checkpoint.duration", dimensions(("blocked", "false")))
        #expect(timer.values.count == 1)
        try await database.close()
    }

    @Test("A poll records the WAL, the caches and the observers")
    func poll() async throws {
        let directory = try TemporaryDirectory()
        let (database, metrics) = try await database(path: directory.file())
        try await database.addItem("a")
        var values = database.values { db in
            try db.value("SELECT count(*) FROM items", as: Int.self)
        }.makeAsyncIterator()
        #expect(try await values.next() == 1)
        metrics.poll(database)
        metrics.poll(database)
        #expect(try back.expectMeter("datalite.wal.pages", Self.pool).lastValue ?? 0 > 0)
        #expect(try back.expectMeter("datalite.observers", Self.pool).lastValue == 1)
        let hits = try back.expectCounter("datalite.cache.hits", Self.pool)
        #expect(hits.totalValue == Int64(database.statistics.cacheHits))
        #expect(hits.totalValue > 0)
        withExtendedLifetime(values) {}
        try await database.close()
    }
}
