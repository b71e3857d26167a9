/// How a migration relates to a database.
public struct MigrationStatus: Hashable, Sendable {
    public enum State: String, Hashable, Sendable {
        /// It has been run.
        case applied
        /// It has been run, but its script was changed since.
        case changed
        /// It has been run by a newer version of the program.
        case unknown
        /// It has not been run.
        case pending
        /// It has not been run, although one that follows it has.
        case outOfOrder = "out of order"
    }

    /// The name of the migration.
    public let name: String

    /// How it relates to the database.
    public let state: State

    /// What the database has recorded; `nil` if it has not been run.
    public let applied: AppliedMigration?

    /// The script that the program has; `nil` for a migration written in Swift or not known.
    public let sql: String?
}
