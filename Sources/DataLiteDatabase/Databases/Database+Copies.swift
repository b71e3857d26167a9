import DataLiteCore
import Foundation

extension Database {
    /// Copies the current state to a new in-memory database, for example to test or preview with the data of a file.
    ///
    /// - Parameter configuration: The configuration of the copy, or `nil` for the configuration of this database, with
    ///   write access. The `onOpen` of the configuration runs after the data is copied.
    /// - Throws: The errors of `read(_:)` and `inMemory(configuration:)`; `SQLITE_FULL` if the copy needs more than 2
    ///   GB; `SQLITE_MISUSE` for an encrypted database, which `temporaryCopy(configuration:)` can copy.
    public func inMemoryCopy(configuration: Configuration? = nil) throws -> Database {
        let settings = try settingsOfCopy(configuration, isInMemory: true)
        let (uri, anchor) = try pool.run(.read) { try ConnectionSource.copyInMemory($0) }
        return try Self.openCopy(uri, anchor, settings)
    }

    /// Copies the current state to a new in-memory database, on a database thread, like the synchronous form.
    ///
    /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled.
    public func inMemoryCopy(configuration: Configuration? = nil) async throws -> Database {
        let settings = try settingsOfCopy(configuration, isInMemory: true)
        let (uri, anchor) = try await pool.runAsync(.read) {
            try ConnectionSource.copyInMemory($0)
        }
        return try Self.openCopy(uri, anchor, settings)
    }

    /// Copies the current state to a new database in a temporary file, which is deleted when the copy is closed or
    /// released. A copy of an encrypted database has the same key.
    ///
    /// - Parameter configuration: The configuration of the copy, or `nil` for the configuration of this database, with
    ///   write access. The `onOpen` of the configuration runs after the data is copied.
    /// - Throws: The errors of `backup(to:pagesPerStep:progress:)` and `temporary(configuration:)`.
    public func temporaryCopy(configuration: Configuration? = nil) throws -> Database {
        let settings = try settingsOfCopy(configuration, isInMemory: false)
        let path = try TemporaryFile.create()
        do {
            try backup(to: path)
            return try Self.temporary(path, settings)
        } catch {
            TemporaryFile.delete(path)
            throw error
        }
    }

    /// Copies the current state to a new database in a temporary file, on a database thread, like the synchronous form.
    ///
    /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled.
    public func temporaryCopy(configuration: Configuration? = nil) async throws -> Database {
        let settings = try settingsOfCopy(configuration, isInMemory: false)
        let path = try TemporaryFile.create()
        do {
            try await backup(to: path)
            return try Self.temporary(path, settings)
        } catch {
            TemporaryFile.delete(path)
            throw error
        }
    }

    private func settingsOfCopy(
        _ configuration: Configuration?, isInMemory: Bool
    ) throws(SQLiteError) -> Configuration {
        let key = pool.source.configuration.connection.key
        guard !isInMemory || key == nil else {
            throw SQLiteError.misuse(
                "an encrypted database cannot be copied into memory: use temporaryCopy()")
        }
        var settings = configuration ?? pool.configuration
        settings.connection.key = key
        if configuration == nil { settings.access = .readWrite }
        if configuration == nil, isInMemory { settings.connection.journalMode = nil }
        try settings.validate(isInMemory ? .memory : .temporaryFile)
        return settings
    }

    private static func openCopy(
        _ uri: String, _ anchor: Locked<Connection?>, _ configuration: Configuration
    ) throws(SQLiteError) -> Database {
        let (source, first) = try ConnectionSource.openInMemory(
            uri, isNamed: false, anchor, configuration)
        return Database(ConnectionPool(source, first: first, configuration))
    }
}
