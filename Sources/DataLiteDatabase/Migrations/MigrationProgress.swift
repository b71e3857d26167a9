/// A migration that was run and committed, or one that is running, and how many migrations of the run are left.
public struct MigrationProgress: Hashable, Sendable {
    /// The name of the migration.
    public let name: String

    /// Whether the migration is committed. It is `false` only in reports that `reportingEvery:` asks for.
    public let isCompleted: Bool

    /// The number of migrations of this run that are done, including this one if it is committed.
    public let completedCount: Int

    /// The number of migrations that were pending when the run began.
    public let totalCount: Int

    /// How long the migration took, including its commit and its check of foreign keys, or has been running.
    public let duration: Duration
}
