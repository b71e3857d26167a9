import DataLiteCore

/// The version of DataLite: `DataLite.version`. The version of SQLite is `Connection.libraryVersion`.
public var version: String { Release.version }
