import Testing

@testable import DataLiteDatabase

@Suite("Commits of the writer", .enabled(if: !ChangeCollector.isMissing))
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

    @Test("Commits are not collected without observers")
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

    @Test("A commit in the middle of a write reaches an observer")
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

    @Test("A rollback reaches no observer")
    func rollback() throws {
        let connection = try connection()
        let observer = observer()
        writer.begin(connection)
        try connection.execute(script: "BEGIN; INSERT INTO items(name) VALUES ('one'); ROLLBACK")
        writer.end(connection)
        #expect(!observer.isStale)
    }

    @Test("A commit is unknown if the write began without observers or its connection was dropped")
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
