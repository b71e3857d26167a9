extension Connection {
    /// Writes a copy of the main database to a new or empty file, encrypted with another key or not encrypted.
    ///
    /// ```swift
    /// let plain = try Connection(path: "notes.sqlite")
    /// try plain.export(to: "notes-encrypted.sqlite", key: .passphrase("secret"))
    /// ```
    ///
    /// ``rekey(_:name:)`` cannot encrypt a database that is not encrypted, nor decrypt one. Only SQLCipher can copy between
    /// both, with its function `sqlcipher_export`. The copy is of one moment, and has the tables with their rows,
    /// indexes, triggers and views, `user_version`, `application_id` and the kind of auto-vacuum. Rowids of tables
    /// without an `INTEGER PRIMARY KEY` may change, as they may with `VACUUM`, and the journal mode is not copied.
    ///
    /// - Parameters:
    ///   - path: The file, which has a temporary name in the same folder until it is complete.
    ///   - key: The key of the copy, or `nil` for a copy that is not encrypted.
    /// - Throws: `SQLITE_ERROR` if the running SQLite is not SQLCipher, or if the file is not empty; `SQLITE_MISUSE`
    ///   inside a transaction, and for an empty key; `SQLITE_BUSY` while a statement is running; `SQLITE_NOTADB` if
    ///   the key of this database is wrong; `SQLITE_CANTOPEN` if the file cannot be created; `SQLITE_READONLY`
    ///   or `SQLITE_ERROR` on a connection that was opened for reading only.
    public func export(to path: String, key: Key?) throws(SQLiteError) {
        guard try hasExportFunction else {
            throw SQLiteError(
                .error,
                message: """
                    the running SQLite \(Connection.libraryVersion) has no function sqlcipher_export: only \
                    SQLCipher copies between encrypted and plain databases
                    """)
        }
        try requireNoWork()
        guard key?.keyValue.isEmpty != true else {
            throw SQLiteError.misuse("the key is empty")
        }
        try writeNewFile(path) { (path) throws(SQLiteError) in
            let filename = try Location.file(path: path).filename(uri: false)
            // Without KEY, the copy would have the key of this database. The key itself is not part of a statement, so
            // it cannot appear in a log.
            try execute("ATTACH \(filename) AS \(identifier: Self.exportName) KEY ''")
            do throws(SQLiteError) {
                if let key { try apply(key, name: Self.exportName) }
                try copyContents()
            } catch {
                _ = try? execute("DETACH \(identifier: Self.exportName)")
                throw error
            }
            try execute("DETACH \(identifier: Self.exportName)")
        }
    }

    /// The name of the copy while it is attached.
    private static var exportName: String { "datalite_export" }

    private var hasExportFunction: Bool {
        get throws(SQLiteError) {
            guard Self.hasCodec else {
                _ = try handle.open()
                return false
            }
            return try value("SELECT 1 FROM pragma_function_list WHERE name = 'sqlcipher_export'")
                == 1
        }
    }

    private func requireNoWork() throws(SQLiteError) {
        guard isAutocommit else {
            throw SQLiteError.misuse("a database cannot be exported in a transaction")
        }
        guard !handle.hasRunningStatement else {
            throw SQLiteError(
                .busy, message: "a database cannot be exported while a statement is running")
        }
    }

    /// Copies everything in one transaction, so that it is of one moment.
    private func copyContents() throws(SQLiteError) {
        let name = Self.exportName
        let vacuum = try requiredValue("PRAGMA main.auto_vacuum", as: Int.self)
        try execute("PRAGMA \(identifier: name).auto_vacuum = \(raw: String(vacuum))")
        try atomically(.deferred) {
            _ = try rows("SELECT sqlcipher_export(\(name))")
            for pragma in ["user_version", "application_id"] {
                let value = try requiredValue("PRAGMA main.\(raw: pragma)", as: Int.self)
                try execute("PRAGMA \(identifier: name).\(raw: pragma) = \(raw: String(value))")
            }
        }
    }
}
