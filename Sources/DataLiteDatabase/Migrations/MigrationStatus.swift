/// The state of a migration in a database.
public struct MigrationStatus: Hashable, Sendable {
    /// Whether a migration was applied, and whether it is still the same.
    public enum State: String, Hashable, Sendable {
        /// The migration has been applied.
        case applied
        /// The migration has been applied, but its script was changed afterwards.
        case changed
        /// The migration has been applied but is not in the migrator: a newer version of the program applied it.
        case unknown
        /// The migration has not been applied.
        case pending
        /// The migration has not been applied, although a later one has.
        case outOfOrder = "out of order"
    }

    /// The name of the migration.
    public let name: String

    /// The state of the migration.
    public let state: State

    /// The record in the database; `nil` if the migration has not been applied.
    public let applied: AppliedMigration?

    /// The script in the migrator; `nil` for a migration that is written in Swift or is unknown.
    public let sql: String?
}
