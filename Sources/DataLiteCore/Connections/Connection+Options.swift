import DataLiteC

extension Connection {
    /// Options for opening a database.
    ///
    /// See [Opening a new database connection](https://www.sqlite.org/c3ref/open.html).
    public struct Options: OptionSet, Hashable, Sendable {
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The database can only be read, and must exist. C: `SQLITE_OPEN_READONLY`.
        public static let readonly = Options(rawValue: SQLITE_OPEN_READONLY)
        /// The database can be read and written, and must exist. If the operating system forbids
        /// writing, it is opened for reading. C: `SQLITE_OPEN_READWRITE`.
        public static let readwrite = Options(rawValue: SQLITE_OPEN_READWRITE)
        /// The database is created if it does not exist. C: `SQLITE_OPEN_CREATE`.
        public static let create = Options(rawValue: SQLITE_OPEN_CREATE)
        /// The path may be a URI. C: `SQLITE_OPEN_URI`.
        public static let uri = Options(rawValue: SQLITE_OPEN_URI)
        /// The database is in memory, and the path is its name. Connections of this process share a
        /// database if its name is a URI and they have the options ``uri`` and ``sharedcache``. C:
        /// `SQLITE_OPEN_MEMORY`.
        public static let memory = Options(rawValue: SQLITE_OPEN_MEMORY)
        /// SQLite does not lock the connection against other threads. This is safe, because the
        /// connection is confined to one thread or actor at a time. C: `SQLITE_OPEN_NOMUTEX`.
        public static let nomutex = Options(rawValue: SQLITE_OPEN_NOMUTEX)
        /// SQLite locks the connection against other threads at each call. C:
        /// `SQLITE_OPEN_FULLMUTEX`.
        public static let fullmutex = Options(rawValue: SQLITE_OPEN_FULLMUTEX)
        /// Connections of this process share one cache. C: `SQLITE_OPEN_SHAREDCACHE`.
        public static let sharedcache = Options(rawValue: SQLITE_OPEN_SHAREDCACHE)
        /// The connection has its own cache. C: `SQLITE_OPEN_PRIVATECACHE`.
        public static let privatecache = Options(rawValue: SQLITE_OPEN_PRIVATECACHE)
        /// Errors have extended result codes, as they always do in this library. C: `SQLITE_OPEN_EXRESCODE`.
        public static let exrescode = Options(rawValue: SQLITE_OPEN_EXRESCODE)
        /// The path must not be a symbolic link. C: `SQLITE_OPEN_NOFOLLOW`.
        public static let nofollow = Options(rawValue: SQLITE_OPEN_NOFOLLOW)

        /// `[.readwrite, .create, .nomutex]`
        public static let `default`: Options = [.readwrite, .create, .nomutex]
    }
}
