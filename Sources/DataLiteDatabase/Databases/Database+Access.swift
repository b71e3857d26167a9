extension Database {
    /// Whether a database may write to its file.
    public enum Access: Hashable, Sendable {
        /// The file can be read and written, and is created if it does not exist.
        case readWrite

        /// The file must exist, and can only be read. Other programs may write to it, and observations see their
        /// commits.
        ///
        /// A file in WAL mode needs its `-wal` and `-shm` files, which SQLite creates if the directory can be written,
        /// and which stay after the database is closed. In a directory that cannot be written, opening fails with
        /// `SQLITE_READONLY_DIRECTORY` or `SQLITE_CANTOPEN`: use ``immutable``.
        ///
        /// See [Read-only databases](https://www.sqlite.org/wal.html#readonly).
        case readOnly

        /// The file must exist, can only be read, and no program changes it: such as a file in the bundle of an app, or
        /// on a file system that is read-only. SQLite takes no locks and creates no files.
        ///
        /// If the file changes nevertheless, reads may return wrong results or `SQLITE_CORRUPT`. Opening fails with
        /// `SQLITE_CANTOPEN` if the file has a WAL or a journal with changes, because SQLite would ignore them.
        ///
        /// See [immutable](https://www.sqlite.org/uri.html#uriimmutable).
        case immutable
    }
}
