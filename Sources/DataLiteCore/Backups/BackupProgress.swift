/// The progress of a backup.
public struct BackupProgress: Hashable, Sendable {
    /// The number of pages copied so far.
    public let completedPages: Int

    /// The number of pages in the database.
    public let totalPages: Int
}
