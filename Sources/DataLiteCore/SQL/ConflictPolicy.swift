/// How inserts and updates of a type handle a row that violates a constraint, unless they say it themselves.
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
/// A `@Table` type needs only the property. An argument `or:` takes precedence: `or: .abort` is SQLite's own way.
/// Upserts and inserts with a conflict clause ignore the policy. SQL text does not know it, and in a trigger the
/// statement that fires it decides (<https://sqlite.org/lang_createtrigger.html>).
public struct ConflictPolicy: Hashable, Sendable {
    /// The resolution of inserts; `nil` for that of the table, by default `.abort`.
    public var insert: ConflictResolution?

    /// The resolution of updates; `nil` for that of the table, by default `.abort`.
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
