import Testing

@testable import DataLiteDatabase

@Suite("The origin of a commit")
struct CommitOriginTests {
    private let delivery = CommitDelivery()
    private let foreign: ForeignCommits
    private let observer: Observer

    init() {
        foreign = ForeignCommits(delivery, label: "test")
        observer = delivery.add(pollInterval: nil)
        delivery.beginFetch(observer)
        let region = Region(tables: [TableName("items"): .all])
        delivery.endFetch(observer, FetchRecord(reads: nil, region: region))
    }

    @Test("is not asked for without a commit")
    func none() {
        #expect(!foreign.record([], known: ["main"]))
        #expect(!observer.isStale)
    }

    @Test("is asked for if the writer may have made it", .enabled(if: !ChangeCollector.isMissing))
    func writers() throws {
        #expect(foreign.record(["main"], known: ["main"]))
        #expect(foreign.record([], known: ["main"]))
        #expect(!observer.isStale)
        let connection = try Connection(location: .inMemory)
        let tracker = try WriterChangeTracker(on: connection) { _ in }
        foreign.attributeCommits(connection, tracker)
        #expect(!observer.isStale)
        #expect(!foreign.record([], known: ["main"]))
    }

    @Test("is another process if the writer does not know the schema, or is not known")
    func others() throws {
        #expect(!foreign.record(["main", "attached"], known: ["main"]))
        #expect(observer.isStale)
        delivery.beginFetch(observer)
        #expect(!foreign.record(["main"], known: nil))
        delivery.endFetch(observer, FetchRecord(reads: nil, region: Region(tables: [:])))
        #expect(observer.isStale)
    }

    @Test("is another process if the writer has no tracker any more")
    func noTracker() throws {
        #expect(foreign.record(["main"], known: ["main"]))
        foreign.attributeCommits(try Connection(location: .inMemory), nil)
        #expect(observer.isStale)
    }
}
