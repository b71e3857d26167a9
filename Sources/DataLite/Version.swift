import DataLiteCore

/// The version of DataLite: `DataLite.version`. The version of SQLite is `Connection.library.version`.
public var version: String { Release.version }
