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
/// Each migration runs once on each database, in its own transaction unless it asks for none, and is recorded in the
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
        /// Foreign keys are off, and the database is not checked. For a series of migrations, check once: in the last
        /// of them.
        case unchecked
    }

    /// Whether a pending migration may run after a later one has already been applied, as happens when branches are
    /// merged. Otherwise that is an error.
    public var allowsOutOfOrder = false

    /// Whether the database may have migrations that are not in this migrator, because a newer version of the program
    /// has used it. Otherwise that is an error.
    ///
    /// Set it only if every migration keeps older versions of the program working.
    public var allowsUnknown = false

    /// Whether to erase the whole database and start over if its applied migrations do not match this migrator: an
    /// applied migration was changed, is unknown, or comes after a pending one.
    ///
    /// Use this only for development: all content is lost. A closure has no text to compare, so in debug builds, the
    /// applied migrations are also run on an empty database in memory, and its schema is compared; see
    /// ``hasSchemaChanges(_:)-(ConnectionProtocol)``. If one of them fails there, changed closures are not detected,
    /// and nothing is erased.
    public var erasesDatabaseWhenChanged = false

    /// The configuration of the databases in memory on which `adopt` of `DataLiteAltering` and
    /// ``hasSchemaChanges(_:)-(ConnectionProtocol)`` run the migrations. It must add the functions, collations and
    /// modules that the migrations need. Its `onOpen` can also create the tables of another
    /// migrator to which they refer; these tables are not compared.
    public var scratchConfiguration = Connection.Configuration()

    /// The table of the main database that records the applied migrations.
    public let table: String

    var migrations: [Migration] = []

    /// The table that records the migrations of a program.
    package static let defaultTable = "datalite_migrations"

    /// Creates a migrator without migrations.
    ///
    /// - Parameter table: The table that records the applied migrations. Two migrators for one file, such as those of a
    ///   program and of a library, need different tables.
    public init(table: String = "datalite_migrations") { self.table = table }

    /// The names of all migrations, in order.
    public var names: [String] { migrations.map(\.name) }

    /// Adds a migration written in Swift.
    ///
    /// - Parameters:
    ///   - name: A name that no other migration has. It is recorded, so it must never change.
    ///   - foreignKeys: The treatment of foreign keys while it runs.
    ///   - inTransaction: `false` for statements that cannot run in a transaction, such as `VACUUM` and
    ///     `PRAGMA journal_mode`. If the migration fails or the process ends, what it has done stays and the migration is
    ///     not recorded, so it runs again: every statement must be one that can be repeated. Two processes can run it at
    ///     the same time.
    ///   - body: A closure that makes the changes. It runs in a transaction, which it must not end. The connection must
    ///     not be used after the closure returns.
    public mutating func add(
        _ name: String, foreignKeys: ForeignKeys = .checkedAtEnd, inTransaction: Bool = true,
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> Void
    ) {
        migrations.append(
            Migration(
                name: name, foreignKeys: foreignKeys, body: .code(body),
                isInTransaction: inTransaction))
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
    ///   - inTransaction: `false` for statements that cannot run in a transaction. If the migration fails, what it has done
    ///     stays, and it runs again.
    ///   - sql: The statements, at least one, without `BEGIN` and `COMMIT` if they run in a transaction.
    public mutating func add(
        _ name: String, foreignKeys: ForeignKeys = .checkedAtEnd, inTransaction: Bool = true,
        sql: String
    ) {
        let script = MigrationScript(text: sql, file: nil)
        migrations.append(
            Migration(
                name: name, foreignKeys: script.foreignKeys ?? foreignKeys, body: .script(script),
                isInTransaction: inTransaction))
    }
}
