/// The type of a transaction, which determines when it takes its locks.
///
/// The raw value is SQLite's keyword in upper case; ``init(rawValue:)`` accepts any letter case. See
/// [Transaction](https://www.sqlite.org/lang_transaction.html).
public enum TransactionType: String, Hashable, Sendable, CaseIterable {
    /// Takes each lock at the first statement that needs it. A transaction that reads first and writes later fails with
    /// `SQLITE_BUSY` at once, ignoring the busy timeout, if another connection has written in between.
    case deferred = "DEFERRED"
    /// Takes the write lock at `BEGIN`, waiting for it up to the busy timeout.
    case immediate = "IMMEDIATE"
    /// Takes the write lock at `BEGIN`. Outside of WAL mode, other connections cannot even read.
    case exclusive = "EXCLUSIVE"

    public init?(rawValue: String) { self.init(keyword: rawValue) }
}

extension TransactionType: CustomStringConvertible {
    /// The keyword.
    public var description: String { rawValue }
}
