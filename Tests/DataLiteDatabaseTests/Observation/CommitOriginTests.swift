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

    @Test("The writer is not asked for an origin without a commit")
    func none() {
        #expect(!foreign.record([], known: ["main"]))
        #expect(!observer.isStale)
    }

    @Test(
        "The writer is asked if it may have made the commit",
        .enabled(if: !ChangeCollector.isMissing))
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

    @Test("A commit is foreign if the writer's tracker does not know its schema")
    func others() throws {
        #expect(!foreign.record(["main", "attached"], known: ["main"]))
        #expect(observer.isStale)
        delivery.beginFetch(observer)
        #expect(!foreign.record(["main"], known: nil))
        delivery.endFetch(observer, FetchRecord(reads: nil, region: Region(tables: [:])))
        #expect(observer.isStale)
    }

    @Test("A commit is foreign if the writer has no tracker")
    func noTracker() throws {
        #expect(foreign.record(["main"], known: ["main"]))
        foreign.attributeCommits(try Connection(location: .inMemory), nil)
        #expect(observer.isStale)
    }
}
