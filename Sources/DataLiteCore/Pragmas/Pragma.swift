/// The name of a pragma, maybe with a schema in front: `"main.page_size"`.
///
/// See [PRAGMA statements](https://www.sqlite.org/pragma.html).
public struct Pragma: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// A number that tells the file's application, at its byte 68.
    public static let applicationID: Pragma = "application_id"
    /// How free pages are given back: 0 never, 1 at each commit, 2 on demand.
    public static let autoVacuum: Pragma = "auto_vacuum"
    /// Milliseconds to wait for a lock.
    public static let busyTimeout: Pragma = "busy_timeout"
    /// The size of the page cache: pages, or minus kibibytes.
    public static let cacheSize: Pragma = "cache_size"
    /// The text encoding of the database.
    public static let encoding: Pragma = "encoding"
    /// Whether foreign keys are enforced.
    public static let foreignKeys: Pragma = "foreign_keys"
    /// The number of unused pages.
    public static let freelistCount: Pragma = "freelist_count"
    /// The journal mode.
    public static let journalMode: Pragma = "journal_mode"
    /// Bytes of a journal that are kept; -1 for no limit.
    public static let journalSizeLimit: Pragma = "journal_size_limit"
    /// The most pages that the database may have.
    public static let maxPageCount: Pragma = "max_page_count"
    /// Bytes of the file that are mapped into memory.
    public static let mmapSize: Pragma = "mmap_size"
    /// The number of pages.
    public static let pageCount: Pragma = "page_count"
    /// Bytes of a page.
    public static let pageSize: Pragma = "page_size"
    /// Whether SQL that writes is an error.
    public static let queryOnly: Pragma = "query_only"
    /// Whether triggers may fire themselves.
    public static let recursiveTriggers: Pragma = "recursive_triggers"
    /// A number that changes with the schema.
    public static let schemaVersion: Pragma = "schema_version"
    /// Whether deleted content is overwritten with zeros.
    public static let secureDelete: Pragma = "secure_delete"
    /// How carefully to write.
    public static let synchronous: Pragma = "synchronous"
    /// Where temporary tables are kept: 0 by default, 1 in a file, 2 in memory.
    public static let tempStore: Pragma = "temp_store"
    /// A number for the application's own use, often the version of its schema.
    public static let userVersion: Pragma = "user_version"
    /// Pages of the write-ahead log after which it is copied into the database.
    public static let walAutocheckpoint: Pragma = "wal_autocheckpoint"
}

extension Pragma: CustomStringConvertible {
    public var description: String { rawValue }
}

extension Pragma {
    /// The name as it stands in SQL. A pragma cannot be a parameter, so nothing but a name passes.
    func checked() throws(SQLiteError) -> String {
        let parts = rawValue.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy(Self.isName) else {
            throw SQLiteError(.misuse, message: "\"\(rawValue)\" is no name of a pragma")
        }
        return rawValue
    }

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
