import DataLiteDatabase
import Foundation

/// The source of a schema.
enum SchemaSource {
    /// A database file, which is only read.
    case database(path: String)
    /// An SQL file.
    case script(SchemaScript)
    /// A folder of migrations.
    case migrations(Migrator, path: String)

    /// - Throws: ``InputFailure`` if no schema exists at the path.
    init(path: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
            let file = FileHandle(forReadingAtPath: path)
        else { throw InputFailure("no such schema: \"\(path)\"") }
        defer { try? file.close() }
        guard !isFolder.boolValue else {
            self = .migrations(try Self.migrator(folder: path), path: path)
            return
        }
        guard var data = try? file.read(upToCount: Self.fileHeader.count) ?? Data() else {
            throw InputFailure("cannot read the schema \"\(path)\"")
        }
        if data == Self.fileHeader {
            self = .database(path: path)
            return
        }
        data += (try? file.readToEnd()) ?? Data()
        guard let text = String(bytes: data, encoding: .utf8) else {
            throw InputFailure(
                "the schema \"\(path)\" is neither an SQLite database nor SQL in UTF-8")
        }
        self = .script(SchemaScript(path: path, text: text))
    }

    /// The first bytes of a database file (<https://sqlite.org/fileformat.html>, section 1.3.1).
    private static let fileHeader = Data("SQLite format 3\0".utf8)

    private static func migrator(folder: String) throws -> Migrator {
        do {
            let migrator = try Migrator(folder: folder)
            guard !migrator.names.isEmpty else {
                throw InputFailure("cannot read the schema \"\(folder)\": it has no .sql file")
            }
            return migrator
        } catch let error as MigrationError {
            throw InputFailure("cannot read the schema \"\(folder)\": \(error)")
        }
    }

    /// Creates the schema in a database. A database file is skipped.
    ///
    /// - Throws: ``InputFailure`` with the position of the error.
    func run(on connection: Connection) throws {
        switch self {
        case .database: break
        case .script(let script): try script.run(on: connection)
        case .migrations(let migrator, let path):
            do {
                try migrator.migrate(connection)
            } catch {
                let reason = (error as? SQLiteError)?.message ?? "\(error)"
                throw InputFailure("cannot read the schema \"\(path)\": \(reason)")
            }
        }
    }
}
