import DataLite
import Observation

@Observable @MainActor
final class ShelfModel {
    @ObservationIgnored @FetchAll(Book.order(by: \.title)) var books
    @ObservationIgnored @FetchOne(Book.where { !$0.isRead }.count()) var unreadCount = 0

    private let database: Database

    init(database: Database) {
        self.database = database
    }

    func add(_ title: String, by author: String) async throws {
        try await database.write { db in
            try Book.insert { Book.Draft(title: title, author: author) }.execute(db)
        }
    }

    func finish(_ book: Book) async throws {
        try await database.write { db in
            try Book.find(book.id).update { $0.isRead = true }.execute(db)
        }
    }
}
