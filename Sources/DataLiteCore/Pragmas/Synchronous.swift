/// How carefully SQLite writes to the disk.
///
/// See [PRAGMA synchronous](https://www.sqlite.org/pragma.html#pragma_synchronous).
public enum Synchronous: Int, Hashable, Sendable, CaseIterable, SQLiteRepresentable {
    /// Handed to the operating system only: a power loss may corrupt the database.
    case off = 0
    /// At the most critical moments: with a write-ahead log safe, but the latest commits may be
    /// lost with the power.
    case normal = 1
    /// A commit is on the disk when it returns.
    case full = 2
    /// As `full`, and the directory of a deleted journal as well.
    case extra = 3
}
