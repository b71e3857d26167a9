/// The migrations of a program, in order: each brings the schema of a database, and its content, one
/// step forward.
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
/// Each migration runs once on each database, in a transaction of its own, and is recorded in the
/// table `datalite_migrations` of that database. Never change, rename or reorder a migration that
/// has been released; add another one.
public struct Migrator: Sendable {
    /// How foreign keys are treated while a migration runs, on a connection that enforces them. A
    /// connection that does not enforce foreign keys checks none.
    public enum ForeignKeys: Hashable, Sendable {
        /// They are off while the migration runs, so that it can replace tables that others refer
        /// to, and the whole database is checked at its end.
        case checkedAtEnd
        /// They stay on: cascades run, and a violation fails at once. Nothing is checked at the
        /// end, which is faster for large databases.
        case enforced
    }

    /// Whether a migration may run although one that follows it in the program was applied before,
    /// as after merging two branches. Otherwise that is an error.
    public var allowsOutOfOrder = false

    /// Whether to erase the whole database and start over if its applied migrations do not match
    /// those of the program: one was changed, is unknown, or comes after one that is pending.
    ///
    /// Only for development: all content is lost. A change in a closure is not noticed, because it
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
    ///   - foreignKeys: How foreign keys are treated while it runs.
    ///   - body: The changes, in a transaction that has been begun. It must not end that
    ///     transaction, and the connection must not be used after the closure has returned.
    public mutating func add(
        _ name: String, foreignKeys: ForeignKeys = .checkedAtEnd,
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> Void
    ) {
        migrations.append(Migration(name: name, foreignKeys: foreignKeys, body: .code(body)))
    }

    /// Adds a migration that runs a script.
    ///
    /// The text is recorded, so that a later change of it is noticed. White space, comments and the
    /// letter case of keywords do not count.
    ///
    /// - Parameters:
    ///   - name: A name that no other migration has. It is recorded, so it must never change.
    ///   - foreignKeys: How foreign keys are treated while it runs. A script that begins with
    ///     `PRAGMA foreign_keys = ON` runs with them on.
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
