import Foundation

/// An error that prevents migrations from running, other than one reported by SQLite.
///
/// The migration that the error concerns has changed nothing, unless it runs without a transaction. Migrations applied
/// before it stay applied.
public enum MigrationError: Error, Hashable, Sendable {
    /// Two migrations of the migrator have the same name.
    case duplicateName(String)

    /// No migration of the migrator has the requested name.
    case unknownName(String)

    /// The script of a migration contains no statement.
    case emptyScript(String)

    /// A script contains a statement that a migration cannot run: a statement that begins or ends a transaction, or
    /// sets `PRAGMA foreign_keys` after the first statement.
    case refusedStatement(location: String, reason: String)

    /// The scripts of these migrations were changed after they were applied to the database.
    case changed([String])

    /// The database has migrations that are not in the migrator: a newer version of the program has used it.
    case newerDatabase([String])

    /// The database has some of the migrations that a baseline replaces, but not these, which the migrator does not
    /// have either: only a version of the program that has them can migrate the database.
    case partlyReplaced([String], by: String)

    /// A baseline replaces itself or a migration that comes after it. A baseline comes after the migrations that it
    /// replaces, unless the migrator no longer has them.
    case replacesLater(String, by: String)

    /// A baseline replaces some, but not all, of the migrations that an earlier baseline replaces, so no database could
    /// run both.
    case overlappingBaselines(String, String)

    /// The schema of a database differs from the schema that the migrations produce on an empty database, so the
    /// database was not adopted.
    case schemaDiffers([DatabaseSchema.Difference], from: String)

    /// These pending migrations come before a migration that is already applied.
    case outOfOrder([String], before: String)

    /// The database violates foreign keys at the end of a migration, which was rolled back if it runs in a transaction. At
    /// most ten violations are listed.
    case foreignKeys([ForeignKeyViolation], migration: String)

    /// A folder or a file cannot be read.
    case unreadable(path: String, reason: String)

    /// The name of a file does not begin with a number.
    case unnumberedFile(String)

    /// The names of two files begin with the same number.
    case duplicateNumber(String, String)
}

extension MigrationError: CustomStringConvertible, LocalizedError {
    public var description: String {
        switch self {
        case .duplicateName(let name):
            "two migrations are named \(Self.quoted(name))"
        case .unknownName(let name):
            "no migration is named \(Self.quoted(name))"
        case .emptyScript(let name):
            "migration \(Self.quoted(name)) contains no SQL statement"
        case .refusedStatement(let place, let reason):
            "\(MessageText.path(place)): \(MessageText.message(reason))"
        case .changed(let names):
            "applied migrations were changed: \(Self.list(names)); "
                + "restore them, and make the changes in another migration"
        case .newerDatabase(let names):
            "the database is newer than this program, which does not know its migrations "
                + Self.list(names)
        case .partlyReplaced(let names, let baseline):
            "the database has only some of the migrations that \(Self.quoted(baseline)) replaces, "
                + "and these are in neither the database nor the migrator: \(Self.list(names))"
        case .replacesLater(let name, let baseline):
            name == baseline
                ? "the baseline \(Self.quoted(baseline)) replaces itself"
                : "the baseline \(Self.quoted(baseline)) replaces \(Self.quoted(name)), "
                    + "which comes after it"
        case .overlappingBaselines(let first, let second):
            "the baseline \(Self.quoted(second)) replaces only some of the migrations that "
                + "\(Self.quoted(first)) replaces; replace all of them, or none"
        case .schemaDiffers(let differences, let migration):
            "the schema differs from that of migration \(Self.quoted(migration)): "
                + MessageText.lines(differences.map(\.description)).joined(separator: "; ")
        case .outOfOrder(let names, let applied):
            "\(Self.quoted(applied)) is applied, but migrations that come before it are not: "
                + Self.list(names)
        case .foreignKeys(let violations, let migration):
            "migration \(Self.quoted(migration)) violates foreign keys: "
                + violations.map(\.description).joined(separator: "; ")
        case .unreadable(let path, let reason):
            "cannot read \"\(MessageText.path(path))\": \(MessageText.message(reason))"
        case .unnumberedFile(let name):
            "the name of \(Self.quoted(name)) does not begin with a number, such as \"001 \""
        case .duplicateNumber(let first, let second):
            "\(Self.quoted(first)) and \(Self.quoted(second)) begin with the same number"
        }
    }

    public var errorDescription: String? { description }

    private static func quoted(_ name: String) -> String { "\"\(MessageText.name(name))\"" }

    /// At most five names, and the number of further names.
    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(5).map(quoted).joined(separator: ", ")
        return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
    }
}
