import DataLiteCore
import Foundation

/// The database with which statements are prepared. Only the schema is run on it.
struct SchemaDatabase {
    /// A database with the schema, and with the functions and collations of the program.
    let connection: Connection
    /// A database with only the functions and collations.
    let empty: Connection
    /// The schema names of the database and its attached databases, in lower case.
    private(set) var schemas: Set<String> = ["main", "temp"]

    /// Opens a database for each unnamed schema, and attaches the named schemas to each of them.
    ///
    /// - Throws: ``InputFailure`` if a schema cannot be read.
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

    /// Opens a database file for reading only, or creates an in-memory database from a script or migrations.
    ///
    /// - Throws: ``InputFailure`` if the schema cannot be read.
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
            // The SQL creates tables in the main database, so it first runs on a separate file.
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

    /// The URI of a file. If the file has no log and no journal, it is opened as immutable: otherwise,
    /// SQLite would create files next to a file in WAL mode (<https://sqlite.org/wal.html>, section 5).
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
        // The schema may call the functions too, whatever their options.
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
    /// A function that is called only if a migration inserts rows with it.
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
