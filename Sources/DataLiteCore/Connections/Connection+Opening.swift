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

// MARK: - URI

extension Connection {
    /// Opens a connection to the database of a URI.
    ///
    /// - Parameters:
    ///   - options: As for other connections. The mode of the URI can only restrict them.
    /// - Throws: `SQLITE_MISUSE` if the URI contains a NUL character or a parameter with the name of a property;
    ///   `SQLITE_PERM` if the mode requires more than the options allow; the errors of
    ///   ``init(location:options:vfs:configuration:)``.
    public convenience init(
        uri: DatabaseURI,
        options: Options = .default,
        configuration: Configuration = Configuration()
    ) throws(SQLiteError) {
        try self.init(
            location: .file(path: try uri.text), options: options.union(.uri),
            configuration: configuration)
    }

    // MARK: - What an open database knows of its URI

    /// The parameters of the URI with which a database was opened or attached, in their order, including those that
    /// SQLite itself reads. Empty for a path, for a database in memory, and if no database has this name. C:
    /// `sqlite3_uri_key`.
    ///
    /// - Parameter schema: `main`, or the name of an attached database.
    public func uriParameters(of schema: String = "main") -> [DatabaseURI.Parameter] {
        withFilename(of: schema) { filename in
            var parameters: [DatabaseURI.Parameter] = []
            while let key = sqlite3_uri_key(filename, Int32(parameters.count)) {
                let name = String(repairing: key) ?? ""
                let value = String(repairing: sqlite3_uri_parameter(filename, key)) ?? ""
                parameters.append(DatabaseURI.Parameter(name, value))
            }
            return parameters
        } ?? []
    }

    /// The value of a parameter of the URI with which a database was opened or attached. C: `sqlite3_uri_parameter`.
    ///
    /// - Parameter schema: `main`, or the name of an attached database.
    /// - Returns: The value, which is empty for a parameter without `=`; `nil` without such a parameter, for a path,
    ///   for a database in memory, and if no database has this name.
    public func uriParameter(_ name: String, of schema: String = "main") -> String? {
        withFilename(of: schema, for: name) {
            String(repairing: sqlite3_uri_parameter($0, name))
        }
    }

    /// The value of a parameter of the URI of a database as a Boolean: `yes`, `true`, `on` and numbers other than 0 are
    /// `true`; `no`, `false`, `off` and 0 are `false`. C: `sqlite3_uri_boolean`.
    ///
    /// - Parameter defaultValue: The result for any other value, and without such a parameter.
    public func uriParameter(
        _ name: String, of schema: String = "main", default defaultValue: Bool
    ) -> Bool {
        withFilename(of: schema, for: name) {
            sqlite3_uri_boolean($0, name, defaultValue ? 1 : 0) != 0
        } ?? defaultValue
    }

    /// The value of a parameter of the URI of a database as a number, decimal or hexadecimal with `0x`. C:
    /// `sqlite3_uri_int64`.
    ///
    /// - Parameter defaultValue: The result for anything but an integer of 64 bits, and without such a parameter.
    public func uriParameter(
        _ name: String, of schema: String = "main", default defaultValue: Int64
    ) -> Int64 {
        withFilename(of: schema, for: name) {
            sqlite3_uri_int64($0, name, defaultValue)
        } ?? defaultValue
    }

    /// The path of the rollback journal of a database, whether or not the file exists; `nil` if the database is in
    /// memory or temporary, or if no database has this name. C: `sqlite3_filename_journal`.
    public func journalPath(of schema: String = "main") -> String? {
        guard path(of: schema) != nil else { return nil }
        return withFilename(of: schema) { String(repairing: sqlite3_filename_journal($0)) }
    }

    /// The path of the WAL of a database, whether or not the file exists; `nil` if the database is in memory or
    /// temporary, if no database has this name, and if SQLite was built with `SQLITE_OMIT_WAL`. C:
    /// `sqlite3_filename_wal`.
    public func walPath(of schema: String = "main") -> String? {
        guard path(of: schema) != nil else { return nil }
        return withFilename(of: schema) { String(repairing: sqlite3_filename_wal($0)) }
    }

    /// Calls a closure with the file name of a database, behind which SQLite keeps the parameters of its URI.
    ///
    /// - Returns: `nil` if no database has this name, or if `parameter` contains a NUL character.
    private func withFilename<R>(
        of schema: String, for parameter: String = "", _ body: (UnsafePointer<CChar>) -> R?
    ) -> R? {
        // SQLite keeps the name until the database is detached or the connection is closed, so it is valid in the
        // closure.
        guard let pointer = handle.pointer, !schema.utf8.contains(0), !parameter.utf8.contains(0),
            let filename = sqlite3_db_filename(pointer, schema)
        else { return nil }
        return body(filename)
    }
}

// MARK: - Location

extension Connection {
    /// The location of a database.
    public enum Location: Equatable, Sendable {
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
