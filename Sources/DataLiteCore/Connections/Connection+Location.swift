extension Connection {
    /// Where a database is.
    public enum Location: Hashable, Sendable {
        /// A file. With ``Options/uri``, a path may as well be a URI: `file:data.db?mode=ro`.
        case file(path: String)
        /// A database of its own in memory, gone when the connection closes.
        case inMemory
        /// A database of its own on disk, gone when the connection closes.
        case temporary
    }
}

extension Connection.Location {
    /// A path as SQLite reads it: `:memory:` is in memory, the empty path temporary.
    init(path: String) {
        switch path {
        case ":memory:": self = .inMemory
        case "": self = .temporary
        default: self = .file(path: path)
        }
    }

    /// The name for `sqlite3_open_v2`, which gives some names a meaning of their own: those that
    /// begin with a colon, and, in builds that take URIs everywhere, with `file:`. A path with a
    /// directory in front is safe from that.
    func filename(uri: Bool) throws(SQLiteError) -> String {
        switch self {
        case .inMemory:
            return ":memory:"
        case .temporary:
            return ""
        case .file(let path):
            guard !path.isEmpty else {
                throw SQLiteError(
                    .cantOpen, message: "the path is empty; a temporary database is .temporary")
            }
            guard !path.utf8.contains(0) else {
                throw SQLiteError(.cantOpen, message: "there is a NUL character in the path")
            }
            let isSpecial = path.hasPrefix(":") || (!uri && path.hasPrefix("file:"))
            return isSpecial ? "./" + path : path
        }
    }
}
