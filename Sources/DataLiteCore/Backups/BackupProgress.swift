/// How far a backup has come.
public struct BackupProgress: Hashable, Sendable {
    /// The number of pages that were copied.
    public let completedPages: Int

    /// The number of pages of the database.
    public let totalPages: Int
}
