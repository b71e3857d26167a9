import DataLiteCore
import Testing

@testable import DataLiteDatabase

@Suite("Unsafe calls")
struct UnsafeCallTests {
    @Test("An unsafe read has no transaction and cannot write", arguments: TestStorage.allCases)
    func unsafeRead(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        try database.unsafeRead { db in
            #expect(db.isAutocommit)
            #expect(throws: SQLiteError.self) { try db.addItem() }
        }
        let error = try failure(of: {
            try database.unsafeRead { db in _ = try db.execute("BEGIN") }
        })
        #expect(error.resultCode == .misuse)
    }

    @Test("The asynchronous form runs on a database thread", arguments: TestStorage.allCases)
    func asynchronousRead(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        let count: Int? = try await database.unsafeRead { db in
            #expect(db.isAutocommit)
            return try db.value("SELECT count(*) FROM items")
        }
        #expect(count == 0)
    }

    @Test(
        "A re-entrant read uses the connection of the outer call", arguments: TestStorage.allCases)
    func reentrantRead(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        func count() throws -> Int? {
            try database.unsafeReentrantRead { db in try db.value("SELECT count(*) FROM items") }
        }
        #expect(try count() == 0)
        try database.write { db in
            try db.addItem()
            #expect(try count() == 1)
            #expect(try database.unsafeReentrantRead { _ in try count() } == 1)
        }
        try database.read { outer in
            try database.unsafeReentrantRead { inner in
                #expect(ObjectIdentifier(outer) == ObjectIdentifier(inner))
            }
        }
        let snapshot = try database.snapshot()
        try database.write { db in try db.addItem() }
        #expect(try snapshot.read { _ in try count() } == 1)
        #expect(try database.read { _ in 1 } == 1)
    }

    @Test("A re-entrant write is part of the outer write", arguments: TestStorage.allCases)
    func reentrantWrite(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        try database.unsafeReentrantWrite { db in
            #expect(db.isAutocommit)
            try db.addItem()
        }
        #expect(throws: Refused.self) {
            try database.write { _ in
                try database.unsafeReentrantWrite { db in try db.addItem() }
                #expect(
                    try database.unsafeReentrantRead { db in
                        try db.value("SELECT count(*) FROM items")
                    } == 2)
                throw Refused()
            }
        }
        #expect(try database.itemCount() == 1)
        let error = try failure(of: {
            try database.read { _ in try database.unsafeReentrantWrite { db in try db.addItem() } }
        })
        #expect(error.message.hasPrefix("nested call on the same database"))
    }

    @Test("A connection that is dropped in a call is not used again")
    func dropped() throws {
        let database = try TestStorage.file.openWithItems()
        var kept: (any ConnectionProtocol)?
        for _ in 0..<3 {
            try database.write { db in kept = db }
            try database.write { db in
                try database.unsafeReentrantWrite { inner in
                    #expect(ObjectIdentifier(db) == ObjectIdentifier(inner))
                    try inner.addItem()
                }
            }
        }
        #expect(throws: SQLiteError.self) { try kept?.addItem() }
        #expect(try database.itemCount() == 3)
    }
}
