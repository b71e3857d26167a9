/// The name of a pragma, optionally with a schema: `"main.page_size"`.
///
/// See [PRAGMA statements](https://www.sqlite.org/pragma.html).
public struct Pragma: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// A number that identifies the application that the file belongs to, at byte 68 of the file.
    public static let applicationID: Pragma = "application_id"
    /// The way free pages are returned to the file system: 0 never, 1 at each commit, 2 on demand.
    public static let autoVacuum: Pragma = "auto_vacuum"
    /// The time to wait for a lock, in milliseconds.
    public static let busyTimeout: Pragma = "busy_timeout"
    /// The size of the page cache: in pages, or in kibibytes if negative.
    public static let cacheSize: Pragma = "cache_size"
    /// The text encoding of the database.
    public static let encoding: Pragma = "encoding"
    /// Whether foreign keys are enforced.
    public static let foreignKeys: Pragma = "foreign_keys"
    /// The journal mode.
    public static let journalMode: Pragma = "journal_mode"
    /// The number of pages.
    public static let pageCount: Pragma = "page_count"
    /// The page size in bytes.
    public static let pageSize: Pragma = "page_size"
    /// Whether triggers may fire themselves.
    public static let recursiveTriggers: Pragma = "recursive_triggers"
    /// The synchronous setting: when SQLite waits for data to reach the disk.
    public static let synchronous: Pragma = "synchronous"
    /// A number for the application's own use, often the version of its schema.
    public static let userVersion: Pragma = "user_version"
    /// The number of pages in the write-ahead log at which SQLite runs a checkpoint.
    public static let walAutocheckpoint: Pragma = "wal_autocheckpoint"
}

extension Pragma: CustomStringConvertible {
    public var description: String { rawValue }
}

extension Pragma {
    /// The name as SQL text. A pragma name cannot be a parameter, so anything but a valid name is
    /// rejected.
    func checked() throws(SQLiteError) -> String {
        let parts = rawValue.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy(Self.isName) else {
            throw SQLiteError.misuse("\"\(MessageText.name(rawValue))\" is not a valid pragma name")
        }
        return rawValue
    }

    /// A value as SQL text: a signed number or a string. SQLite accepts no other value.
    func literal(of value: SQLiteValue) throws(SQLiteError) -> String {
        switch value {
        case .int, .real: if !value.sqliteLiteral.hasPrefix("N") { return value.sqliteLiteral }
        case .text(let text): if !text.utf8.contains(0) { return value.sqliteLiteral }
        case .blob, .null: break
        }
        throw SQLiteError.misuse(
            "PRAGMA \(self) cannot be set to \(value.summary): the value must be a number or text")
    }

    var isBusyTimeout: Bool { rawValue.lowercasedASCII == Self.busyTimeout.rawValue }

    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, !isDigit(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

/// A type that reads and sets pragmas.
public protocol PragmaAccessing: AnyObject {
    /// The value of a pragma; `nil` if SQLite returns no value, or one that cannot be converted to
    /// `T`. Default: runs `PRAGMA name`.
    ///
    /// - Throws: `SQLITE_MISUSE` if the name is not a valid pragma name.
    func get<T: SQLiteRepresentable>(pragma: Pragma) throws(SQLiteError) -> T?

    /// Sets a pragma. SQLite ignores unknown names and values. Default: runs `PRAGMA name = value`.
    ///
    /// - Throws: `SQLITE_MISUSE` if the name is not a valid pragma name, or if the value is neither a number nor text.
    func set(pragma: Pragma, value: (any SQLiteBindable)?) throws(SQLiteError)
}

/// The journal mode of a database, which determines how SQLite keeps a transaction atomic.
///
/// The raw value is SQLite's keyword in upper case; ``init(rawValue:)`` accepts any letter case. See
/// [PRAGMA journal_mode](https://www.sqlite.org/pragma.html#pragma_journal_mode).
public enum JournalMode: String, Hashable, Sendable, CaseIterable, SQLiteRepresentable {
    /// A rollback journal, deleted at the end of each transaction.
    case delete = "DELETE"
    /// A rollback journal, truncated to zero length at the end of each transaction.
    case truncate = "TRUNCATE"
    /// A rollback journal, whose header is overwritten at the end of each transaction.
    case persist = "PERSIST"
    /// A rollback journal in memory: a crash in a transaction may corrupt the database.
    case memory = "MEMORY"
    /// A write-ahead log: readers and one writer do not block each other.
    case wal = "WAL"
    /// No journal: transactions cannot be rolled back.
    case off = "OFF"

    public init?(rawValue: String) { self.init(keyword: rawValue) }
}

extension JournalMode: CustomStringConvertible {
    /// The keyword.
    public var description: String { rawValue }
}

/// The synchronous setting: when SQLite waits for data to reach the disk.
///
/// The raw value is the number that the pragma reports. See
/// [PRAGMA synchronous](https://www.sqlite.org/pragma.html#pragma_synchronous).
public enum Synchronous: Int, Hashable, Sendable, CaseIterable, SQLiteRepresentable {
    /// SQLite never waits for the disk: a power failure may corrupt the database.
    case off = 0
    /// SQLite waits for the disk at the most critical moments. In WAL mode the database cannot be
    /// corrupted, but a power failure may undo the latest commits.
    case normal = 1
    /// In WAL mode, a commit is on the disk when it returns. With a rollback journal, the changes are on the disk, but
    /// SQLite does not sync the directory after it has deleted the journal: a power failure may bring the journal back,
    /// which undoes the latest commit. Use ``extra`` to prevent this.
    case full = 2
    /// Like `full`, but SQLite also syncs the directory when the journal is deleted, so that a commit with a rollback
    /// journal is on the disk when it returns, too.
    case extra = 3
}
