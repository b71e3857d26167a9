import DataLiteCore
import Foundation

/// The database that statements are prepared with. Nothing is run on it but the schema.
struct SchemaDatabase {
    /// Has the schema, and the functions and collations of the program.
    let connection: Connection
    /// Has only the functions and collations.
    let empty: Connection
    /// The names of the database and of those that are attached to it, in lower case.
    private(set) var schemas: Set<String> = ["main", "temp"]

    /// Opens a database for each schema without a name, with those that have a name attached to it.
    ///
    /// - Throws: ``InputFailure``
    static func databases(
        _ arguments: [SchemaArgument], names: DeclaredNames
    ) throws -> [SchemaDatabase] {
        let attached = try arguments.compactMap { argument in
            try argument.name.map { ($0, try SchemaSource(path: argument.path), argument.path) }
        }
        let unnamed = try arguments.filter { $0.name == nil }.map {
            try SchemaSource(path: $0.path)
        }
        let sources = unnamed.isEmpty ? [.script(SchemaScript(path: "", text: ""))] : unnamed
        return try sources.map { source in
            var database = try SchemaDatabase(source, names: names)
            for (name, source, path) in attached {
                try database.attach(source, as: name, path: path, names)
            }
            return database
        }
    }

    /// Opens a database file for reading only, or makes a schema in memory.
    ///
    /// - Throws: ``InputFailure``
    init(_ source: SchemaSource, names: DeclaredNames) throws {
        if case .database(let path) = source {
            do {
                connection = try Self.open(.file(path: Self.uri(ofDatabaseAt: path)), names)
                // Opening reads nothing; this reads the schema.
                _ = try connection.value("SELECT count(*) FROM sqlite_schema", as: Int.self)
                empty = try Self.open(.inMemory, names)
            } catch let error as SQLiteError {
                throw InputFailure("cannot read the schema \"\(path)\": \(error.message)")
            }
        } else {
            connection = try Self.open(.inMemory, names)
            empty = try Self.open(.inMemory, names)
            try source.run(on: connection)
        }
    }

    private mutating func attach(
        _ source: SchemaSource, as name: String, path: String, _ names: DeclaredNames
    ) throws {
        guard schemas.insert(name).inserted else {
            throw InputFailure("two schemas have the name \"\(name)\"")
        }
        if case .database = source {
            try attach(databaseAt: path, as: name, path: path)
        } else {
            // SQL makes its tables in the main database, so it has a file of its own at first.
            let file = FileManager.default.temporaryDirectory
                .appendingPathComponent("datalite-check-\(UUID().uuidString).db")
            defer { try? FileManager.default.removeItem(at: file) }
            let connection = try Self.open(
                .file(path: file.absoluteString), names, [.readwrite, .create, .nomutex, .uri])
            try source.run(on: connection)
            try connection.close()
            try attach(databaseAt: file.path, as: name, path: path)
        }
    }

    private func attach(databaseAt file: String, as name: String, path: String) throws {
        do {
            try connection.execute(
                "ATTACH \(Self.uri(ofDatabaseAt: file)) AS \(identifier: name)")
        } catch {
            throw InputFailure("cannot read the schema \"\(path)\": \(error.message)")
        }
    }

    /// The file as a URI. If nothing is left to be read from a log or a journal, it is opened as immutable:
    /// for a file in WAL mode, SQLite otherwise creates files beside it (<https://sqlite.org/wal.html>,
    /// section 5).
    private static func uri(ofDatabaseAt path: String) -> String {
        let isClean = ["-wal", "-journal"].allSatisfy {
            !FileManager.default.fileExists(atPath: path + $0)
        }
        let url = URL(fileURLWithPath: path).absoluteString
        return url + (isClean ? "?immutable=1" : "?mode=ro")
    }

    private static func open(
        _ location: Connection.Location, _ names: DeclaredNames,
        _ options: Connection.Options? = nil
    ) throws -> Connection {
        let isInMemory = location == .inMemory
        let connection = try Connection(
            location: location,
            options: options
                ?? [isInMemory ? .readwrite : .readonly, isInMemory ? .create : [], .nomutex, .uri])
        // The schema may call them too, whatever their options.
        for function in names.functions {
            try connection.add(function: .placeholder(function))
        }
        for name in names.collations {
            try connection.add(collation: name) { _, _ in .orderedSame }
        }
        return connection
    }
}

extension Function.Registration {
    /// A function that is never called, except by the rows that a migration inserts.
    fileprivate static func placeholder(_ function: DeclaredFunction) -> Function.Registration {
        let implementation: Function.Registration._Implementation =
            switch function.kind {
            case .scalar: .scalar { _ in .null }
            case .aggregate: .window { Function.Window() }
            }
        return Function.Registration(
            name: function.name, argc: function.argumentCount,
            options: [.deterministic, .innocuous], _implementation: implementation)
    }
}
