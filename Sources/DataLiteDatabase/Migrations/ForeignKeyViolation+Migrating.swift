extension ForeignKeyViolation {
    /// The largest number of violations that an error lists.
    private static let limit = 10

    /// Checks the foreign keys of the whole main database.
    static func requireNone(
        in connection: any ConnectionProtocol, after migration: String
    ) throws {
        let violations = try connection.foreignKeyViolations(limit: limit)
        guard !violations.isEmpty else { return }
        throw MigrationError.foreignKeys(violations, migration: migration)
    }
}
