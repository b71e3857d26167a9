extension Connection {
    /// The location of a database.
    public enum Location: Hashable, Sendable {
        /// A file. With ``Options/uri``, the path can be the text of a ``DatabaseURI``: `file:data.db?mode=ro`.
        case file(path: String)
        /// A separate in-memory database, deleted when the connection closes.
        case inMemory
        /// A separate database on disk, deleted when the connection closes.
        case temporary
    }
}

extension Connection.Location {
    /// The path as SQLite reads it: `:memory:` for an in-memory database, empty for a temporary one.
    public var path: String {
        switch self {
        case .file(let path): path
        case .inMemory: ":memory:"
        case .temporary: ""
        }
    }

    /// Creates a location from a path as SQLite reads it: `:memory:` is in memory, the empty path is
    /// temporary.
    init(path: String) {
        switch path {
        case ":memory:": self = .inMemory
        case "": self = .temporary
        default: self = .file(path: path)
        }
    }

    /// Rejects a URI where a path is expected: SQLite would create a new, empty file with this name.
    package static func requirePath(_ path: String, advice: String) throws(SQLiteError) {
        guard !path.hasPrefix("file:") else {
            throw SQLiteError.misuse("\"\(path)\" is a URI, not a path: \(advice)")
        }
    }

    /// The name for `sqlite3_open_v2`, for which some names are special: those that begin with a colon
    /// and, in builds that always accept URIs, with `file:`. A path with a directory is not special.
    func filename(uri: Bool) throws(SQLiteError) -> String {
        switch self {
        case .inMemory, .temporary:
            return path
        case .file(let path):
            guard !path.isEmpty else {
                throw SQLiteError(
                    .cantOpen, message: "the path is empty; use .temporary for a temporary database"
                )
            }
            guard !path.utf8.contains(0) else {
                throw SQLiteError(.cantOpen, message: "the path contains a NUL character")
            }
            let isSpecial = path.hasPrefix(":") || (!uri && path.hasPrefix("file:"))
            return isSpecial ? "./" + path : path
        }
    }
}
