import DataLiteCore
import DataLiteDatabase
import Testing

@Suite("Changes of several queries")
struct QueryChangesTests {
    private let database: Database
    private let a = SQLQuery("SELECT n FROM a", as: Int.self)
    private let b = SQLQuery("SELECT n FROM b WHERE n > 1", as: Int.self)

    init() throws {
        database = try Database.inMemory()
        try database.write { db in
            try db.execute(script: "CREATE TABLE a(n); CREATE TABLE b(n); CREATE TABLE c(n)")
        }
    }

    @Test("A commit that may change one of the results is an element")
    func elements() async throws {
        let options = ObservationOptions(endsOnError: true)
        var changes = database.changes(of: a, b, options: options).makeAsyncIterator()
        #expect(try await changes.next() != nil)
        for table in ["a", "b", "b", "a"] {
            try await database.write { db in
                try db.execute(SQL(raw: "INSERT INTO \(table) VALUES (1)"))
            }
            #expect(try await changes.next() != nil)
        }
    }

    @Test("The rows of a query are observed without a closure, and without duplicates")
    func values() async throws {
        var values = database.values(of: b).makeAsyncIterator()
        #expect(try await values.next() == [])
        for number in [1, 2] {
            try await database.write { db in try db.execute("INSERT INTO b VALUES (\(number))") }
        }
        #expect(try await values.next() == [2])
        let pairs = SQLQuery("SELECT n, n FROM b WHERE n > 1", as: (Int, Int).self)
        for try await rows in database.values(of: pairs) {
            #expect(rows.map(\.0) == [2])
            break
        }
    }

    @Test("The state at the beginning is no element by default")
    func beginning() async throws {
        let changes = database.changes(of: a)
        let count = Locked(0)
        let task = Task {
            for try await _ in changes {
                count.withLock { $0 += 1 }
                break
            }
        }
        let writer = Task {
            while count.withLock({ $0 }) == 0, !Task.isCancelled {
                try await database.write { db in try db.execute("INSERT INTO a VALUES (1)") }
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        try await task.value
        try await writer.value
        #expect(count.withLock { $0 } == 1)
    }

    @Test("A query that cannot be compiled ends the sequence with its error")
    func failure() async throws {
        let unknown = SQLQuery("SELECT n FROM unknown", as: Int.self)
        var changes = database.changes(of: a, unknown).makeAsyncIterator()
        await #expect(throws: SQLiteError.self) { try await changes.next() }
    }
}
