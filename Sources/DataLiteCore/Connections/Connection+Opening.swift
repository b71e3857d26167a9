import DataLiteC

extension Connection {
    /// Opens a connection and sets it up as configured.
    ///
    /// The whole configuration is applied when this returns. If any part of it fails, the connection is
    /// closed and the error is thrown.
    ///
    /// C: `sqlite3_open_v2`.
    ///
    /// - Parameter vfs: The name of the operating system interface that SQLite uses, such as
    ///   `unix-dotfile`, or `nil` for the default
    ///   ([The SQLite OS interface](https://www.sqlite.org/vfs.html)).
    /// - Throws: `SQLITE_CANTOPEN` if the file does not exist or cannot be opened; `SQLITE_NOTADB` if the
    ///   file is not a database, or is encrypted, and the configuration requires reading it; `SQLITE_MISUSE`
    ///   for options that contradict each other; `SQLITE_ERROR` for an unknown VFS.
    public convenience init(
        location: Location,
        options: Options = .default,
        vfs: String? = nil,
        configuration: Configuration = Configuration()
    ) throws(SQLiteError) {
        // The C string would end at the NUL and could name another VFS.
        guard vfs?.utf8.contains(0) != true else {
            throw SQLiteError(.error, message: "the name of the VFS contains a NUL character")
        }
        let handle = try ConnectionHandle.open(
            location.filename(uri: options.contains(.uri)), flags: options.rawValue, vfs: vfs)
        try self.init(handle, configuration: configuration)
    }

    /// Opens a connection to a file.
    ///
    /// - Parameter path: The path of the file; as in SQLite, `:memory:` is an in-memory database and the
    ///   empty path a temporary database on disk. With the option `.uri`, it can be the text of a ``DatabaseURI``.
    /// - Throws: `SQLITE_MISUSE` if the path begins with `file:` and the option `.uri` is not set. For a file with such
    ///   a name, write `./file:x`. The errors of ``init(location:options:vfs:configuration:)``.
    public convenience init(
        path: String,
        options: Options = .default,
        vfs: String? = nil,
        configuration: Configuration = Configuration()
    ) throws(SQLiteError) {
        if !options.contains(.uri) {
            try Location.requirePath(
                path, advice: "use Connection(uri: DatabaseURI(parsing: text)), or a URL's path")
        }
        try self.init(
            location: Location(path: path), options: options, vfs: vfs,
            configuration: configuration)
    }

    /// Creates a connection over an open `sqlite3` handle of the C API.
    ///
    /// - Parameters:
    ///   - pointer: The handle. No other `Connection` may use it, and the rules of ``Connection``
    ///     about threads apply to it.
    ///   - ownership: ``Ownership/owned`` passes the handle to the connection, which closes it even if this
    ///     throws, and turns on extended result codes. ``Ownership/borrowed`` leaves it to the caller, who
    ///     must keep it open for as long as the connection and its statements exist.
    ///   - configuration: The settings to apply to the handle, or `nil` to leave it unchanged.
    public convenience init(
        unsafeHandle pointer: OpaquePointer,
        ownership: Ownership,
        configuration: Configuration? = nil
    ) throws(SQLiteError) {
        if ownership == .owned { sqlite3_extended_result_codes(pointer, 1) }
        try self.init(
            ConnectionHandle(pointer, ownership: ownership), configuration: configuration)
    }

    /// The owner of a `sqlite3` handle, which closes it.
    public enum Ownership: Hashable, Sendable {
        /// The connection.
        case owned
        /// The code that opened it.
        case borrowed
    }
}
