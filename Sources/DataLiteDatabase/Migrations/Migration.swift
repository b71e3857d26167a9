import DataLiteSyntax
import Foundation

/// A migration of a ``Migrator``.
package struct Migration: Sendable {
    enum Body: Sendable {
        case code(@Sendable (any ConnectionProtocol) throws -> Void)
        case script(MigrationScript)
        /// The body of another migration, whose statements are recorded.
        indirect case recorded(Migration, StatementRecorder)
    }

    package let name: String
    let foreignKeys: Migrator.ForeignKeys
    let body: Body

    /// Whether it runs in a transaction, which also records it.
    var isInTransaction = true

    /// The names of the migrations that this one replaces in new databases: it is a baseline. Usually empty.
    package var replaces: [String] = []

    /// The script to record; `nil` for a closure.
    var sql: String? {
        switch body {
        case .code: nil
        case .script(let script): script.text
        case .recorded(let migration, _): migration.sql
        }
    }

    /// Whether the script differs from the recorded script in more than whitespace, comments and the letter case of
    /// keywords. `false` if either has no script.
    func isChanged(from recorded: String?) -> Bool {
        guard let recorded, let sql, recorded != sql else { return false }
        return SQLScanner.normalizedTokens(recorded) != SQLScanner.normalizedTokens(sql)
    }

    /// Makes the changes. Call this inside a transaction.
    ///
    /// - Throws: A `LocatedError` if a script fails; the error of a closure.
    func run(on connection: any ConnectionProtocol) throws {
        switch body {
        case .code(let body): try body(connection)
        case .script(let script): try script.run(on: connection)
        case .recorded(let migration, let recorder):
            try recorder.record { try migration.run(on: connection) }
        }
    }

    /// Adds the name of the migration to the message of an `SQLiteError`, or the file and line of the statement if they
    /// are known. Other errors are returned unchanged.
    func named(_ error: any Error) -> any Error {
        switch error {
        case let error as LocatedError: error.named(name)
        case let error as SQLiteError: error.prefixed("migration \"\(MessageText.name(name))\": ")
        default: error
        }
    }
}

// MARK: - MigrationPlan

/// The migrations of a migrator that concern one database: either a baseline, or the migrations that it replaces.
struct MigrationPlan {
    /// The migrations, in order.
    private(set) var migrations: [Migration] = []

    /// The names of all migrations that a baseline replaces.
    private(set) var replaced: Set<String> = []

    /// Some of the migrations that a baseline replaces are applied, and others are neither applied nor in the migrator.
    private(set) var error: MigrationError?

    /// - Parameter count: The number of migrations that may run. A later baseline concerns the database only if it has
    ///   been applied.
    init(of migrator: Migrator, upTo count: Int? = nil, for history: MigrationHistory) {
        let candidates = Array(migrator.migrations.prefix(count ?? migrator.migrations.count))
        let recorded = Set(history.records.map(\.name))
        let applied = migrator.covered(by: recorded)
        var dropped = applied.subtracting(recorded)
        let replacedNames = migrator.replacedNames
        replaced = Set(migrator.baselines.flatMap(\.replaces))
        // The last baseline first: the others that it replaces do not run.
        for baseline in candidates.reversed() where !applied.contains(baseline.name) {
            guard let names = replacedNames[baseline.name] else { continue }
            if applied.isDisjoint(with: names) {
                if names.isSubset(of: dropped) { dropped.insert(baseline.name) }
                dropped.formUnion(names)
            } else {
                dropped.insert(baseline.name)
                error = Self.missing(baseline, applied, Set(migrator.names)) ?? error
            }
        }
        migrations = candidates.filter { !dropped.contains($0.name) }
    }

    private static func missing(
        _ baseline: Migration, _ applied: Set<String>, _ known: Set<String>
    ) -> MigrationError? {
        let missing = baseline.replaces.filter { !applied.contains($0) && !known.contains($0) }
        return missing.isEmpty ? nil : .partlyReplaced(missing, by: baseline.name)
    }
}

extension Migrator {
    /// The migrations that replace others.
    package var baselines: [Migration] { migrations.filter { !$0.replaces.isEmpty } }

    /// The names of the migrations that each baseline replaces, including those that replaced baselines replace.
    var replacedNames: [String: Set<String>] {
        var names: [String: Set<String>] = [:]
        for baseline in baselines {
            let nested = baseline.replaces.flatMap { names[$0] ?? [] }
            names[baseline.name] = Set(baseline.replaces).union(nested)
        }
        return names
    }

    /// The names of the migrations whose changes a database has: the recorded ones, those that recorded baselines
    /// replace, and the baselines that replace only these.
    package func covered(by recorded: Set<String>) -> Set<String> {
        var names = recorded
        for baseline in baselines.reversed() where names.contains(baseline.name) {
            names.formUnion(baseline.replaces)
        }
        for baseline in baselines where names.isSuperset(of: baseline.replaces) {
            names.insert(baseline.name)
        }
        return names
    }

    /// The migrations that concern a database, among the first ones of this migrator.
    package func planned(_ count: Int, for history: MigrationHistory) -> [Migration] {
        guard !baselines.isEmpty else { return Array(migrations.prefix(count)) }
        return MigrationPlan(of: self, upTo: count, for: history).migrations
    }
}

// MARK: - MigrationError

/// An error that prevents migrations from running, other than one reported by SQLite.
///
/// The migration that the error concerns has changed nothing, unless it runs without a transaction. Migrations applied
/// before it stay applied.
public enum MigrationError: Error, Equatable, Sendable {
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

    /// The database has some of the migrations that a baseline replaces, but lacks the listed ones, and so does the
    /// migrator: only a version of the program that has them can migrate the database.
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

// MARK: - Foreign key violations

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
