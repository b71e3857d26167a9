import DataLiteDatabase

/// The storage of a test database.
package enum TestStorage: String, CaseIterable, Sendable {
    case file
    case memory

    package func open(_ change: (inout Database.Configuration) -> Void = { _ in }) throws
        -> Database
    {
        let configuration = Database.Configuration(change)
        switch self {
        case .file: return try Database.temporary(configuration: configuration)
        case .memory: return try Database.inMemory(configuration: configuration)
        }
    }

    /// A database with the table `items(id INTEGER PRIMARY KEY, name TEXT)`.
    package func openWithItems(
        _ change: (inout Database.Configuration) -> Void = { _ in }
    ) throws -> Database {
        let database = try open(change)
        try database.write { db in
            try db.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
        }
        return database
    }
}

extension Database {
    package func itemCount() throws -> Int? {
        try read { db in try db.value("SELECT count(*) FROM items") }
    }

    package func itemCount() async throws -> Int? {
        try await read { db in try db.value("SELECT count(*) FROM items") }
    }
}

extension ConnectionProtocol {
    package func addItem(_ name: String = "item") throws(SQLiteError) {
        try execute("INSERT INTO items(name) VALUES (\(name))")
    }
}
