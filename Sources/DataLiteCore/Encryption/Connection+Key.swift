import DataLiteC

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Connection {
    /// The key of an encrypted database. It shows in no description, log or error.
    public enum Key: Hashable, Sendable {
        /// A passphrase, from which the codec derives the key.
        case passphrase(String)
        /// The key itself, of the length that the codec's cipher takes; it is handed to the codec in
        /// the form `x'...'`.
        case rawKey(Data)
    }

    /// Gives the key of an encrypted database, before anything is read from it.
    ///
    /// The codec does not check the key: with a wrong one, the first read fails with
    /// `SQLITE_NOTADB`. C: `sqlite3_key_v2`, looked up at run time.
    ///
    /// Attaching a database reads it: so this gives a key to an attached one only while that is
    /// empty. One that is encrypted already gets its key with `ATTACH ... KEY`.
    ///
    /// - Parameter name: The schema: `main` if `nil`, or the name of an attached database.
    /// - Throws: `SQLITE_ERROR` if the running SQLite has no codec.
    public func apply(_ key: Key, name: String?) throws(SQLiteError) {
        try call("sqlite3_key_v2", with: key, name: name)
    }

    /// Changes the key of an encrypted database, and encrypts every page anew. C:
    /// `sqlite3_rekey_v2`, looked up at run time.
    ///
    /// A codec may take a new key without complaint when the present one is wrong, and change
    /// nothing; so the database is read first.
    ///
    /// - Parameter name: The schema: `main` if `nil`, or the name of an attached database.
    /// - Throws: `SQLITE_ERROR` if the running SQLite has no codec; `SQLITE_NOTADB` if the present
    ///   key is wrong; what the codec reports, as `SQLITE_MISUSE` for a database that is not
    ///   encrypted.
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
        let bytes = key.bytes
        guard !bytes.isEmpty else { throw SQLiteError(.misuse, message: "the key is empty") }
        guard let address = datalite_symbol(symbol) else {
            throw SQLiteError(
                .error,
                message: "the running SQLite \(Connection.libraryVersion) has no codec: "
                    + "link the program with one that has, such as SQLCipher")
        }
        // Right: `sqlite3_key_v2` and `sqlite3_rekey_v2`, which alone are looked up here, and only in the image
        // of the running SQLite, have this signature in the codec's documentation. Its header is not at hand.
        let function = unsafeBitCast(address, to: KeyFunction.self)
        guard let length = Int32(exactly: bytes.count) else {
            throw SQLiteError(.tooBig, message: "the key is too long")
        }
        let code = bytes.withUnsafeBytes {
            function(pointer, name ?? "main", $0.baseAddress, length)
        }
        guard code == SQLITE_OK else {
            // The codec leaves no message behind.
            throw SQLiteError(
                ResultCode(code), message: "\(symbol) has failed on \(name ?? "main")")
        }
    }
}

extension Connection.Key {
    fileprivate var bytes: [UInt8] {
        switch self {
        case .passphrase(let text): Array(text.utf8)
        case .rawKey(let data):
            data.isEmpty ? [] : Array(SQLLiteral.blob(data).lowercased().utf8)
        }
    }
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
