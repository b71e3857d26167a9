import DataLiteSyntax
import Foundation

/// The SQL text of a migration.
struct MigrationScript: Sendable {
    let text: String

    /// The name of the file that the text comes from.
    let file: String?

    /// The value of `PRAGMA foreign_keys`, if the first statement sets it. That statement is not run, because SQLite
    /// ignores it in a transaction (<https://www.sqlite.org/pragma.html#pragma_foreign_keys>).
    let foreignKeys: Migrator.ForeignKeys?

    /// The offset in bytes at which the statements to run begin.
    private let start: Int

    init(text: String, file: String?) {
        var text = text
        (foreignKeys, start) = text.withUTF8(Self.setting)
        self.text = text
        self.file = file
    }

    /// Throws if the script contains a statement that has no effect inside the transaction of a migration.
    ///
    /// - Parameters:
    ///   - name: The name of the migration.
    ///   - isInTransaction: Whether it runs in a transaction, so that it cannot begin another one.
    func requireRunnable(_ name: String, isInTransaction: Bool = true) throws(MigrationError) {
        var text = text
        let refusal = text.withUTF8 { bytes -> (reason: String, offset: Int)? in
            let tokenizer = SQLTokenizer(bytes)
            var position = start
            while let range = tokenizer.nextStatement(from: &position) {
                guard let reason = Self.reasonToRefuse(bytes[range], isInTransaction) else {
                    continue
                }
                return (reason, range.lowerBound)
            }
            return nil
        }
        if let refusal {
            throw .refusedStatement(
                location: place(name, at: refusal.offset), reason: refusal.reason)
        }
        let isEmpty = text.withUTF8 { SQLTokenizer($0).firstToken(from: 0) == nil }
        if isEmpty { throw .emptyScript(name) }
    }

    private static func reasonToRefuse(
        _ statement: Slice<UnsafeBufferPointer<UInt8>>, _ isInTransaction: Bool
    ) -> String? {
        switch SQLScanner.controlKind(UnsafeBufferPointer(rebasing: statement)) {
        case .begin where isInTransaction, .commit where isInTransaction,
            .rollback where isInTransaction:
            "the statement begins or ends a transaction, but a migration runs in its own transaction"
        case .pragma("foreign_keys", .some):
            "PRAGMA foreign_keys has no effect here; it must be the first statement"
        default: nil
        }
    }

    /// Runs the statements.
    func run(on connection: any ConnectionProtocol) throws(LocatedError) {
        if let connection = connection as? Connection {
            do {
                try connection.statements(in: text, from: start).runLocated()
            } catch {
                throw LocatedError(error.error, in: self, at: error.offset)
            }
        } else {
            for (sql, offset) in statements {
                do {
                    try connection.execute(script: sql)
                } catch {
                    throw LocatedError(error, in: self, at: offset + (error.offset ?? 0))
                }
            }
        }
    }

    /// A human-readable location: `001 create.sql:12` or `migration "create", line 12`.
    func place(_ name: String, at offset: Int) -> String {
        let line = text.utf8.prefix(offset).reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
        guard let file else { return "migration \"\(MessageText.name(name))\", line \(line)" }
        return "\(MessageText.name(file)):\(line)"
    }

    /// Each statement to run, including the text up to the next one, and its offset. SQLite describes a syntax error at
    /// a semicolon better than one at the end of the text.
    private var statements: [(sql: String, offset: Int)] {
        let bytes = Array(text.utf8)
        let starts = SQLScanner.statementRanges(text).map(\.lowerBound).filter { $0 >= start }
        return zip(starts, starts.dropFirst() + [bytes.count]).map { start, end in
            (String(decoding: bytes[start..<end], as: UTF8.self), start)
        }
    }

    /// The setting of foreign keys at the start of a script, and the offset after it.
    private static func setting(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> (Migrator.ForeignKeys?, Int) {
        let tokenizer = SQLTokenizer(bytes)
        guard let first = tokenizer.firstToken(from: 0), bytes[first] | 0x20 == UInt8(ascii: "p")
        else { return (nil, 0) }
        var end = first
        guard let range = tokenizer.nextStatement(from: &end),
            case .pragma("foreign_keys", let value?) = SQLScanner.controlKind(
                UnsafeBufferPointer(rebasing: bytes[range]))
        else { return (nil, 0) }
        // SQLite reads these words, and any number except zero, as true.
        let isOn = ["on", "yes", "true"].contains(value.lowercased()) || (Int(value) ?? 0) != 0
        return (isOn ? .enforced : .checkedAtEnd, end)
    }
}

/// An `SQLiteError` in a script, with its location.
struct LocatedError: Error {
    private let error: SQLiteError
    private let script: MigrationScript
    private let offset: Int

    /// - Parameter offset: The position of the error or of its statement in the script.
    init(_ error: SQLiteError, in script: MigrationScript, at offset: Int) {
        self.script = script
        self.offset = offset
        guard error.offset != nil else {
            self.error = error
            return
        }
        self.error = SQLiteError(
            error.resultCode, message: error.message, sql: script.text, offset: offset,
            underlyingError: error.underlyingError)
    }

    func named(_ name: String) -> SQLiteError {
        error.prefixed(script.place(name, at: offset) + ": ")
    }
}

// MARK: - Folder

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

// MARK: - MigrationNumber

/// The number at the start of a file's name, which determines the order: `001`, `12.3` or
/// `2024-01-31T10-00`.
///
/// It consists of groups of digits with one `-`, `_`, `.`, `:` or `T` between them. Groups are
/// compared as numbers, so 9 comes before 10, and 001 equals 1.
struct MigrationNumber: Hashable, Comparable {
    /// The digits of each group without leading zeros, as strings so that a number can have any length.
    private let groups: [String]

    /// `nil` if the name does not begin with a digit.
    init?(startOf name: String) {
        var groups: [String] = []
        var rest = name.utf8[...]
        while case let digits = rest.prefix(while: Self.isDigit), !digits.isEmpty {
            groups.append(String(Substring(digits.drop { $0 == UInt8(ascii: "0") })))
            rest = rest[digits.endIndex...]
            guard let separator = rest.first, Self.separators.contains(separator) else { break }
            rest = rest.dropFirst()
        }
        guard !groups.isEmpty else { return nil }
        self.groups = groups
    }

    static func < (lhs: MigrationNumber, rhs: MigrationNumber) -> Bool {
        lhs.groups.lexicographicallyPrecedes(rhs.groups) { first, second in
            (first.utf8.count, first) < (second.utf8.count, second)
        }
    }

    private static let separators = Array("-_.:T".utf8)

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
