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
    /// A commit is on the disk when it returns.
    case full = 2
    /// Like `full`, but SQLite also waits for the directory when a journal is deleted.
    case extra = 3
}
