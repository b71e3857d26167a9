import DataLite
import DataLiteTesting
import Observation
import Testing

@Suite("The samples of the guide to fetching", .timeLimit(.minutes(20)))
struct FetchingSamples {
    // sample: fetchedTable
    @Table
    struct Book: Equatable, Identifiable {
        let id: Int
        var title: String
        var isRead = false
    }
    // end

    // sample: fetchRequest
    struct Shelf: FetchRequest {
        struct Value: Sendable, Equatable {
            let total: Int
            let unread: [Book]
        }

        func fetch(_ db: any ConnectionProtocol) throws -> Value {
            try Value(
                total: Book.count().fetchOne(db) ?? 0,
                unread: Book.where { !$0.isRead }.order(by: \.title).fetchAll(db))
        }
    }
    // end

    // sample: fetchModel
    @Observable @MainActor
    final class LibraryModel {
        @ObservationIgnored @FetchAll var all: [Book]
        @ObservationIgnored @FetchAll(Book.order(by: \.title)) var books
        @ObservationIgnored @FetchOne(Book.where { !$0.isRead }.count()) var unreadCount = 0
        @ObservationIgnored @FetchOne(Book.find(1)) var first
        @ObservationIgnored @Fetch(Shelf()) var shelf

        func search(_ text: String) async throws {
            try await $books.load(Book.where { $0.title.contains(text) })
        }
    }
    // end

    private let database: TestDatabase

    init() throws {
        database = try TestDatabase(
            schema: """
                CREATE TABLE books(id INTEGER PRIMARY KEY, title TEXT, isRead INTEGER);
                INSERT INTO books VALUES (1, 'Persuasion', TRUE), (2, 'Emma', FALSE);
                """)
    }

    @Test("fetch a request")
    func fetch() async throws {
        // sample: fetch
        let shelf = try await database.fetch(Shelf())
        print("\(shelf.unread.count) of \(shelf.total) books to read")
        // end
        #expect(shelf == Shelf.Value(total: 2, unread: [Book(id: 2, title: "Emma")]))
    }

    @Test("observe a request")
    func values() async throws {
        let task = Task {
            // sample: valuesOfRequest
            for try await shelf in database.values(of: Shelf()) {
                print("\(shelf.unread.count) of \(shelf.total) books to read")
            }
            // end
        }
        var totals = database.values(of: Shelf()).makeAsyncIterator()
        #expect(try await totals.next(within: .seconds(600)).total == 2)
        try await database.close()
        try await task.value
    }

    @Test("follow SQL whose rows have the type of the property")
    func text() {
        let limit = Duration.seconds(600)
        @FetchAll(
            #sql("SELECT \(Book.columns) FROM \(Book.self) WHERE \(Book.isRead)"),
            database: database, firstReadLimit: limit)
        var read: [Book]
        @FetchOne(
            #sql("SELECT count(*) FROM \(Book.self)"), database: database, firstReadLimit: limit)
        var count = 0
        #expect(read.allSatisfy(\.isRead) && count == 2)
    }

    @Test("follow the database with a model") @MainActor
    func model() async throws {
        // sample: taskDatabase
        let model = DefaultDatabase.$current.withValue(database) { LibraryModel() }
        try await model.$books.load()
        // end
        #expect(model.books.map(\.title) == ["Emma", "Persuasion"])
        // sample: search
        do {
            try await model.search("Emma")
        } catch is CancellationError {
            // Another search has begun.
        } catch {
            print(error)  // also in model.$books.error
        }
        // end
        #expect(model.books.map(\.title) == ["Emma"])
        // sample: subscription
        let subscription = try await model.$books.load(Book.where { !$0.isRead })
        subscription.cancel()
        // end
        #expect(model.books.map(\.title) == ["Emma"])
        try await model.$all.load()
        #expect(model.all.count == 2)
        try await model.$shelf.load()
        try await model.$unreadCount.load()
        try await model.$first.load()
        #expect(model.shelf?.total == 2)
        #expect(model.unreadCount == 1)
        #expect(model.first?.title == "Persuasion")
    }

    private func start(_ path: String) throws {
        // sample: sharedDatabase
        DefaultDatabase.shared = try Database(path: path)
        // end
    }
}
