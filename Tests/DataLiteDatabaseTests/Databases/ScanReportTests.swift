import DataLiteDatabase
import Testing

@Suite("A report of scans")
struct ScanReportTests {
    private let reports = Shared<[ScanReport]>([])

    private func database(
        _ storage: TestStorage, moreThan limit: Int = 10
    ) throws -> Database {
        let database = try storage.openWithItems { [reports] in
            $0.reportScans(ofMoreThan: limit) { scan in reports.change { $0.append(scan) } }
        }
        try database.write { db in
            for number in 0..<20 { try db.addItem("\(number)") }
            try db.execute("CREATE INDEX by_name ON items(name)")
        }
        reports.change { $0 = [] }
        return database
    }

    @Test("A statement that scans many rows is reported", arguments: TestStorage.allCases)
    func scan(storage: TestStorage) async throws {
        let database = try database(storage)
        func readNow() throws {
            try database.read { db in
                let rows = try db.rows("SELECT id FROM items WHERE name || '' = \("7")")
                #expect(rows.count == 1)
                #expect(reports.current.isEmpty)
            }
        }
        try readNow()
        #expect(reports.current.map(\.sql) == ["SELECT id FROM items WHERE name || '' = ?"])
        #expect(reports.current.map(\.rows) == [19])
        _ = try await database.read { db in try db.rows("SELECT id FROM items WHERE id + 0 = 7") }
        #expect(reports.current.count == 2)
        try await database.write { db in
            _ = try db.execute("UPDATE items SET name = name || '!' WHERE id + 0 > 3")
        }
        #expect(reports.current.count == 3)
    }

    @Test("Searches and short scans are not reported")
    func searches() throws {
        let database = try database(.file)
        try database.read { db in
            _ = try db.rows("SELECT id FROM items WHERE name = '7'")
            _ = try db.rows("SELECT id FROM items WHERE id > 3")
            _ = try db.rows("SELECT id FROM items WHERE id + 0 > 3 LIMIT 2")
        }
        #expect(reports.current.isEmpty)
    }

    @Test("Runs of the same text are reported together")
    func runs() throws {
        let database = try database(.memory)
        try database.read { db in
            for _ in 0..<3 { _ = try db.rows("SELECT id FROM items WHERE id + 0 > 3") }
        }
        #expect(reports.current.map(\.runs) == [3])
        #expect(reports.current.map(\.rows) == [19])
    }

    @Test("An abandoned cursor and a failed closure are reported")
    func failures() throws {
        let database = try database(.file)
        #expect(throws: Refused.self) {
            try database.read { db in
                let cursor = try db.cursor("SELECT id FROM items WHERE id + 0 > 15")
                _ = try cursor.next()
                throw Refused()
            }
        }
        #expect(reports.current.map(\.rows) == [15])
    }

    @Test("The closure may use the database")
    func reentrant() throws {
        let counts = Shared<[Int?]>([])
        let holder = Shared<Database?>(nil)
        let database = try TestStorage.file.openWithItems {
            $0.reportScans(ofMoreThan: 0) { scan in
                guard scan.sql.hasPrefix("DELETE"), let database = holder.current else { return }
                let count = try? database.read { db in try Item.count().fetchOne(db) }
                counts.change { $0.append(count ?? nil) }
            }
        }
        holder.change { $0 = database }
        try database.write { db in
            for _ in 0..<3 { try db.addItem() }
            try db.execute("DELETE FROM items WHERE id + 0 < 3")
        }
        #expect(counts.current == [1])
        holder.change { $0 = nil }
    }

    @Test("Reports that read wait for no other call")
    func reentrantCalls() async throws {
        let holder = Shared<Database?>(nil)
        let depth = Shared(0)
        let database = try TestStorage.file.openWithItems {
            $0.readerLimit = 2
            $0.reportScans(ofMoreThan: 0) { _ in
                let count = depth.change { depth in
                    depth += 1
                    return depth
                }
                guard count <= 200 else { return }
                try? holder.current?.read { db in _ = try Item.count().fetchOne(db) }
            }
        }
        try await database.write { db in for _ in 0..<3 { try db.addItem() } }
        holder.change { $0 = database }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<64 {
                group.addTask {
                    number % 4 == 0
                        ? try await database.write { db in
                            try db.execute("UPDATE items SET name = 'x' WHERE id + 0 = 2")
                        } : try await database.read { db in try Item.all.fetchAll(db).count }
                }
            }
            for try await _ in group {}
        }
        #expect(depth.current >= 64)
        holder.change { $0 = nil }
    }

    @Test("Trace delegates and scans are noted side by side")
    func traces() throws {
        final class Tracer: ConnectionTraceDelegate {
            var count = 0
            func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) { count += 1 }
        }
        let database = try database(.memory)
        try database.write { db in
            let tracer = Tracer()
            try db.add(traceDelegate: tracer)
            _ = try db.rows("SELECT id FROM items WHERE id + 0 > 3")
            #expect(tracer.count == 1)
            try db.remove(traceDelegate: tracer)
            _ = try db.rows("SELECT id FROM items WHERE id + 0 > 3")
            #expect(tracer.count == 1)
        }
        #expect(reports.current.map(\.runs) == [2])
    }
}
