import DataLiteCore
import Foundation
import Testing

@testable import DataLiteDatabase

@Suite("A notification of outside changes")
struct NotifyChangesTests {
    @Test("Values that read the table are fetched again, and others are not")
    func values() async throws {
        let database = try Database.inMemory()
        try await database.write { db in
            try db.execute(
                script: "CREATE TABLE books(id INTEGER PRIMARY KEY); CREATE TABLE other(x)")
        }
        let fetches = Locked((books: 0, other: 0))
        let options = ObservationOptions(pollInterval: nil)
        var books = database.values(options) { db in
            try db.execute("SELECT * FROM books")
            return fetches.withLock {
                $0.books += 1; return $0.books
            }
        }.makeAsyncIterator()
        var other = database.values(options) { db in
            try db.execute("SELECT * FROM other")
            return fetches.withLock {
                $0.other += 1; return $0.other
            }
        }.makeAsyncIterator()
        var changes = database.changes(in: "books").makeAsyncIterator()
        #expect(try await books.next() == 1)
        #expect(try await other.next() == 1)
        database.notifyChanges(in: ["BOOKS"])
        #expect(try await books.next() == 2)
        #expect(try await changes.next() == .unknown)
        #expect(fetches.withLock { $0.other } == 1)
        database.notifyChanges()
        #expect(try await books.next() == 3)
        #expect(try await other.next() == 2)
    }
}
