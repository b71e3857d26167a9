import DataLiteC

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

    /// The value of such a parameter as a Boolean: `yes`, `true`, `on` and numbers other than 0 are `true`; `no`,
    /// `false`, `off` and 0 are `false`. C: `sqlite3_uri_boolean`.
    ///
    /// - Parameter defaultValue: The result for any other value, and without such a parameter.
    public func uriParameter(
        _ name: String, of schema: String = "main", default defaultValue: Bool
    ) -> Bool {
        withFilename(of: schema, for: name) {
            sqlite3_uri_boolean($0, name, defaultValue ? 1 : 0) != 0
        } ?? defaultValue
    }

    /// The value of such a parameter as a number, decimal or hexadecimal with `0x`. C: `sqlite3_uri_int64`.
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
