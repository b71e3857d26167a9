import Foundation

extension Migrator {
    /// Creates a migrator with the `.sql` files of a folder.
    ///
    /// - Parameter path: The path of the folder.
    /// - Throws: The errors of ``add(folder:)``.
    public init(folder path: String) throws(MigrationError) {
        self.init()
        try add(folder: path)
    }

    /// Adds a migration for each `.sql` file of a folder, in the order of the numbers at the start
    /// of their names: `1 create.sql`, `002_people.sql`, `10.sql`, `2024-01-31T10-00 add.sql`.
    ///
    /// The name of a migration is the name of its file without `.sql`. The text is recorded, so that later changes are
    /// detected, except in whitespace, comments and the letter case of keywords. Hidden files, subfolders and files
    /// with other extensions are ignored.
    ///
    /// - Parameter path: The path of the folder.
    /// - Throws: ``MigrationError`` if the folder or a file cannot be read; if a file is not UTF-8; if a name does not
    ///   begin with a number, or begins with the number of another file; if a file contains no statement, or a
    ///   statement that a migration cannot run. In that case, no migration is added.
    public mutating func add(folder path: String) throws(MigrationError) {
        var files: [MigrationNumber: MigrationFile] = [:]
        for file in try MigrationFile.files(in: path) {
            guard let number = MigrationNumber(startOf: file.name) else {
                throw .unnumberedFile(file.name)
            }
            if let other = files.updateValue(file, forKey: number) {
                let names = [other.name, file.name].sorted()
                throw .duplicateNumber(names[0], names[1])
            }
        }
        var added: [Migration] = []
        for (_, file) in files.sorted(by: { $0.key < $1.key }) {
            added.append(try file.migration())
        }
        migrations += added
    }
}

/// A file with the script of a migration.
private struct MigrationFile {
    let name: String
    private let path: String

    /// The `.sql` files of a folder, in unspecified order.
    static func files(in folder: String) throws(MigrationError) -> [MigrationFile] {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isDirectory) else {
            throw .unreadable(path: folder, reason: "there is no such folder")
        }
        guard isDirectory.boolValue else {
            throw .unreadable(path: folder, reason: "it is not a folder")
        }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw .unreadable(path: folder, reason: error.localizedDescription)
        }
        let files = names.filter { $0.lowercased().hasSuffix(".sql") && !$0.hasPrefix(".") }
            .map { MigrationFile(name: $0, path: folder + "/" + $0) }
        return files.filter { !$0.isFolder }
    }

    private var isFolder: Bool {
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        return exists && isDirectory.boolValue
    }

    func migration() throws(MigrationError) -> Migration {
        let script = MigrationScript(text: try text(), file: name)
        let name = String(name.dropLast(".sql".count))
        try script.requireRunnable(name)
        return Migration(
            name: name, foreignKeys: script.foreignKeys ?? .checkedAtEnd, body: .script(script))
    }

    /// The text without a byte order mark.
    private func text() throws(MigrationError) -> String {
        let data: Data
        do {
            // Not `Data(contentsOf:)`, which leaks its buffer for an empty file on Linux.
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? file.close() }
            data = try file.readToEnd() ?? Data()
        } catch {
            throw .unreadable(path: path, reason: error.localizedDescription)
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = data.starts(with: mark) ? data.dropFirst(mark.count) : data
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            throw .unreadable(path: path, reason: "it is not valid UTF-8")
        }
        return text
    }
}
