import DataLite
import Foundation
import Hummingbird

struct Entry: ResponseCodable {
    let id: Int
    let name: String
    let text: String
    let createdAt: Date
}

struct NewEntry: Codable {
    let name: String
    let text: String
}

extension Database {
    static func openGuestbook(path: String) throws -> Database {
        let database = try Database(path: path)
        var migrator = Migrator()
        migrator.add(
            "create entries",
            sql: """
                CREATE TABLE entries(
                    id INTEGER PRIMARY KEY,
                    name TEXT NOT NULL CHECK (name <> ''),
                    text TEXT NOT NULL,
                    createdAt TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
                ) STRICT
                """)
        try migrator.migrate(database)
        return database
    }

    func latestEntries(_ count: Int) async throws -> [Entry] {
        try await read { db in
            try db.rows("SELECT * FROM entries ORDER BY id DESC LIMIT \(count)")
        }
    }

    func add(_ entry: NewEntry) async throws -> Entry {
        try await write { db in
            try db.insert(entry, into: "entries", returning: Entry.self)
        }
    }
}
