/// How inserts and updates of a type without `or:` handle a row that violates a constraint.
///
/// ```swift
/// struct Setting: Codable, ConflictResolving {
///     let name: String
///     var value: String
///
///     static var conflictPolicy: ConflictPolicy { ConflictPolicy(insert: .replace) }
/// }
///
/// try db.insert(Setting(name: "color", value: "red"), into: "settings")  // INSERT OR REPLACE ...
/// ```
///
/// A `@Table` type needs only the property. An argument `or:` takes precedence: `or: .abort` is SQLite's default.
/// Upserts and inserts with a conflict clause ignore the policy. SQL text does not use the policy, and in a trigger,
/// the statement that fires the trigger decides (<https://sqlite.org/lang_createtrigger.html>).
public struct ConflictPolicy: Sendable {
    /// The resolution of inserts; `nil` for the resolution that the table declares, by default `.abort`.
    public var insert: ConflictResolution?

    /// The resolution of updates; `nil` for the resolution that the table declares, by default `.abort`.
    public var update: ConflictResolution?

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - insert: The resolution of inserts.
    ///   - update: The resolution of updates.
    @inlinable
    public init(insert: ConflictResolution? = nil, update: ConflictResolution? = nil) {
        self.insert = insert
        self.update = update
    }
}

/// A type whose values have a ``ConflictPolicy`` when they are written.
///
/// Inserts and updates of `Codable` values follow it, in generic code, too. Every `@Table` type conforms.
public protocol ConflictResolving {
    /// How inserts and updates without `or:` handle a row that violates a constraint.
    static var conflictPolicy: ConflictPolicy { get }
}

// MARK: - ConflictResolution

/// The way SQLite handles a row that violates a constraint: `INSERT OR ...`.
public enum ConflictResolution: String, Sendable {
    /// The statement fails, and its changes are undone.
    case abort = "ABORT"
    /// The statement fails, but the changes that it has already made are kept.
    case fail = "FAIL"
    /// The row is skipped.
    case ignore = "IGNORE"
    /// The existing rows that conflict with the row are deleted first.
    case replace = "REPLACE"
    /// The statement fails, and the transaction is rolled back.
    case rollback = "ROLLBACK"
}

// MARK: - Keywords

extension RawRepresentable<String> where Self: CaseIterable {
    /// The case whose raw value is a keyword of SQL, in any letter case.
    init?(keyword: String) {
        let upper = keyword.uppercased()
        guard let match = Self.allCases.first(where: { $0.rawValue == upper }) else { return nil }
        self = match
    }
}
