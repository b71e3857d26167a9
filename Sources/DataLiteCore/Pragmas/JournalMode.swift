/// How SQLite keeps a transaction atomic.
///
/// See [PRAGMA journal_mode](https://www.sqlite.org/pragma.html#pragma_journal_mode).
public enum JournalMode: String, Hashable, Sendable, CaseIterable, SQLiteRepresentable {
    /// A rollback journal, deleted at the end of each transaction.
    case delete
    /// A rollback journal, cut to length zero at the end of each transaction.
    case truncate
    /// A rollback journal, its header overwritten at the end of each transaction.
    case persist
    /// A rollback journal in memory: a crash in a transaction may corrupt the database.
    case memory
    /// A write-ahead log: readers and one writer do not block each other.
    case wal
    /// No journal: no rollback.
    case off
}
