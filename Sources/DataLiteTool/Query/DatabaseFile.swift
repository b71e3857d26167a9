import DataLiteCore
import Foundation

/// A database file or `:memory:` on the command line.
struct DatabaseFile {
    let path: String
    let readonly: Bool
    let create: Bool
    /// Whether SQL in the schema can call every function. The file may be untrusted, so by default it can
    /// call only innocuous functions.
    var trustsSchema = false

    /// Whether double-quoted text can be a string, in the schema as in the SQL of the command.
    var allowsDoubleQuotedStrings = false

    /// Whether the command has an option that creates the database.
    var canCreate = true

    /// Opens the database, with the functions of the tool.
    ///
    /// - Throws: A ``QueryError`` with the reason if the file cannot be opened as a database.
    func open() throws -> Connection {
        // SQLite would open a temporary database.
        guard !path.isEmpty else { throw QueryError("the path of the database is empty") }
        try requireFile()
        do {
            let connection = try Connection(
                path: path, options: options, configuration: configuration)
            // Opening reads nothing; this reads the header of the file.
            try connection.execute(sql: "PRAGMA schema_version")
            return connection
        } catch {
            throw explained(error)
        }
    }

    /// The configuration of every connection to the file.
    var configuration: Connection.Configuration {
        Connection.Configuration {
            $0.trustsSchema = trustsSchema
            if allowsDoubleQuotedStrings { $0.doubleQuotedStrings = [.dml, .ddl] }
            $0.onOpen = { try $0.addToolFunctions() }
        }
    }

    private var options: Connection.Options {
        if readonly { return [.readonly, .nomutex] }
        return create ? [.readwrite, .create, .nomutex] : [.readwrite, .nomutex]
    }

    private func requireFile() throws {
        guard path != ":memory:" else { return }
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            guard create else {
                let advice = readonly || !canCreate ? "" : "; --create creates a database"
                throw QueryError("no such file: \"\(path)\"\(advice)")
            }
            return
        }
        guard !isDirectory.boolValue else { throw QueryError("\"\(path)\" is a directory") }
    }

    private func explained(_ error: SQLiteError) -> any Error {
        switch error.resultCode.primary {
        case .notADB:
            QueryError("\"\(path)\" is not an SQLite database, or is encrypted")
        case .cantOpen, .readonly:
            isWAL ? QueryError(walAdvice(error)) : QueryError("\(error.message): \"\(path)\"")
        default:
            error
        }
    }

    private func walAdvice(_ error: SQLiteError) -> String {
        """
        cannot read "\(path)" (\(error.message)): it is in WAL mode, where readers also write \
        the files -wal and -shm next to it, and its directory is not writable. \
        Copy the file, and its -wal file if there is one, to a writable directory.
        """
    }

    /// Whether the file is in WAL mode, according to bytes 18 and 19 of its header
    /// (<https://sqlite.org/fileformat.html>, section 1.3.3).
    private var isWAL: Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        guard let header = try? file.read(upToCount: 20), header.count == 20 else { return false }
        return header[18] == 2 && header[19] == 2
    }
}
