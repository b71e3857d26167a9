/// When a transaction takes its locks.
///
/// See [Transaction](https://www.sqlite.org/lang_transaction.html).
public enum TransactionType: String, Hashable, Sendable, CaseIterable {
    /// With the first statement that reads or writes. One that reads first and writes later may
    /// fail with `SQLITE_BUSY` at once, without waiting, if another connection has written
    /// meanwhile.
    case deferred = "DEFERRED"
    /// The lock for writing at once, waiting for it if need be.
    case immediate = "IMMEDIATE"
    /// The lock for writing at once; outside WAL mode, others cannot even read.
    case exclusive = "EXCLUSIVE"
}
