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
