import DataLiteCore

/// The version of DataLite: `DataLite.version`. That of SQLite is `Connection.libraryVersion`.
public var version: String { Release.version }
