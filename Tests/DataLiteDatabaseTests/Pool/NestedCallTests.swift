import Testing

@testable import DataLiteDatabase

@Suite("A call inside the closure of another call")
struct NestedCallTests {
    enum Call: CaseIterable {
        case read, write, writeWithoutTransaction, snapshot, checkpoint, vacuum, backup, close

        func run(on database: Database, _ body: () throws -> Void = {}) throws {
            switch self {
            case .read: try database.read { _ in try body() }
            case .write: try database.write { _ in try body() }
            case .writeWithoutTransaction: try database.writeWithoutTransaction { _ in try body() }
            case .snapshot: _ = try database.snapshot()
            case .checkpoint: try database.checkpoint()
            case .vacuum: try database.vacuum()
            case .backup: try database.backup(to: "unused.sqlite")
            case .close: try database.close()
            }
        }
    }

    private static let outer: [Call] = [.read, .write, .writeWithoutTransaction]

    @Test("A nested call throws instead of deadlocking", arguments: outer, Call.allCases)
    func nested(outer: Call, inner: Call) throws {
        for storage in TestStorage.allCases {
            let database = try storage.openWithItems()
            let error = try failure { try outer.run(on: database) { try inner.run(on: database) } }
            #expect(error.resultCode == .misuse)
            #expect(error.message.contains("use the connection passed to the outer"))
            #expect(try database.itemCount() == 0)
        }
    }

    @Test("A call nested in an asynchronous call throws", arguments: outer)
    func nestedInAsync(inner: Call) async throws {
        let database = try TestStorage.file.openWithItems()
        let inRead = try await failure {
            try await database.read { _ in try inner.run(on: database) }
        }
        let inWrite = try await failure {
            try await database.write { _ in try inner.run(on: database) }
        }
        #expect(inRead.resultCode == .misuse)
        #expect(inWrite.resultCode == .misuse)
        #expect(try await database.itemCount() == 0)
    }

    @Test("Nesting a call and a snapshot read, in either order, throws")
    func snapshots() throws {
        let database = try TestStorage.file.openWithItems()
        let snapshot = try database.snapshot()
        let inWrite = try failure { try database.write { _ in try snapshot.read { _ in } } }
        let inSnapshot = try failure { try snapshot.read { _ in try database.write { _ in } } }
        #expect(inWrite.resultCode == .misuse)
        #expect(inSnapshot.resultCode == .misuse)
    }

    @Test("Calls of different databases can be nested")
    func otherDatabase() throws {
        let source = try TestStorage.file.openWithItems()
        let target = try TestStorage.memory.openWithItems()
        try source.write { db in try db.addItem("Ada") }
        try source.read { source in
            let name: String? = try source.value("SELECT name FROM items")
            try target.write { target in try target.addItem(name ?? "") }
        }
        #expect(try target.itemCount() == 1)
    }

    @Test("A nested call is detected while other closures begin and end")
    func anyOrder() throws {
        let database = try Database.temporary(configuration: .init { $0.readerLimit = 64 })
        let (begun, ends) = ((0..<4).map { _ in Gate() }, (0..<4).map { _ in Gate() })
        let threads = ThreadGroup()
        for index in 0..<4 {
            threads.run {
                try? database.read { _ in
                    begun[index].open()
                    ends[index].wait()
                    #expect(throws: SQLiteError.self) { try database.read { _ in } }
                }
            }
        }
        for gate in begun { gate.wait() }
        #expect(database.occupiedSlots == 4)
        for (ended, index) in [1, 3, 0, 2].enumerated() {
            ends[index].open()
            eventually { database.occupiedSlots == 3 - ended }
        }
        threads.wait()
    }
}

extension Database {
    fileprivate var occupiedSlots: Int { pool.state.withLock { $0.occupiedSlots.count } }
}
