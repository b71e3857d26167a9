import DataLiteDatabase
import Testing

@Suite("A limit of time")
struct LimitTests {
    @Test(
        "A wait limit ends a waiting call and reports the running calls",
        arguments: TestStorage.allCases)
    func waiting(storage: TestStorage) throws {
        let database = try storage.openWithItems { $0.waitLimit = .milliseconds(20) }
        let isWriting = Gate()
        let end = Gate()
        let threads = ThreadGroup()
        threads.run {
            try? database.write { _ in
                isWriting.open()
                end.wait()
            }
        }
        isWriting.wait()
        let error = try failure { try database.write { db in try db.addItem() } }
        end.open()
        threads.wait()
        #expect(error.resultCode == .busy)
        #expect(
            error.message.hasPrefix(
                "a write timed out after waiting 0.02 seconds for a connection: a write has been"))
        #expect(try database.itemCount() == 0)
    }

    @Test("A wait limit ends a waiting asynchronous call", arguments: TestStorage.allCases)
    func waitingAsync(storage: TestStorage) async throws {
        let database = try storage.openWithItems { $0.waitLimit = .milliseconds(20) }
        let isWriting = Shared(false)
        let end = Gate()
        let holder = Task {
            try await database.write { _ in
                isWriting.change { $0 = true }
                end.wait()
            }
        }
        await reached { isWriting.current }
        let error = try await failure { try await database.write { db in try db.addItem() } }
        end.open()
        try await holder.value
        #expect(error.resultCode == .busy)
        #expect(try await database.itemCount() == 0)
    }

    @Test("A call that would exceed the limit of waiting calls fails at once")
    func waitingCalls() async throws {
        let database = try TestStorage.file.openWithItems { $0.waitingCallLimit = 1 }
        let isWriting = Shared(false)
        let end = Gate()
        let holder = Task {
            try await database.write { _ in
                isWriting.change { $0 = true }
                end.wait()
            }
        }
        await reached { isWriting.current }
        let waiting = Task { try await database.write { db in try db.addItem() } }
        await reached { database.statistics.waits == 1 }
        let error = try await failure { try await database.write { db in try db.addItem() } }
        let write: () throws -> Void = { try database.write { db in try db.addItem() } }
        let other = try failure { try write() }
        // Reads have a queue of their own.
        #expect(try await database.itemCount() == 0)
        end.open()
        try await holder.value
        try await waiting.value
        for error in [error, other] {
            #expect(error.resultCode == .busy)
            #expect(
                error.message
                    == "a write cannot wait for a connection: the waitingCallLimit of 1 is reached")
        }
        #expect(try await database.itemCount() == 1)
    }

    @Test("A wait limit of zero fails every call that would wait")
    func zero() async throws {
        let database = try TestStorage.file.openWithItems { $0.waitLimit = .zero }
        let isWriting = Shared(false)
        let end = Gate()
        let holder = Task {
            try await database.write { _ in
                isWriting.change { $0 = true }
                end.wait()
            }
        }
        await reached { isWriting.current }
        // The limit may be reached before the call is in the queue.
        for _ in 1...100 {
            let error = try await failure { try await database.write { db in try db.addItem() } }
            #expect(error.resultCode == .busy)
        }
        end.open()
        try await holder.value
        #expect(try await database.itemCount() == 0)
    }

    @Test("A time limit interrupts a running statement", arguments: TestStorage.allCases)
    func running(storage: TestStorage) throws {
        let database = try storage.openWithItems { $0.timeLimit = .milliseconds(500) }
        let reading = try failure { try database.read { try $0.execute(endlessQuery) } }
        let writing = try failure {
            try database.write { db in
                try db.addItem()
                try db.execute(endlessQuery)
            }
        }
        for error in [reading, writing] {
            #expect(error.resultCode == .interrupt)
            #expect(error.message.contains("longer than 0.5 seconds"))
        }
        #expect(try database.itemCount() == 0)
    }

    @Test("A time limit ends a closure of many short statements", arguments: TestStorage.allCases)
    func shortStatements(storage: TestStorage) async throws {
        let database = try storage.openWithItems { $0.timeLimit = .milliseconds(500) }
        let error = try await failure {
            try await database.write { db in while true { try db.addItem() } }
        }
        #expect(error.message.contains("longer than 0.5 seconds"))
        #expect(try await database.itemCount() == 0)
    }

    @Test("A limit that is not reached has no effect", arguments: TestStorage.allCases)
    func notReached(storage: TestStorage) async throws {
        let database = try storage.openWithItems {
            $0.timeLimit = .seconds(3600)
            $0.waitLimit = .seconds(Int64.max)
        }
        try await database.write { db in try db.addItem() }
        #expect(try await database.itemCount() == 1)
    }
}
