import DataLiteDatabase
import Foundation

/// A kind of database, with the table `items` and two rows.
enum DatabaseKind: String, CaseIterable, Sendable {
    case wal, delete, truncate, persist, temporary, memory, named
    case memoryCopy, temporaryCopy, copyOfMemory
    case readOnlyWAL, readOnlyRollback, immutableWAL, immutableRollback

    var isReadOnly: Bool {
        [.readOnlyWAL, .readOnlyRollback, .immutableWAL, .immutableRollback].contains(self)
    }

    static let writable = allCases.filter { !$0.isReadOnly }
    static let readOnly = allCases.filter(\.isReadOnly)

    var hasSnapshots: Bool {
        ![.delete, .truncate, .persist, .readOnlyRollback].contains(self)
    }

    /// The journal mode of the file, if it is not WAL.
    private var journalMode: JournalMode? {
        switch self {
        case .delete, .readOnlyRollback, .immutableRollback: .delete
        case .truncate: .truncate
        case .persist: .persist
        default: nil
        }
    }

    /// Calls a closure with a database of this kind.
    func with(_ body: (Database) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            let database = try open(directory + "/a%20b?c#d.sqlite", .init())
            try await body(database)
            try await database.close()
        }
    }

    private func open(_ path: String, _ configuration: Database.Configuration) throws -> Database {
        switch self {
        case .temporary: return try Database.temporary(configuration: configuration).filled()
        case .memory: return try Database.inMemory(configuration: configuration).filled()
        case .named:
            return try Database.inMemory(named: path, configuration: configuration).filled()
        case .memoryCopy, .copyOfMemory, .temporaryCopy:
            let original: Database
            if self == .copyOfMemory {
                original = try Database.inMemory().filled()
            } else {
                original = try Database(path: path).filled()
            }
            return try self == .temporaryCopy
                ? original.temporaryCopy(configuration: configuration)
                : original.inMemoryCopy(configuration: configuration)
        default: break
        }
        var settings = configuration
        settings.journalMode = journalMode
        let database = try Database(path: path, configuration: settings).filled()
        guard isReadOnly else { return database }
        try database.close()
        settings.journalMode = nil
        settings.access = rawValue.hasPrefix("immutable") ? .immutable : .readOnly
        return try Database(path: path, configuration: settings)
    }
}

extension Database {
    fileprivate func filled() throws -> Database {
        try write { db in
            try db.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
            try db.addItem("a")
            try db.addItem("b")
        }
        return self
    }
}
