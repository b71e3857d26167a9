import Testing

@testable import DataLiteDatabase

@Suite("What the writer commits", .enabled(if: !ChangeCollector.isMissing))
struct WriterObservationTests {
    private let delivery = CommitDelivery()
    private let writer: WriterObservation

    init() { writer = WriterObservation(delivery, ForeignCommits(delivery, label: "test")) }

    private func connection() throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
        return connection
    }

    /// An observer that has fetched the table.
    private func observer() -> Observer {
        let observer = delivery.add(pollInterval: nil)
        delivery.beginFetch(observer)
        let region = Region(tables: [TableName("items"): .all])
        delivery.endFetch(observer, FetchRecord(reads: nil, region: region))
        return observer
    }

    @Test("is not collected while nobody observes")
    func nobody() throws {
        let connection = try connection()
        writer.begin(connection)
        #expect(writer.schemas == nil)
        writer.end(connection)
        let observer = observer()
        writer.begin(connection)
        #expect(writer.schemas == ["main"])
        writer.end(connection)
        delivery.remove(observer)
        writer.begin(connection)
        #expect(writer.schemas == nil)
    }

    @Test("reaches an observer at the commit, in the middle of the write")
    func commit() throws {
        let connection = try connection()
        let observer = observer()
        writer.begin(connection)
        try connection.transaction {
            try connection.execute("INSERT INTO items(name) VALUES ('one')")
            #expect(!observer.isStale)
        }
        #expect(observer.isStale)
        writer.end(connection)
    }

    @Test("reaches no observer if it was rolled back")
    func rollback() throws {
        let connection = try connection()
        let observer = observer()
        writer.begin(connection)
        try connection.execute(script: "BEGIN; INSERT INTO items(name) VALUES ('one'); ROLLBACK")
        writer.end(connection)
        #expect(!observer.isStale)
    }

    @Test("counts as unknown if nobody observed when the write began, or the connection is gone")
    func unknown() throws {
        let connection = try connection()
        writer.begin(connection)
        let observer = observer()
        writer.end(connection)
        #expect(observer.isStale)
        let other = self.observer()
        writer.writerWasDropped()
        #expect(other.isStale)
    }
}
