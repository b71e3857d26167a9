import DataLiteCore
import Foundation

/// The database that statements are prepared with. Nothing is run on it but the schema.
struct SchemaDatabase {
    /// Has the schema, and the functions and collations of the program.
    let connection: Connection
    /// Has only the functions and collations.
    let empty: Connection

    /// Opens a database file for reading only, or runs a file of SQL in memory.
    ///
    /// - Throws: ``InputFailure``
    init(path: String, names: DeclaredNames) throws {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw InputFailure("no such schema: \"\(path)\"")
        }
        defer { try? file.close() }
        guard var data = try? file.read(upToCount: Self.fileHeader.count) ?? Data() else {
            throw InputFailure("cannot read the schema \"\(path)\"")
        }
        if data == Self.fileHeader {
            try self.init(databaseAt: path, names: names)
            return
        }
        data += (try? file.readToEnd()) ?? Data()
        guard let text = String(bytes: data, encoding: .utf8) else {
            throw InputFailure(
                "the schema \"\(path)\" is neither an SQLite database nor SQL in UTF-8")
        }
        try self.init(script: SchemaScript(path: path, text: text), names: names)
    }

    private init(databaseAt path: String, names: DeclaredNames) throws {
        do {
            connection = try Self.open(Self.location(ofDatabaseAt: path), names)
            // Opening reads nothing; this reads the schema.
            _ = try connection.value("SELECT count(*) FROM sqlite_schema", as: Int.self)
            empty = try Self.open(.inMemory, names)
        } catch let error as SQLiteError {
            throw InputFailure("cannot read the schema \"\(path)\": \(error.message)")
        }
    }

    /// Runs the statements of a schema in memory.
    init(script: SchemaScript, names: DeclaredNames) throws {
        connection = try Self.open(.inMemory, names)
        empty = try Self.open(.inMemory, names)
        try script.run(on: connection)
    }

    /// The first bytes of a database file (<https://sqlite.org/fileformat.html>, section 1.3.1).
    private static let fileHeader = Data("SQLite format 3\0".utf8)

    /// The file as a URI. If nothing is left to be read from a log or a journal, it is opened as immutable:
    /// for a file in WAL mode, SQLite otherwise creates files beside it (<https://sqlite.org/wal.html>,
    /// section 5).
    private static func location(ofDatabaseAt path: String) -> Connection.Location {
        let isClean = ["-wal", "-journal"].allSatisfy {
            !FileManager.default.fileExists(atPath: path + $0)
        }
        let url = URL(fileURLWithPath: path).absoluteString
        return .file(path: isClean ? url + "?immutable=1" : url)
    }

    private static func open(
        _ location: Connection.Location, _ names: DeclaredNames
    ) throws -> Connection {
        let options: Connection.Options =
            location == .inMemory ? .default : [.readonly, .nomutex, .uri]
        let connection = try Connection(location: location, options: options)
        // The schema may call them too, whatever their options.
        for name in names.scalars {
            try connection.add(function: .placeholder(name, .scalar { _ in .null }))
        }
        for name in names.aggregates {
            try connection.add(function: .placeholder(name, .window { Function.Window() }))
        }
        for name in names.collations {
            try connection.add(collation: name) { _, _ in .orderedSame }
        }
        return connection
    }
}

extension Function.Definition {
    /// A function that is never called.
    fileprivate static func placeholder(
        _ name: String, _ implementation: Implementation
    ) -> Function.Definition {
        Function.Definition(
            name: name, argc: -1, options: [.deterministic, .innocuous],
            implementation: implementation)
    }
}
