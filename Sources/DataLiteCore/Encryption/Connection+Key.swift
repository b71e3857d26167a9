import DataLiteC
public import Foundation

extension Connection {
    /// The key of an encrypted database. Descriptions, logs and errors never contain it.
    public enum Key: Equatable, Sendable {
        /// A passphrase, from which the codec derives the key.
        case passphrase(String)
        /// The key itself, of the length that the codec's cipher requires. It is passed to the codec in the
        /// form `x'...'`.
        case rawKey(Data)
    }

    /// Provides the key of an encrypted database, before anything is read from it.
    ///
    /// The codec does not check the key: with a wrong one, the first read fails with
    /// `SQLITE_NOTADB`. C: `sqlite3_key_v2`, looked up at run time.
    ///
    /// Attaching a database reads it, so for an attached database this works only while it is empty. To
    /// attach an encrypted database, use `ATTACH ... KEY`.
    ///
    /// - Parameter name: The schema: `main` if `nil`, or the name of an attached database.
    /// - Throws: `SQLITE_ERROR` if the running SQLite has no codec.
    public func apply(_ key: Key, name: String?) throws(SQLiteError) {
        try call("sqlite3_key_v2", with: key, name: name)
    }

    /// Changes the key of an encrypted database, and encrypts every page with it. C:
    /// `sqlite3_rekey_v2`, looked up at run time.
    ///
    /// If the current key is wrong, a codec may report success and change nothing, so the database is read
    /// first.
    ///
    /// - Parameter name: The schema: `main` if `nil`, or the name of an attached database.
    /// - Throws: `SQLITE_ERROR` if the running SQLite has no codec; `SQLITE_NOTADB` if the current key is
    ///   wrong; the error of the codec, such as `SQLITE_MISUSE` for a database that is not encrypted.
    public func rekey(_ key: Key, name: String?) throws(SQLiteError) {
        if Self.hasCodec {
            try execute("SELECT count(*) FROM \(identifier: name ?? "main").sqlite_schema")
        }
        try call("sqlite3_rekey_v2", with: key, name: name)
    }

    /// Whether the running SQLite has a codec, so that databases can be encrypted.
    public static var hasCodec: Bool { datalite_symbol("sqlite3_key_v2") != nil }

    private typealias KeyFunction =
        @convention(c) (
            OpaquePointer, UnsafePointer<CChar>, UnsafeRawPointer?, Int32
        ) -> Int32

    private func call(_ symbol: String, with key: Key, name: String?) throws(SQLiteError) {
        let pointer = try handle.open()
        let bytes = Array(key.keyValue.utf8)
        guard !bytes.isEmpty else { throw SQLiteError.misuse("the key is empty") }
        guard let address = datalite_symbol(symbol) else {
            throw SQLiteError(
                .error,
                message: "the running SQLite \(Connection.libraryVersion) has no codec: "
                    + "link the program with a build that has one, such as SQLCipher")
        }
        // SAFETY: only `sqlite3_key_v2` and `sqlite3_rekey_v2` are looked up, and only in the image of the
        // running SQLite. Both have this signature in the documentation of SEE and SQLCipher, whose
        // header is not available here.
        let function = unsafeBitCast(address, to: KeyFunction.self)
        guard let length = Int32(exactly: bytes.count) else {
            throw SQLiteError(.tooBig, message: "the key is too long")
        }
        let code = bytes.withUnsafeBytes {
            function(pointer, name ?? "main", $0.baseAddress, length)
        }
        guard code == SQLITE_OK else {
            // The codec does not set a message.
            throw SQLiteError(
                ResultCode(code), message: "\(symbol) failed on \(name ?? "main")")
        }
    }
}

extension Connection.Key {
    /// The text that is passed to the codec: the passphrase, or the raw key as `x'...'`. Keep it secret.
    public var keyValue: String {
        switch self {
        case .passphrase(let text): text
        case .rawKey(let data): data.isEmpty ? "" : SQLLiteral.blob(data).lowercased()
        }
    }

    /// The number of bytes in ``keyValue``.
    public var length: Int32 { Int32(clamping: keyValue.utf8.count) }
}

extension Connection.Key: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of key, without the key.
    public var description: String {
        switch self {
        case .passphrase: "passphrase(...)"
        case .rawKey: "rawKey(...)"
        }
    }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: []) }
}

// MARK: - Export

extension Connection {
    /// Writes a copy of the main database to a new or empty file, encrypted with another key or not encrypted.
    ///
    /// ```swift
    /// let plain = try Connection(path: "notes.sqlite")
    /// try plain.export(to: "notes-encrypted.sqlite", key: .passphrase("secret"))
    /// ```
    ///
    /// ``rekey(_:name:)`` cannot encrypt a database that is not encrypted, nor decrypt one. Only SQLCipher can copy between
    /// both, with its function `sqlcipher_export`. The copy is one state of the database, and has the tables with their
    /// rows, indexes, triggers and views, `user_version`, `application_id` and the kind of auto-vacuum. Rowids of
    /// tables without an `INTEGER PRIMARY KEY` may change, as they may with `VACUUM`, and the journal mode is not
    /// copied.
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
