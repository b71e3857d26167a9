extension ConnectionProtocol {
    /// Attaches another database to the connection: `ATTACH 'old.db' AS "archive"`.
    ///
    /// ```swift
    /// try db.attach(.file(path: "old.db"), as: "archive")
    /// let titles = try db.rows("SELECT title FROM archive.books", as: String.self)
    /// try db.detach("archive")
    /// ```
    ///
    /// If the main database or the attached one is in WAL mode, a transaction that writes to both is atomic only in each
    /// file: after a full disk, a crash or a power failure in the middle of the commit, one file may have its changes and the
    /// other one not. With rollback journals (`journalMode` is `.delete`, `.truncate` or `.persist`) the transaction is
    /// atomic. See [ATTACH](https://www.sqlite.org/lang_attach.html).
    ///
    /// - Parameters:
    ///   - location: The location of the database. A file is created if there is none and the connection may write. The
    ///     text of a URI works if the connection was opened with ``Connection/Options/uri``.
    ///   - name: The name of the database in SQL.
    /// - Throws: `SQLITE_CANTOPEN` if the path is empty, contains a NUL character, or cannot be opened; `SQLITE_ERROR` if
    ///   the name is in use or there are too many databases; another `SQLiteError` if SQLite reports an error.
    public func attach(_ location: Connection.Location, as name: String) throws(SQLiteError) {
        try execute("ATTACH \(location.filename(uri: true)) AS \(identifier: name)")
    }

    /// Detaches a database: `DETACH "archive"`. A database in memory and a temporary one are deleted.
    ///
    /// - Throws: `SQLITE_ERROR` if there is no such database, or if a statement or an open transaction uses it.
    public func detach(_ name: String) throws(SQLiteError) {
        try execute("DETACH \(identifier: name)")
    }
}
