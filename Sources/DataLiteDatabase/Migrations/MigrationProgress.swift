/// A migration that was run and committed, and how many migrations of the run are left.
public struct MigrationProgress: Hashable, Sendable {
    /// The name of the migration.
    public let name: String

    /// The number of migrations of this run that are done, including this one.
    public let completedCount: Int

    /// The number of migrations that were pending when the run began.
    public let totalCount: Int

    /// How long the migration took, including its commit and its check of foreign keys.
    public let duration: Duration
}
