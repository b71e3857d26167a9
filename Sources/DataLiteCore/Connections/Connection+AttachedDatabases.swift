import Foundation

// The attached databases of the connections of a pool, which attach them when they are opened.

/// The databases that were attached when a connection was opened, and those with rollback journals.
struct Attachments {
    /// The statement that begins to read those in WAL mode.
    let read: SQL?
    /// The main database and the attached ones, without the last one: a table that is created there hides no other.
    let schemas: [String]
    var versions: [Int64?]
    /// The databases with rollback journals, and the paths of these.
    let journals: [(schema: String, path: String)]
}

extension Connection {
    /// Finds the attached databases that read transactions include from their beginning: those in WAL mode, where a
    /// reader blocks no writer.
    ///
    /// - Parameter hasJournal: Whether the main database is a file with a rollback journal.
    package func includeAttachedDatabases(mainHasJournal hasJournal: Bool) {
        let names = (try? attachedDatabaseNames) ?? []
        guard hasJournal || !names.isEmpty else { return }
        let walNames = names.filter { name in
            let mode = try? value("PRAGMA \(identifier: name).journal_mode", as: String.self)
            return mode == "wal"
        }
        let tables = (["main"] + walNames).map { "\(identifier: $0).sqlite_schema" as SQL }
        let read: SQL = "SELECT 1 FROM \(tables.joined(separator: ", ")) LIMIT 0"
        let schemas = names.isEmpty ? [] : ["main"] + names.dropLast()
        let journals = ((hasJournal ? ["main"] : []) + names).compactMap { name in
            walNames.contains(name) ? nil : path(of: name).map { (name, $0 + "-journal") }
        }
        attachments = Attachments(
            read: walNames.isEmpty ? nil : read, schemas: schemas,
            versions: schemaVersions(schemas), journals: journals)
    }

    /// Whether the beginning of a call has work to do for attached databases or rollback journals.
    @inline(__always)
    package var hasAttachments: Bool { attachments != nil }

    /// Throws `SQLITE_READONLY_ROLLBACK` if a program ended while it wrote to a database with a rollback journal. Only a
    /// connection that may write can then undo its changes: see <https://www.sqlite.org/lockingv3.html#hot_journals>.
    package func requireNoHotJournal() throws(SQLiteError) {
        for journal in attachments?.journals ?? [] where isActiveJournal(journal.path) {
            do throws(SQLiteError) {
                // If another connection has a lock, it is writing, or it undoes the changes.
                try withoutLockWaits { () throws(SQLiteError) in try beginReading(journal.schema) }
            } catch {
                if error.resultCode == .readonlyRollback { throw error }
            }
        }
    }

    /// Undoes the changes of programs that ended while they wrote to databases with rollback journals.
    package func rollBackHotJournals() throws(SQLiteError) {
        for journal in attachments?.journals ?? [] { try beginReading(journal.schema) }
    }

    /// Runs a statement that reads a database, but no row of it.
    private func beginReading(_ schema: String) throws(SQLiteError) {
        try makeStatement("SELECT 1 FROM \(identifier: schema).sqlite_schema LIMIT 0").runOnce()
    }

    /// Begins to read the attached databases. Without this, the transaction would include each one from its first use,
    /// so a commit between the first uses of two databases would be seen in only one of them.
    @inline(__always)
    package func beginAttachedReads() {
        if let read = attachments?.read { beginAttachedReads(read) }
        resolveNamesAgain()
    }

    /// Empties the statement cache if another connection has changed a schema: see
    /// `ConnectionHandle.resolvesNamesAgain(_:from:)`. Call this at the beginning of a transaction.
    @inline(__always)
    package func resolveNamesAgain() {
        if attachments != nil { compareSchemaVersions() }
    }

    @inline(never)
    private func compareSchemaVersions() {
        guard let schemas = attachments?.schemas else { return }
        let versions = schemaVersions(schemas)
        guard versions != attachments?.versions else { return }
        attachments?.versions = versions
        clearStatementCache()
        // SQLite compiles statements with the schema that it has read before. It reads it again when a statement that
        // uses the database finds another version.
        for schema in schemas { try? beginReading(schema) }
    }

    private func schemaVersions(_ schemas: [String]) -> [Int64?] {
        schemas.map { schema in
            try? inSchemaMethod { () throws(SQLiteError) in
                try value("PRAGMA \(identifier: schema).schema_version")
            }
        }
    }

    /// A database that cannot be read is reported by the statement that uses it.
    @inline(never)
    private func beginAttachedReads(_ sql: SQL) {
        if let statement = transactionStatements.attachedRead {
            return (try? statement.runOnce()) ?? ()
        }
        guard let statement = try? makeStatement(sql) else { return }
        transactionStatements.attachedRead = statement
        try? statement.runOnce()
    }

    var attachedDatabaseNames: [String] {
        get throws(SQLiteError) { try databaseNames.filter { $0 != "main" && $0 != "temp" } }
    }
}

/// Whether a journal exists and has a header, which SQLite overwrites with zeros or removes when a transaction ends.
private func isActiveJournal(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var byte: UInt8 = 0
    return read(file, &byte, 1) == 1 && byte != 0
}

// MARK: - Attaching

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
