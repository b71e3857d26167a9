import DataLiteC
public import Foundation

extension Connection {
    /// The key of an encrypted database. Descriptions, logs and errors never contain it.
    public enum Key: Hashable, Sendable {
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
