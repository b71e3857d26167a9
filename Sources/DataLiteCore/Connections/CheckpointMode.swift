import DataLiteC

/// The extent to which a checkpoint copies the WAL into the database file.
///
/// See [Checkpoint a database](https://www.sqlite.org/c3ref/wal_checkpoint_v2.html).
public enum CheckpointMode: Hashable, Sendable, CaseIterable {
    /// Copies as many pages as readers allow, without waiting. C: `SQLITE_CHECKPOINT_PASSIVE`.
    case passive
    /// Waits for the writer and for readers of older states, and copies everything. C:
    /// `SQLITE_CHECKPOINT_FULL`.
    case full
    /// Like ``full``, and waits until no reader uses the WAL, so that the next write starts it from the
    /// beginning. C: `SQLITE_CHECKPOINT_RESTART`.
    case restart
    /// Like ``restart``, and truncates the WAL to an empty file. C: `SQLITE_CHECKPOINT_TRUNCATE`.
    case truncate

    var code: Int32 {
        switch self {
        case .passive: SQLITE_CHECKPOINT_PASSIVE
        case .full: SQLITE_CHECKPOINT_FULL
        case .restart: SQLITE_CHECKPOINT_RESTART
        case .truncate: SQLITE_CHECKPOINT_TRUNCATE
        }
    }
}

/// The result of a checkpoint.
public struct CheckpointResult: Hashable, Sendable {
    /// The number of pages in the WAL; 0 if the database is not in WAL mode.
    public let walPages: Int

    /// The number of these pages that are now also in the database file.
    public let checkpointedPages: Int

    /// Whether another connection prevented the checkpoint from completing as its mode requires.
    public let wasBlocked: Bool
}
