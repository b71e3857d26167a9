/// The migrations of a program, in order. Each migration updates the schema or the content of a database by one step.
///
/// ```swift
/// var migrator = Migrator()
/// migrator.add("create people") { db in
///     try db.execute(sql: "CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
/// }
/// migrator.add("add birthdays", sql: "ALTER TABLE people ADD COLUMN birthday TEXT")
/// try migrator.migrate(database)
/// ```
///
/// Each migration runs once on each database, in its own transaction, and is recorded in the
/// table `datalite_migrations` of that database. Never change, rename or reorder a released migration;
/// add another migration instead.
public struct Migrator: Sendable {
    /// The treatment of foreign keys while a migration runs. It has no effect on a connection that does not enforce
    /// foreign keys: nothing is checked.
    public enum ForeignKeys: Hashable, Sendable {
        /// Foreign keys are off while the migration runs, so that it can replace tables that other tables refer to.
        /// The whole database is checked at the end of the migration.
        case checkedAtEnd
        /// Foreign keys stay on: cascades run, and a violation fails immediately. The database is not checked at the
        /// end, which is faster for large databases.
        case enforced
    }

    /// Whether a pending migration may run after a later one has already been applied, as happens when branches are
    /// merged. Otherwise that is an error.
    public var allowsOutOfOrder = false

    /// Whether to erase the whole database and start over if its applied migrations do not match this migrator: an
    /// applied migration was changed, is unknown, or comes after a pending one.
    ///
    /// Use this only for development: all content is lost. A change in a closure is not detected, because a closure
    /// has no text to compare.
    public var erasesDatabaseWhenChanged = false

    var migrations: [Migration] = []

    /// Creates a migrator without migrations.
    public init() {}

    /// The names of all migrations, in order.
    public var names: [String] { migrations.map(\.name) }

    /// Adds a migration written in Swift.
    ///
    /// - Parameters:
    ///   - name: A name that no other migration has. It is recorded, so it must never change.
    ///   - foreignKeys: The treatment of foreign keys while it runs.
    ///   - body: A closure that makes the changes. It runs in a transaction, which it must not end. The connection must
    ///     not be used after the closure returns.
    public mutating func add(
        _ name: String, foreignKeys: ForeignKeys = .checkedAtEnd,
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> Void
    ) {
        migrations.append(Migration(name: name, foreignKeys: foreignKeys, body: .code(body)))
    }

    /// Adds a migration that runs a script.
    ///
    /// The text is recorded, so that later changes are detected, except in whitespace, comments and the letter case of
    /// keywords.
    ///
    /// - Parameters:
    ///   - name: A name that no other migration has. It is recorded, so it must never change.
    ///   - foreignKeys: The treatment of foreign keys while it runs. A script that begins with
    ///     `PRAGMA foreign_keys = ON` runs with foreign keys on.
    ///   - sql: One or more statements, without `BEGIN` and `COMMIT`.
    public mutating func add(
        _ name: String, foreignKeys: ForeignKeys = .checkedAtEnd, sql: String
    ) {
        let script = MigrationScript(text: sql, file: nil)
        migrations.append(
            Migration(
                name: name, foreignKeys: script.foreignKeys ?? foreignKeys, body: .script(script)))
    }
}
