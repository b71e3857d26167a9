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
    /// In WAL mode, a commit is on the disk when it returns. With a rollback journal, its changes are, but SQLite does not
    /// sync the directory after it has deleted the journal: a power failure may bring the journal back, which undoes the
    /// latest commit. Use ``extra`` to prevent this.
    case full = 2
    /// Like `full`, but SQLite also syncs the directory when the journal is deleted, so that a commit with a rollback
    /// journal is on the disk when it returns, too.
    case extra = 3
}
