public import Foundation

/// A migration that a database has recorded as applied.
public struct AppliedMigration: Hashable, Sendable {
    /// The name of the migration.
    public let name: String

    /// The date at which the migration was applied; `nil` if the recorded text is not a date.
    public let date: Date?

    /// The script that was run; `nil` for a migration written in Swift.
    public let sql: String?
}
