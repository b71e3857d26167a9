import DataLiteDatabase
import Testing

@Suite("An error of an observation", .timeLimit(.minutes(20)))
struct ObservationErrorTests {
    private func values(
        _ database: Database, _ options: ObservationOptions = ObservationOptions()
    ) -> ObservedValues<Int> {
        database.values(options) { db in
            let count = try db.value("SELECT count(*) FROM items", as: Int.self) ?? -1
            if count == 1 { throw Refused() }
            return count
        }
    }

    @Test("An error is thrown, and the values continue with the next commit")
    func goesOn() async throws {
        let database = try TestStorage.file.openWithItems()
        var counts = values(database).makeAsyncIterator()
        #expect(try await counts.next() == 0)
        try await database.write { db in try db.addItem() }
        await #expect(throws: Refused.self) { try await counts.next() }
        try await database.write { db in try db.execute("DELETE FROM items") }
        // The value is delivered, although it equals the value before the error.
        #expect(try await counts.next() == 0)
    }

    @Test("An error ends the values if endsOnError is set")
    func ends() async throws {
        let database = try TestStorage.file.openWithItems()
        var counts = values(database, ObservationOptions(endsOnError: true)).makeAsyncIterator()
        #expect(try await counts.next() == 0)
        try await database.write { db in try db.addItem() }
        await #expect(throws: Refused.self) { try await counts.next() }
        #expect(try await counts.next() == nil)
    }

    @Test("An error is an element of the results")
    func results() async throws {
        let database = try TestStorage.file.openWithItems()
        var log: [String] = []
        for await result in values(database).results {
            switch result {
            case .success(let count): log.append("\(count)")
            case .failure(let error): log.append("\(error)")
            }
            if log.count == 3 { break }
            try await database.write { db in try db.addItem() }
        }
        #expect(log == ["0", "Refused()", "2"])
    }

    @Test("A transient error is not delivered")
    func transient() async throws {
        let database = try TestStorage.file.openWithItems()
        let failures = Shared(3)
        var counts = database.values { db in
            let fails = failures.change { count in
                count -= 1
                return count >= 0
            }
            if fails { throw SQLiteError(.busy, message: "locked") }
            return try db.value("SELECT count(*) FROM items", as: Int.self)
        }.makeAsyncIterator()
        #expect(try await counts.next() == 0)
        #expect(failures.current == -1)
    }

    @Test("An error is passed to onError, and the observation continues")
    func closure() async throws {
        let database = try TestStorage.file.openWithItems()
        let log = Shared<[String]>([])
        let observation = database.observe { db in
            let count = try db.value("SELECT count(*) FROM items", as: Int.self) ?? -1
            if count == 1 { throw Refused() }
            return count
        } onError: { error in
            log.change { $0.append("\(error)") }
        } onChange: { count in
            log.change { $0.append("\(count)") }
        }
        await reached { log.current == ["0"] }
        try await database.write { db in try db.addItem() }
        await reached { log.current == ["0", "Refused()"] }
        try await database.write { db in try db.addItem() }
        await reached { log.current == ["0", "Refused()", "2"] }
        observation.cancel()
    }
}
